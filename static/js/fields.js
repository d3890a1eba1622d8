// The fields of the form on the page: finding them, and putting those of an
// answer in their place without losing what was typed meanwhile, what was folded
// and where the reader was.

import { $, $$ } from './dom.js';
import { renew } from './morph.js';

const inputs = 'input:not([type="hidden"]), select, textarea, button, summary';

export const all = (within = document) => $$('.field', within);
export const at = (pointer, within = document) => all(within).find((f) => f.dataset.pointer === pointer);
export const own = (field, selector) => field.querySelector(`:scope > ${selector}`);
export const control = (field) => own(field, '.control > :first-child');

// typedSince keeps what was typed after a form was posted.
function typedSince(form, posted, fresh) {
  const named = new Map($$('[name]', fresh).map((e) => [e.type === 'radio' ? `${e.name}=${e.value}` : e.name, e]));
  for (const [name, value] of new FormData(form)) {
    if (!/^[svkb]:/.test(name) || posted.get(name) === value) continue;
    const radio = named.get(`${name}=${value}`);
    if (radio) radio.checked = true;
    else if (named.has(name)) named.get(name).value = value;
  }
}

function folds(old, fresh) {
  const shut = new Set($$('.inside:not([open])', old).map((d) => d.parentElement.dataset.pointer));
  for (const inside of $$('.inside', fresh)) if (shut.has(inside.parentElement.dataset.pointer)) inside.open = false;
}

// here remembers where the focus is, to find it again among other fields.
function here(old) {
  const e = document.activeElement;
  if (!old.contains(e)) return () => {};
  const index = $$(inputs, old).indexOf(e);
  const selection = e.selectionStart == null ? null : [e.selectionStart, e.selectionEnd];
  return (fresh) => {
    const list = $$(inputs, fresh);
    const same = (f) => f.name === e.name && f.type === e.type && (e.name?.startsWith('v:') || f.value === e.value);
    const found = (e.name && list.find(same)) || list[Math.min(index, list.length - 1)];
    found?.focus({ preventScroll: true });
    if (selection && found?.name === e.name) found.setSelectionRange?.(...selection);
  };
}

// aim is what to focus after an action about a field.
function aim(field, verb) {
  if (verb === 'up' || verb === 'down') {
    return $(`:scope > .meta > .tool[data-tool="${verb}:"]:enabled`, field) || $(':scope > .meta > .tool:enabled', field);
  }
  const key = own(field, '.key');
  if (verb === 'add' && key) return key;
  return (verb === 'choose' && own(field, '.branch select')) || control(field) ||
    $('.inside .control > :first-child', field) || $('.add, .open', field) || $('.tri :checked', field);
}

// retype replaces a text so that it can be undone.
function retype(area, text) {
  area.focus();
  area.select();
  if (text.length > 100_000 || !document.execCommand('insertText', false, text)) area.value = text;
}

// take puts the parts of an answer into the form. posted is what it answers.
export function take(form, content, posted, action = '', posting = false) {
  const old = $('#fields');
  const fresh = content.getElementById('fields');
  const [verb, rest] = action.split(':');
  const moved = ['remove', 'up', 'down', 'reset'].includes(verb); // names stand for other fields now
  const back = here(old);
  folds(old, fresh);
  if (posted && !moved) typedSince(form, posted, fresh);
  fresh.hidden = old.hidden;
  old.replaceWith(fresh);
  const text = content.getElementById('json').value;
  const json = form.elements.json;
  if (form.elements.mode.value !== 'json') json.value = text;
  else if (posted && json.value === posted.get('json') && json.value !== text) retype(json, text);
  renew(content, 'call-errors');
  renew(content, 'json-problems');
  if (!posting) renew(content, 'send-bar');
  const field = rest !== undefined && fresh.dataset.focus !== undefined && at(fresh.dataset.focus, fresh);
  const target = field && aim(field, verb);
  if (!target) {
    back(fresh);
    return;
  }
  target.focus();
  if (verb === 'add') target.select?.();
}

// reveal unfolds what is around a field and goes there.
export function reveal(field) {
  for (let e = field; e; e = e.parentElement) if (e.tagName === 'DETAILS') e.open = true;
  (control(field) || own(field, '.name'))?.focus();
}
