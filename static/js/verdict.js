// Shows what /check says at the fields it concerns. Messages are text: parts in
// `backticks` become code, nothing becomes markup.

import { $, $$ } from './dom.js';

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

// lines are the messages about one place; those of the server are kept.
function lines(box, errors = [], warned = []) {
  const kept = $$('.by-server', box);
  box.replaceChildren(
    ...errors.map((e) => said('schema', '✕ Schema:', e)),
    ...warned.map((e) => said('warning', '▲', e)),
    ...kept,
  );
  return errors.length + kept.length > 0;
}

// show puts a result onto the form.
export function show(form, result) {
  for (const field of $$('.field', form)) {
    const pointer = field.dataset.pointer;
    const bad = lines($('[data-errors]', field), result.errors?.[pointer], result.warned?.[pointer]);
    field.classList.toggle('bad', bad);
    $('.control :is(input, textarea, select)', field).setAttribute('aria-invalid', String(bad));
  }
  lines($('#call-errors', form), result.errors?.['']);
  const notJSON = $('#json-error', form);
  notJSON.hidden = !result.notJSON;
  $('.text', notJSON).textContent = result.notJSON || '';
  const verdict = $('#call-verdict', form);
  verdict.className = `call-verdict ${result.verdict.state}`;
  verdict.setAttribute('aria-live', 'polite');
  if (verdict.textContent !== result.verdict.text) verdict.textContent = result.verdict.text;
  $('#preview', form).textContent = result.sends ?? result.json;
}
