// The page for a schema without a server: converts while typing, takes files
// that are picked or dropped, copies the result.

import { $, announce, failed, latest, page, replace, toast } from './dom.js';
import { land } from './nav.js';

const signal = latest();
const live = 100_000; // characters: a longer text is converted when it is pasted or on request
let timer;

const form = () => $('#convert-form');
const text = () => form().elements.text;
const file = () => form().elements.file;

// posted is the form as it would be posted. A file that was picked counts, to
// the byte; the text area shows it.
function posted(more) {
  const body = new FormData(form());
  if (file().files.length) body.set('text', '');
  for (const [name, value] of Object.entries(more)) body.set(name, value);
  return body;
}

async function convert(more = {}, hash = '') {
  clearTimeout(timer);
  const content = await page('/convert', { fragment: 'convert', body: posted(more), signal: signal() });
  const fresh = replace(content, 'converted');
  announce(fresh.dataset.outcome);
  if (hash) land(hash);
  else if ('show' in more) $('#result').scrollTop = 0;
}

// takeFile shows the text of a file.
async function takeFile() {
  const [picked] = file().files;
  if (!picked) return;
  text().value = await picked.text();
  await convert();
}

// stale tells that the result is that of an earlier text. The answer to a
// conversion brings a fresh one.
function stale(is) {
  if (is && !$('#converted.stale')) announce($('.stale-note').textContent);
  $('#converted').classList.toggle('stale', is);
}

function onInput(event) {
  if (event.target !== text()) return;
  file().value = '';
  clearTimeout(timer);
  const pasted = event.inputType === 'insertFromPaste' || event.inputType === 'insertFromDrop';
  stale(text().value.length > live && !pasted);
  if (pasted || text().value.length <= live) timer = setTimeout(() => convert().catch(failed), pasted ? 0 : 200);
}

async function example() {
  const content = await page('/convert', { body: posted({ action: 'example' }) });
  text().value = $('#schema-text', content).value;
  file().value = '';
  await convert();
}

function onSubmit(event) {
  const { name, value, formAction } = event.submitter || {};
  if (value === 'download' || value === 'raw') return; // not of this page
  event.preventDefault();
  const done = value === 'example' ? example() : name === 'show' ? convert({ show: value }, new URL(formAction).hash) : convert();
  done.catch(failed);
}

// copy asks for the whole converted text: the page may show a part of it.
async function copy() {
  const response = await fetch('/convert', { method: 'POST', body: posted({ action: 'raw' }) });
  if (!(response.headers.get('Content-Type') || '').startsWith('application/json')) throw new Error('There is nothing to copy.');
  await navigator.clipboard.writeText(await response.text());
  announce('Copied');
  toast('The converted schema is copied.');
}

// mark selects the character at a line and a column in bytes.
function mark({ line, column }) {
  const lines = text().value.split('\n');
  const before = new TextEncoder().encode(lines[line - 1] ?? '').slice(0, column - 1);
  const at = lines.slice(0, line - 1).reduce((n, l) => n + l.length + 1, 0) + new TextDecoder().decode(before).length;
  text().setSelectionRange(at, at);
  text().blur(); // the focus that follows brings the place into view
  text().focus();
  text().setSelectionRange(at, at + 1);
}

function onClick(event) {
  const button = event.target.closest?.('button');
  if (button?.matches('[data-copy]')) copy().catch(failed);
  if (button?.matches('[data-line]')) mark(button.dataset);
}

function onDrop(event) {
  if (!event.dataTransfer?.types.includes('Files')) return;
  event.preventDefault();
  form().classList.toggle('over', event.type === 'dragover');
  if (event.type !== 'drop') return;
  file().files = event.dataTransfer.files;
  takeFile().catch(failed);
}

export function start() {
  if (!form()) return;
  form().addEventListener('input', onInput);
  form().addEventListener('submit', onSubmit);
  form().addEventListener('change', (event) => {
    if (event.target === file()) takeFile().catch(failed);
    else if (event.target.matches('select, [name=repair]')) convert().catch(failed);
  });
  document.addEventListener('click', onClick);
  for (const type of ['dragover', 'dragleave', 'drop']) document.addEventListener(type, onDrop);
  // A browser that goes back or reloads brings the text and not its result.
  addEventListener('pageshow', () => { if (text().value && $('.convert-welcome')) convert().catch(failed); });
}
