// Keyboard shortcuts; views/topbar.go lists them on the page.

import { $, $$, writing } from './dom.js';

// step goes to the next or the previous tool of the list.
function step(by) {
  const links = $$('#list .items a');
  const at = links.findIndex((link) => link.hasAttribute('aria-current'));
  const next = links[at < 0 ? (by > 0 ? 0 : links.length - 1) : at + by];
  if (!next) return;
  next.scrollIntoView({ block: 'nearest' });
  next.click();
}

const keys = {
  f: () => {
    const box = $('#list details');
    if (box) box.open = true;
    $('#filter')?.select();
    $('#filter')?.focus();
  },
  j: () => step(1),
  k: () => step(-1),
  '?': () => $('#keys')?.togglePopover(),
};

export function start() {
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      const button = $('#send, #convert');
      if (!button) return;
      event.preventDefault();
      button.click();
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (writing(event.target)) {
      if (event.key === 'Escape') event.target.blur();
      return;
    }
    const action = keys[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  });
  document.addEventListener('click', (event) => {
    for (const menu of $$('details.menu[open]')) if (!menu.contains(event.target)) menu.open = false;
  });
}
