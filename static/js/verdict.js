// Shows what /check says at the fields it concerns. Messages are text: parts in
// `backticks` become code, nothing becomes markup.

import { $, $$ } from './dom.js';
import { mark } from './editor.js';
import { all, control, own } from './fields.js';

function said(kind, who, message) {
  const line = document.createElement('p');
  line.className = `said by-${kind}`;
  const label = document.createElement('b');
  label.textContent = who;
  line.append(label, ' ', ...prose(message));
  return line;
}

function prose(text) {
  const parts = text.split('`');
  if (parts.length % 2 === 0) parts.push(parts.splice(-2).join('`'));
  return parts.map((part, i) => {
    if (i % 2 === 0) return part;
    const code = document.createElement('code');
    code.textContent = part;
    return code;
  });
}

// errorBox is where the messages about a field stand; it is there while there are
// any.
export function errorBox(field) {
  let box = own(field, '.errors');
  if (box) return box;
  box = document.createElement('div');
  box.className = 'errors';
  const id = control(field)?.getAttribute('aria-describedby')?.split(' ').pop();
  if (id) box.id = id;
  const inside = own(field, '.inside');
  if (inside) inside.before(box);
  else field.append(box);
  return box;
}

// lines are the messages about one place; those of the server are kept.
function lines(box, errors = [], warned = [], unread = [], other = []) {
  const kept = $$('.by-server', box);
  box.replaceChildren(
    ...unread.map((e) => said('schema', '✕ Input:', e)),
    ...other,
    ...errors.map((e) => said('schema', '✕ Schema:', e)),
    ...warned.map((e) => said('warning', '▲', e)),
    ...kept,
  );
  return unread.length + errors.length + kept.length > 0;
}

// otherwise is the button that sends what is typed as other JSON.
function otherwise(pointer, text) {
  if (!text) return [];
  const button = document.createElement('button');
  button.className = 'small-button';
  button.name = 'action';
  button.value = `quote:${pointer}`;
  button.title = 'Write it as JSON text, and send it though the schema wants something else';
  button.textContent = `Send ${text.length > 40 ? `${text.slice(0, 40)}…` : text}`;
  return [button];
}

function showField(field, errors, warned, unread, other) {
  let bad = false;
  if (errors || warned || unread || own(field, '.errors')) {
    const box = errorBox(field);
    bad = lines(box, errors, warned, unread, otherwise(field.dataset.pointer, other));
    if (!box.firstChild) box.remove();
  }
  field.classList.toggle('bad', bad);
  control(field)?.setAttribute('aria-invalid', String(bad));
}

function listProblems(form, problems = []) {
  const list = $('#problem-list', form);
  list.hidden = !problems.length || form.elements.mode.value === 'json';
  $('ul', list).replaceChildren(...problems.map((p) => {
    const item = document.createElement('li');
    const link = document.createElement('a');
    link.href = '#fields';
    link.dataset.field = p.field;
    link.textContent = p.at;
    item.append(link, ' ', ...prose(p.text));
    return item;
  }));
}

// listInText is every problem of the JSON text with its place in it.
function listInText(form, problems = []) {
  const list = $('#json-problems', form);
  list.hidden = !problems.length;
  list.replaceChildren(...problems.map((p) => {
    const item = document.createElement('li');
    const link = document.createElement('a');
    link.href = '#json';
    link.dataset.from = p.from;
    link.dataset.to = p.to;
    link.textContent = p.place;
    item.append(link, ' ', ...prose(p.text));
    return item;
  }));
}

// show puts a result onto the form.
export function show(form, result) {
  for (const field of all(form)) {
    const { pointer } = field.dataset;
    showField(field, result.errors[pointer], result.warned[pointer], result.unread[pointer], result.others[pointer]);
  }
  for (const inside of $$('.inside', form)) {
    const bad = $$('.field.bad', inside).length;
    if (bad) inside.firstElementChild.dataset.bad = `${bad} ✕`;
    else delete inside.firstElementChild.dataset.bad;
  }
  lines($('#call-errors', form), result.errors?.['']);
  listProblems(form, result.problems);
  if (form.elements.mode.value === 'json') {
    listInText(form, result.problems);
    mark(result.problems);
  }
  const notJSON = $('#json-error', form);
  notJSON.hidden = !result.notJSON;
  $('.text', notJSON).textContent = result.notJSON || '';
  const verdict = $('#call-verdict', form);
  verdict.className = `call-verdict ${result.verdict.state}`;
  verdict.setAttribute('aria-live', 'polite');
  if (verdict.textContent !== result.verdict.text) verdict.textContent = result.verdict.text;
  $('#preview', form).textContent = result.sends;
}
