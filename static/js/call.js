// The test call: three-way switches, the check while typing, form and JSON text
// in step, sending without a new page. What is typed is never replaced by an
// answer.

import { $, $$, announce, failed, fields, json, latest, page, replace, toast } from './dom.js';
import { show } from './verdict.js';
import * as draft from './draft.js';

const checkSignal = latest();
const states = { o: 'omit', n: 'null', v: 'value' };
let timer;
let sending = null; // the running call: its id and its clock
const answers = new Map(); // the last answers, by the key of their tool

const form = () => $('#call-form');
const mode = () => form().elements.mode.value;

// setState turns a field's switch.
function setState(field, state) {
  const radio = $(`.tri input[value="${state}"]`, field);
  if (radio && !radio.checked) radio.checked = true;
}

function changed() {
  draft.save(form());
  clearTimeout(timer);
  timer = setTimeout(() => check().catch(failed), 120);
}

// check asks what the schema says and brings the other text into step.
async function check() {
  if (!form()) return;
  const result = await json('/check', fields(form(), { action: 'check' }), checkSignal());
  if (mode() === 'form') form().elements.json.value = result.json;
  show(form(), result);
}

function onInput(event) {
  if (!event.target.closest('#call-form')) return;
  const field = event.target.closest('.field');
  if (field && event.target.closest('.control')) setState(field, 'value');
  if (field) $$('.by-server', field).forEach((said) => said.remove());
  changed();
}

function onKey(event) {
  const field = event.target.closest?.('.tri')?.closest('.field');
  const state = states[event.key];
  if (!field || !state || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  setState(field, state);
  $(`.tri input[value="${state}"]`, field).focus();
  if (state === 'value') $('.control :is(input, textarea, select)', field).focus();
  changed();
}

// takeDefault sends the default of a field explicitly.
function takeDefault(field) {
  const text = field.dataset.default;
  if (text === 'null') {
    setState(field, 'null');
  } else {
    const control = $('.control :is(input, textarea, select)', field);
    const decoded = text.startsWith('"') && !control.matches('select, .json');
    control.value = decoded ? JSON.parse(text) : text;
    setState(field, 'value');
  }
  changed();
}

// setMode turns to the form or to the JSON text. The form is made from the text,
// which must be JSON for that.
async function setMode(next) {
  if (mode() === next) return;
  clearTimeout(timer);
  await check(); // the text of the mode that is left counts
  if (next === 'form') {
    if (!$('#json-error').hidden) {
      toast('The form cannot show what is not JSON. The text is kept.');
      return;
    }
    const content = await page('/form', { body: fields(form()) });
    replace(content, 'fields');
  }
  form().elements.mode.value = next;
  $('#fields').hidden = $('#preview-box').hidden = next === 'json';
  $('#json-mode').hidden = next !== 'json';
  for (const button of $$('.mode', form())) button.setAttribute('aria-pressed', String(button.value === next));
  draft.save(form());
  if (next === 'json') $('#json').focus();
}

// running shows that a call is on its way, and for how long.
function running(on) {
  const send = $('#send');
  send.disabled = on;
  send.firstChild.textContent = on ? 'Sending … ' : 'Send ';
  $('#cancel').hidden = !on;
  clearInterval(sending?.clock);
  if (!on) {
    sending = null;
    return;
  }
  const began = performance.now();
  const verdict = $('#call-verdict');
  verdict.className = 'call-verdict';
  verdict.textContent = 'waiting';
  verdict.setAttribute('aria-live', 'off'); // a clock is not to be read out
  const tick = () => { verdict.textContent = `waiting ${Math.round((performance.now() - began) / 1000)} s`; };
  sending = { call: form().elements.call.value, clock: setInterval(tick, 1000) };
}

async function send() {
  if (sending || $('#send').disabled) return;
  form().elements.call.value = crypto.randomUUID(); // by which it can be cancelled
  const body = fields(form(), { action: 'send' });
  const at = form();
  running(true);
  try {
    const content = await page('/call', { fragment: 'call', body });
    remember(draft.key(at), content);
    if (form() === at) settle(content);
    else toast(`${body.get('tool')}: ${head(content)}`); // the reader is at another tool
  } catch (error) {
    if (form() === at) {
      running(false);
      check().catch(() => {});
    }
    failed(error);
  }
}

const head = (content) => $('.answer-head', content)?.textContent.trim() ?? '';

// remember keeps an answer for when its tool is shown again.
function remember(key, content) {
  answers.delete(key);
  answers.set(key, content.getElementById('answer').cloneNode(true));
  if (answers.size > 20) answers.delete(answers.keys().next().value);
}

// settle takes the answer over and leaves the controls as they are.
function settle(content) {
  running(false);
  const fresh = content.getElementById('call-form');
  if (!fresh || !form()) throw new Error('the answer is not a test call');
  for (const field of $$('.field', fresh)) {
    const here = $$('.field', form()).find((f) => f.dataset.pointer === field.dataset.pointer);
    if (!here) continue;
    here.classList.toggle('bad', field.classList.contains('bad'));
    $('[data-errors]', here).replaceChildren(...$('[data-errors]', field).childNodes);
  }
  for (const id of ['call-errors', 'send-bar', 'answer']) replace(content, id);
  announce(head(document));
  $('#answer').scrollIntoView({ block: 'nearest' });
}

function cancel() {
  const body = new URLSearchParams({ server: form().elements.server.value, call: form().elements.call.value });
  fetch('/cancel', { method: 'POST', body }).catch(failed);
}

// actions are what the buttons of the form do.
const actions = {
  send,
  cancel,
  check: () => check(),
  form: () => setMode('form'),
  json: () => setMode('json'),
};

function onSubmit(event) {
  if (event.target.id !== 'call-form') return;
  event.preventDefault();
  const action = event.submitter?.value || 'check';
  const field = event.submitter?.closest('.field');
  if (field) takeDefault(field);
  else Promise.resolve(actions[action]?.()).catch(failed);
}

// begin puts a draft back into a form that has just come onto the page.
function begin() {
  if (!form()) return;
  const kept = answers.get(draft.key(form()));
  if (kept && !$('.answer')) $('#answer').replaceWith(kept.cloneNode(true));
  if (draft.restore(form())) {
    const json = form().elements.mode.value === 'json';
    $('#fields').hidden = $('#preview-box').hidden = json;
    $('#json-mode').hidden = !json;
    for (const button of $$('.mode', form())) button.setAttribute('aria-pressed', String((button.value === 'json') === json));
    check().catch(failed);
  }
}

export const isSending = () => sending !== null;

// progress shows what the server says about a running call.
export function progress(call, text) {
  if (sending?.call === call && text) announce(text);
}

export function start() {
  document.addEventListener('input', onInput);
  document.addEventListener('keydown', onKey);
  document.addEventListener('submit', onSubmit);
  document.addEventListener('swapped', (event) => {
    if (!event.detail.includes('side')) return;
    clearInterval(sending?.clock);
    sending = null;
    begin();
  });
  begin();
}
