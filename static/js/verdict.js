// Shows what /check says at the fields it concerns. Messages are text: parts in
// `backticks` become code, nothing becomes markup.

import { $, $$ } from './dom.js';
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
function lines(box, errors = [], warned = [], unread = []) {
  const kept = $$('.by-server', box);
  box.replaceChildren(
    ...unread.map((e) => said('schema', '✕ Input:', e)),
    ...errors.map((e) => said('schema', '✕ Schema:', e)),
    ...warned.map((e) => said('warning', '▲', e)),
    ...kept,
  );
  return unread.length + errors.length + kept.length > 0;
}

function showField(field, errors, warned, unread) {
  let bad = false;
  if (errors || warned || unread || own(field, '.errors')) {
    const box = errorBox(field);
    bad = lines(box, errors, warned, unread);
    if (!box.firstChild) box.remove();
  }
  field.classList.toggle('bad', bad);
  control(field)?.setAttribute('aria-invalid', String(bad));
}

function listProblems(form, problems = []) {
  const list = $('#problem-list', form);
  list.hidden = !problems.length;
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

// show puts a result onto the form.
export function show(form, result) {
  for (const field of all(form)) {
    const { pointer } = field.dataset;
    showField(field, result.errors[pointer], result.warned[pointer], result.unread[pointer]);
  }
  for (const inside of $$('.inside', form)) {
    const bad = $$('.field.bad', inside).length;
    if (bad) inside.firstElementChild.dataset.bad = `${bad} ✕`;
    else delete inside.firstElementChild.dataset.bad;
  }
  lines($('#call-errors', form), result.errors?.['']);
  listProblems(form, result.problems);
  const notJSON = $('#json-error', form);
  notJSON.hidden = !result.notJSON;
  $('.text', notJSON).textContent = result.notJSON || '';
  const verdict = $('#call-verdict', form);
  verdict.className = `call-verdict ${result.verdict.state}`;
  verdict.setAttribute('aria-live', 'polite');
  if (verdict.textContent !== result.verdict.text) verdict.textContent = result.verdict.text;
  $('#preview', form).textContent = result.sends;
}
