// Links between places of one server are followed without a new page: the parts
// that change are taken from it, so that what was typed, the answer and the
// scroll position of the list stay.

import { $, $$, announce, failed, latest, page, replace } from './dom.js';

const signal = latest();
let shown = location.pathname + location.search;
let moving = Promise.resolve(); // the way to another place, while it lasts

// arrived waits until the page shows the place that was asked for last.
export async function arrived() {
  for (let seen; seen !== moving;) {
    seen = moving;
    await seen.catch(() => {}); // who went there says what failed
  }
}

// keep carries parameters of the present address over to another.
function keep(url, names) {
  const now = new URLSearchParams(location.search);
  for (const name of names) {
    if (now.has(name)) url.searchParams.set(name, now.get(name));
    else url.searchParams.delete(name);
  }
}

// go shows the place of an address: ids are the parts to take from it.
export function go(href, ids, options = {}) {
  moving = move(href, ids, options);
  return moving;
}

async function move(href, ids, { push = true, from } = {}) {
  const url = new URL(href, location.href);
  const content = await page(url.pathname + url.search, { signal: signal() });
  if (push) history.pushState(null, '', url.pathname + url.search);
  shown = url.pathname + url.search;
  take(content, ids);
  if (from) settle(ids, from);
  if (ids.includes('tool')) land(url.hash);
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
  if (ids.includes('tool')) for (const id of around) replace(content, id);
  if (elsewhere(content, ids)) replace(content, 'list-body');
  const title = $('#tool')?.dataset.title;
  if (title) document.title = title;
  markCurrent();
  document.dispatchEvent(new CustomEvent('swapped', { detail: ids }));
}

// around are the links outside of the middle that lead on from the place shown.
const around = ['target', 'convert-link'];

// elsewhere reports whether the tool shown stands in a part of the list that is
// not on the page.
function elsewhere(content, ids) {
  if (ids.some((id) => id.startsWith('list'))) return false;
  const fresh = content.querySelector('#list .items a[aria-current]');
  const n = fresh && new URL(fresh.href, location.href).searchParams.get('n');
  return n !== null && !$$('#list .items a').some((link) => new URL(link.href).searchParams.get('n') === n);
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

// another part of the list, at the place shown now: the link may be older.
function another(link) {
  const url = new URL(location.href);
  for (const name of ['level', 'first']) {
    if (link.searchParams.has(name)) url.searchParams.set(name, link.searchParams.get(name));
    else url.searchParams.delete(name);
  }
  url.hash = '';
  return url;
}

function onClick(event) {
  const link = event.target.closest?.('a[data-swap]');
  if (!link || event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const url = new URL(link.href);
  if (url.origin !== location.origin) return;
  event.preventDefault();
  const ids = link.dataset.swap.split(' ');
  if (link.closest('.items')) keep(url, ['tab']);
  if (!ids.some((id) => id.startsWith('list'))) keep(url, link.closest('.items') ? ['q', 'level', 'first'] : ['q', 'level']);
  const to = ids.includes('list-body') ? another(url) : url;
  go(to.href, ids, { from: link }).catch(failed);
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
  $('#servers [aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
}

// replaced notes that the address was changed without a fetch.
export function replaced(url) {
  history.replaceState(null, '', url);
  shown = location.pathname + location.search;
}
