// The filter of the list, as it is typed. The server filters, so that a list of
// thousands costs the page no more than the few hundred that it shows.

import { $, failed, latest, page } from './dom.js';
import { replaced, take } from './nav.js';

const signal = latest();
let timer;

async function filter(input) {
  const url = new URL(location.href);
  if (input.value) url.searchParams.set('q', input.value);
  else url.searchParams.delete('q');
  url.searchParams.delete('first');
  const content = await page(url.pathname + url.search, { fragment: 'list', signal: signal() });
  take(content, ['list-body']);
  const now = new URL(location.href); // the reader may have gone on
  for (const name of ['q', 'first']) {
    if (url.searchParams.has(name)) now.searchParams.set(name, url.searchParams.get(name));
    else now.searchParams.delete(name);
  }
  replaced(now.pathname + now.search + now.hash);
}

// refresh fetches the list again, with its numbers.
export function refresh(content) {
  const fresh = content.getElementById('filter');
  const input = $('#filter');
  if (fresh && input) input.placeholder = fresh.placeholder;
  const summary = content.querySelector('#list summary');
  if (summary) $('#list summary')?.replaceWith(summary);
  take(content, ['list-body']);
}

// fold opens the list on a wide window, where it cannot be closed, and closes it
// on a narrow one that shows a tool.
function fold() {
  const wide = matchMedia('(min-width: 60rem)');
  const fit = () => {
    const box = $('#list details');
    if (box) box.open = wide.matches || !new URLSearchParams(location.search).has('n');
  };
  fit();
  wide.addEventListener('change', fit);
  document.addEventListener('swapped', (event) => { if (event.detail.includes('list') || event.detail.includes('side')) fit(); });
}

export function start() {
  fold();
  document.addEventListener('input', (event) => {
    if (event.target.id !== 'filter') return;
    clearTimeout(timer);
    timer = setTimeout(() => filter(event.target).catch(failed), 30);
  });
  document.addEventListener('submit', (event) => {
    if (!event.target.matches('.filter')) return;
    event.preventDefault(); // the list follows already: Enter opens the first
    $('#list .items a')?.click();
  });
}
