// Live changes: states of the servers, lists, progress of a call. An event says
// only that something changed; what it looks like is fetched as a page.

import { $, $$, announce, failed, latest, page, replace } from './dom.js';
import { arrived, take } from './nav.js';
import { renew } from './morph.js';
import { refresh } from './filter.js';
import { again, became, isSending, recheck } from './call.js';
import * as probe from './probe.js';

const signal = latest();
const looked = latest();
const asked = latest();

const here = () => new URLSearchParams(location.search);
const place = () => location.pathname + location.search;
const server = () => $('#servers [aria-current]')?.dataset.server;

let wanted = {}; // what is to be taken over at the next fetch

// present fetches the place that is shown. Where the reader went on meanwhile, what
// came is of another place: it is fetched again.
async function present(signal) {
  for (;;) {
    await arrived();
    const at = place();
    const content = await page(at, { signal: signal() });
    if (at === place()) return content;
  }
}

// update takes over what may have changed. A later event gives the fetch up and
// starts another, for what both ask.
async function update(more) {
  Object.assign(wanted, more);
  const content = await present(signal);
  const { current, list } = wanted;
  wanted = {};
  for (const id of ['servers', 'all-servers', 'servers-sum']) replace(content, id);
  if (!current && !list) return;
  refresh(content);
  const form = $('#call-form');
  if (list || !form || ['server', 'wire'].includes(here().get('tab'))) take(content, ['tool']);
  if (!current || isSending()) return;
  if (!form || !content.getElementById('call-form')) take(content, ['side']);
  else sendBar(content);
}

// sendBar takes over whether the call can be sent. What stands in the form is
// another thing than what the answer has: its preview and verdict stay.
function sendBar(content) {
  const fresh = content.getElementById('send-bar');
  for (const part of ['#preview-box', '#problem-list', '#call-verdict', '.timeout']) {
    const old = $(part, $('#send-bar'));
    if (old) $(part, fresh)?.replaceWith(old.cloneNode(true));
  }
  renew(content, 'send-bar');
  recheck();
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
  const content = await present(looked);
  if ($('#list [data-pending]')) take(content, ['list-body']);
  if ($('#tool [data-pending]')) take(content, ['tool']);
  if ($('#matrix [data-pending]')) replace(content, 'matrix');
}

function onCall(event) {
  const data = JSON.parse(event.data);
  if (data.server === server()) became(data);
}

// onAsk shows what a server wants of the person, or takes away what is over. What
// is being typed into another one stays.
async function onAsk() {
  if (document.activeElement?.closest('#asks') && $('#asks').children.length === 1) {
    const content = await present(asked);
    if (content.getElementById('asks').children.length) return;
  }
  replace(await present(asked), 'asks');
}

// lost says that nothing comes from mcploupe any more, until something does.
function lost(text) {
  let box = $('#lost');
  if (!box) {
    box = document.createElement('p');
    box.id = 'lost';
    box.setAttribute('role', 'alert');
    $('#status').before(box);
  }
  if (box.textContent !== text) box.textContent = text;
}

// found takes the warning back and catches up with what happened meanwhile.
function found() {
  if (!$('#lost')) return;
  $('#lost').remove();
  announce('The connection to mcploupe is back.');
  update({ current: true, list: true }).catch(failed);
}

const gone = 'mcploupe does not answer. What you typed stays; this page goes on by itself once mcploupe is back.';
const renewed = 'mcploupe was started anew, with another token. Open the address that it printed; this page no longer belongs to it.';

// listen keeps a stream of events open. The browser takes a broken one up again by
// itself, and gives up where it is refused: then this does it.
function listen() {
  const source = new EventSource('/events');
  let timer;
  source.addEventListener('servers', onServers);
  source.addEventListener('list', onList);
  source.addEventListener('call', onCall);
  source.addEventListener('review', onReview);
  source.addEventListener('probe', (event) => probe.onProbe(JSON.parse(event.data)));
  source.addEventListener('ask', () => onAsk().catch(failed));
  source.addEventListener('open', () => {
    clearTimeout(timer);
    timer = undefined;
    again();
    found();
    probe.again();
  });
  source.addEventListener('error', () => {
    timer ??= setTimeout(() => lost(gone), 1500);
    if (source.readyState !== EventSource.CLOSED) return;
    setTimeout(async () => {
      const answer = await fetch('/list', { method: 'HEAD' }).catch(() => null);
      clearTimeout(timer);
      if (answer?.status === 401) lost(renewed);
      else listen();
    }, 2000);
  });
  addEventListener('pagehide', () => source.close());
}

export function start() {
  if (!$('#servers')) return; // a page that only says what is wrong
  listen();
  addEventListener('pageshow', (event) => { if (event.persisted) location.reload(); });
}
