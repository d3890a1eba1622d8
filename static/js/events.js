// Live changes: states of the servers, lists, progress of a call. An event says
// only that something changed; what it looks like is fetched as a page.

import { $, $$, failed, latest, page, replace, toast } from './dom.js';
import { take } from './nav.js';
import { renew } from './morph.js';
import { refresh } from './filter.js';
import { again, became, isSending, recheck } from './call.js';

const signal = latest();
const looked = latest();
let lost; // the timer that says so

const here = () => new URLSearchParams(location.search);
const server = () => $('#servers [aria-current]')?.dataset.server;

let wanted = {}; // what is to be taken over at the next fetch

// update fetches the present place and takes over what may have changed. A later
// event gives the fetch up and starts another, for what both ask.
async function update(more) {
  Object.assign(wanted, more);
  const content = await page(location.pathname + location.search, { signal: signal() });
  const { current, list } = wanted;
  wanted = {};
  replace(content, 'servers');
  if (!current && !list) return;
  refresh(content);
  const tool = here().has('n') && $('#call-form');
  if (list || !tool || ['server', 'wire'].includes(here().get('tab'))) take(content, ['tool']);
  if (!current || isSending()) return;
  if (!tool || !content.getElementById('call-form')) take(content, ['side']);
  else {
    renew(content, 'send-bar');
    recheck();
  }
}

function onServers(event) {
  const list = JSON.parse(event.data);
  const pills = new Map($$('#servers .pill').map((pill) => [pill.dataset.server, pill]));
  const moved = list.filter((s) => {
    const pill = pills.get(s.id);
    return !pill || pill.dataset.state !== s.state || $('.sub', pill).textContent.trim() !== s.sub;
  });
  if (!moved.length && list.length === pills.size) return;
  update(moved.some((s) => s.id === server()) ? { current: true } : {}).catch(failed);
}

function onList(event) {
  if (JSON.parse(event.data).server === server()) update({ list: true }).catch(failed);
}

// onReview takes over what was found meanwhile, where the page waits for it.
function onReview(event) {
  if (JSON.parse(event.data).server === server()) reviewed().catch(failed);
}

async function reviewed() {
  if (!$('[data-pending]')) return;
  const content = await page(location.pathname + location.search, { signal: looked() });
  if ($('#list [data-pending]')) take(content, ['list-body']);
  if ($('#tool [data-pending]')) take(content, ['tool']);
  if ($('#matrix [data-pending]')) replace(content, 'matrix');
}

function onCall(event) {
  const data = JSON.parse(event.data);
  if (data.server === server()) became(data);
}

export function start() {
  if (!$('#servers')) return; // a page that only says what is wrong
  const source = new EventSource('/events');
  source.addEventListener('servers', onServers);
  source.addEventListener('list', onList);
  source.addEventListener('call', onCall);
  source.addEventListener('review', onReview);
  source.addEventListener('open', () => {
    clearTimeout(lost);
    lost = undefined;
    again();
  });
  source.addEventListener('error', () => {
    lost ??= setTimeout(() => toast('The connection to mcploupe is lost. The page goes on by itself once it is back.'), 2000);
  });
  addEventListener('pagehide', () => source.close());
  addEventListener('pageshow', (event) => { if (event.persisted) location.reload(); });
}
