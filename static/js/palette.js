// The command palette: the search page as a box above the page, which follows as
// it is typed. The focus moves through what is found like through any list.

import { $, $$, failed, latest, page, replace, writing } from './dom.js';
import { go } from './nav.js';

const signal = latest();
let box; // the dialog, made at its first use
let timer;
let asked = Promise.resolve(); // until what is found belongs to what is typed

const links = () => $$('#found a, #found button', box).filter((e) => e.offsetParent);

// fetched is the search at the place shown now.
function fetched(text) {
  const url = new URL('/search' + location.search, location.href);
  url.searchParams.set('find', text);
  return page(url.pathname + url.search, { fragment: 'search', signal: signal() });
}

async function open() {
  if (box?.open) return;
  const content = await fetched('');
  if (!box) {
    box = document.createElement('dialog');
    box.className = 'palette';
    box.setAttribute('aria-label', 'Search and commands');
    box.addEventListener('keydown', onKey);
    box.addEventListener('click', onClick);
    box.addEventListener('submit', onSubmit);
    box.addEventListener('input', () => { clearTimeout(timer); timer = setTimeout(follow, 40); });
    document.body.append(box);
  }
  box.replaceChildren(content);
  for (const other of $$('[popover]:popover-open')) other.hidePopover();
  box.showModal();
  $('#find', box).focus();
}

// follow fetches what is found for the text that stands in the box.
function follow() {
  clearTimeout(timer);
  const text = $('#find', box).value;
  asked = fetched(text).then((content) => { replace(content, 'found'); });
  asked.catch(failed);
}

async function onSubmit(event) {
  event.preventDefault();
  if ($('#found', box).dataset.text !== $('#find', box).value) follow();
  await asked.catch(() => {});
  links()[0]?.click();
}

function onKey(event) {
  const all = links();
  const at = all.indexOf(document.activeElement);
  const input = $('#find', box);
  if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
    event.preventDefault();
    const next = at + (event.key === 'ArrowDown' ? 1 : -1);
    (all[next] ?? (next < 0 ? input : all.at(-1)))?.focus();
  } else if (at >= 0 && event.key.length === 1 && event.key !== ' ' && !event.ctrlKey && !event.metaKey && !event.altKey) {
    input.focus(); // the letter goes on in the box
  }
}

function onClick(event) {
  if (event.target === box) box.close(); // the ground around it
  const chosen = event.target.closest('#found a, #found button');
  if (!chosen || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
  box.close();
  if (chosen.dataset.press) $(chosen.dataset.press)?.click();
  else if (chosen.dataset.server && $('#tool') && chosen.dataset.server === $('#servers [aria-current]')?.dataset.server) {
    event.preventDefault();
    go(chosen.href, ['tool', 'side'], { from: chosen }).catch(failed);
  }
}

export function start() {
  document.addEventListener('keydown', (event) => {
    const command = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 'k';
    const slash = event.key === '/' && !event.ctrlKey && !event.metaKey && !event.altKey && !writing(event.target);
    if (event.defaultPrevented || !command && !slash || !$('#servers')) return;
    event.preventDefault();
    open().catch(failed);
  });
  document.addEventListener('click', (event) => {
    const link = event.target.closest?.('.search-link');
    if (!link || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    open().catch(failed);
  });
}
