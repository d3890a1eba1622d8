// Links between places of one server are followed without a new page: the parts
// that change are taken from it, so that what was typed, the answer and the
// scroll position of the list stay.

import { $, $$, announce, failed, latest, page, replace } from './dom.js';

const signal = latest();
let shown = location.pathname + location.search;

// keep carries parameters of the present address over to another.
function keep(url, names) {
  const now = new URLSearchParams(location.search);
  for (const name of names) {
    if (now.has(name)) url.searchParams.set(name, now.get(name));
    else url.searchParams.delete(name);
  }
}

// go shows the place of an address: ids are the parts to take from it.
export async function go(href, ids, { push = true, from } = {}) {
  const url = new URL(href, location.href);
  const content = await page(url.pathname + url.search, { signal: signal() });
  if (push) history.pushState(null, '', url.pathname + url.search);
  shown = url.pathname + url.search;
  take(content, ids);
  if (from) settle(ids, from);
  land(url.hash);
}

// take puts parts of a page in the place of the present ones.
export function take(content, ids) {
  if (ids.includes('side')) {
    const columns = $('.columns');
    columns.className = content.querySelector('.columns').className;
    const fresh = content.getElementById('side');
    if (!fresh) $('#side')?.remove();
    else if (!$('#side')) columns.append(fresh);
  }
  for (const id of ids) replace(content, id);
  const title = $('#tool')?.dataset.title;
  if (title) document.title = title;
  markCurrent();
  document.dispatchEvent(new CustomEvent('swapped', { detail: ids }));
}

// markCurrent sets the mark of the list, which need not be fetched again.
function markCurrent() {
  const n = new URLSearchParams(location.search).get('n');
  for (const link of $$('#list .items a')) {
    if (n !== null && new URL(link.href).searchParams.get('n') === n) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
}

// settle moves the focus to where the reader is now.
function settle(ids, from) {
  if (from.isConnected) {
    if (ids.includes('tool')) announce(`${document.title.split(' · ')[0]} is shown`);
    return;
  }
  const tab = from.closest('.tabs') && $('#tool .tabs a[aria-current]');
  (tab || $('#main')).focus({ preventScroll: true });
}

// land brings a fragment into view: the line itself, or the nearest around it.
export function land(hash) {
  if (!hash) {
    $('#main').scrollTop = 0;
    return;
  }
  let id = hash.slice(1);
  while (id && !document.getElementById(id)) id = id.slice(0, Math.max(id.lastIndexOf('/'), 0));
  if (!id) return;
  location.replace('#' + id); // sets :target too
  const target = document.getElementById(id);
  for (let e = target; e; e = e.parentElement) if (e.tagName === 'DETAILS') e.open = true;
  target.scrollIntoView({ block: 'center' });
}

function onClick(event) {
  const link = event.target.closest?.('a[data-swap]');
  if (!link || event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const url = new URL(link.href);
  if (url.origin !== location.origin) return;
  event.preventDefault();
  const ids = link.dataset.swap.split(' ');
  if (link.closest('.items')) keep(url, ['tab']);
  if (!ids.some((id) => id.startsWith('list'))) keep(url, ['q', 'level', 'first']);
  if (ids.includes('list-body')) keep(url, ['q']);
  go(url.href, ids, { from: link }).catch(failed);
}

// onPop follows back and forward. A fragment alone is the browser's business.
function onPop() {
  const before = new URLSearchParams(shown.split('?')[1]);
  const now = new URLSearchParams(location.search);
  if (shown === location.pathname + location.search) return;
  const first = $('#servers .pill')?.dataset.server; // shown where none is named
  if ((before.get('server') ?? first) !== (now.get('server') ?? first)) {
    location.reload();
    return;
  }
  const ids = ['tool', 'list'];
  if (['n', 'tool', 'call'].some((name) => before.get(name) !== now.get(name))) ids.push('side');
  go(location.href, ids, { push: false }).catch(failed);
}

export function start() {
  document.addEventListener('click', onClick);
  addEventListener('popstate', onPop);
  addEventListener('hashchange', () => { if (!$(':target')) land(location.hash); });
  if (location.hash && !$(':target')) land(location.hash);
  $('#list .items a[aria-current]')?.scrollIntoView({ block: 'nearest' });
}

// replaced notes that the address was changed without a fetch.
export function replaced(url) {
  history.replaceState(null, '', url);
  shown = location.pathname + location.search;
}
