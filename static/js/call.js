// The test call: three-way switches, the check while typing, form and JSON text
// in step, sending without a new page. What is typed is never replaced by an
// answer.

import { $, $$, announce, failed, fields, json, latest, page, replace, toast } from './dom.js';
import { all, at, control, own, reveal, take } from './fields.js';
import { errorBox, show } from './verdict.js';
import * as draft from './draft.js';

const checkSignal = latest();
const states = { o: 'omit', n: 'null', v: 'value' };
let timer;
let queue = Promise.resolve(); // changes of the form, one after the other
let sending = null; // the running call: its id and its clock
const answers = new Map(); // the last answers, by the key of their tool

const form = () => $('#call-form');
const mode = () => form().elements.mode.value;

// setState turns a field's switch.
function setState(field, state) {
  const radio = own(field, `.tri > .${state}`);
  if (radio && !radio.checked) radio.checked = true;
}

function changed() {
  draft.save(form());
  clearTimeout(timer);
  timer = setTimeout(() => check().catch(failed), 120);
}

// check asks what the schema says and brings the other text into step. Where the
// input makes other fields of the form, those are fetched.
async function check() {
  const here = form();
  if (!here) return;
  const result = await json('/check', fields(here, { action: 'check' }), checkSignal());
  if (here !== form()) return;
  if (mode() === 'form') here.elements.json.value = result.json;
  show(here, result);
  if (mode() !== 'form' || result.shape === $('#fields').dataset.shape) return;
  if (!document.activeElement.matches('.key')) change('check'); // which is renamed while it is typed
}

// change does what a button of the form says. The form comes back from the server.
function change(action) {
  queue = queue.then(async () => {
    const here = form();
    if (!here) return;
    clearTimeout(timer);
    checkSignal();
    const body = fields(here, { action });
    const content = await page('/form', { body });
    if (here !== form()) return;
    take(here, content, body, action, sending !== null);
    draft.save(here);
  }).catch(failed);
  return queue;
}

function onInput(event) {
  const input = event.target;
  if (!input.closest('#call-form') || input.matches('.picker, .file, .branch select')) return;
  const field = input.closest('.field');
  if (field && input === control(field)) setState(field, 'value');
  const errors = field && own(field, '.errors');
  if (errors) $$('.by-server', errors).forEach((line) => line.remove());
  changed();
}

// onChange is for what makes other fields: an alternative, the key of a row.
function onChange(event) {
  const input = event.target;
  if (!input.closest('#call-form')) return;
  if (input.matches('.branch select')) change(`choose:${input.name.slice(2)}`);
  if (input.matches('.key')) change('check');
}

function onKey(event) {
  const field = event.target.closest?.('#call-form :is(.tri, .inside > summary)')?.closest('.field');
  const state = states[event.key];
  if (!field || !state || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  setState(field, state);
  own(field, `.tri > .${state}`).focus();
  if (state === 'value') control(field)?.focus();
  changed();
}

// showMode turns to the form or to the JSON text.
function showMode(next) {
  form().elements.mode.value = next;
  $('#fields').hidden = $('#preview-box').hidden = next === 'json';
  $('#json-mode').hidden = next !== 'json';
  for (const button of $$('.modes .mode', form())) button.setAttribute('aria-pressed', String(button.value === next));
}

// setMode asks for the other way to write the arguments. The form is made from
// the text, which must be JSON for that.
async function setMode(next) {
  if (mode() === next) return;
  clearTimeout(timer);
  await queue;
  await check(); // the text of the mode that is left counts
  if (next === 'form') {
    if (!$('#json-error').hidden) {
      toast('The form cannot show what is not JSON. The text is kept.');
      return;
    }
    const body = fields(form(), { action: 'form' });
    const content = await page('/form', { body });
    if (content.getElementById('fields').hidden) {
      toast(content.querySelector('#fields .empty')?.textContent.trim() || 'The form cannot show these arguments.');
      return;
    }
    take(form(), content, null, '', sending !== null);
  }
  showMode(next);
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

// send makes a call: with the form, or with a call of the session once more.
async function send(action = 'send', settled = settle) {
  if (sending || $('#send').disabled) return;
  await queue;
  if (sending || !form()) return;
  form().elements.call.value = crypto.randomUUID(); // by which it can be cancelled
  const body = fields(form(), { action });
  const here = form();
  running(true);
  try {
    const content = await page('/call', { fragment: 'call', body });
    remember(draft.key(here), content);
    if (form() === here) settled(content);
    else toast(`${body.get('tool')}: ${head(content)}`); // the reader is at another tool
  } catch (error) {
    if (form() === here) {
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
  for (const field of all(fresh)) {
    const here = at(field.dataset.pointer, form());
    if (!here) continue;
    here.classList.toggle('bad', field.classList.contains('bad'));
    const errors = own(field, '.errors');
    if (errors) errorBox(here).replaceChildren(...errors.childNodes);
    else own(here, '.errors')?.remove();
  }
  for (const id of ['call-errors', 'send-bar', 'answer', 'calls']) replace(content, id);
  announce(head(document));
  $('#answer').scrollIntoView({ block: 'nearest' });
}

// settleAgain takes the whole column: the form shows what was sent again.
function settleAgain(content) {
  running(false);
  replace(content, 'call');
  draft.save(form());
  announce(head(document));
  $('#answer').scrollIntoView({ block: 'nearest' });
}

function cancel() {
  const body = new URLSearchParams({ server: form().elements.server.value, call: form().elements.call.value });
  fetch('/cancel', { method: 'POST', body }).catch(failed);
}

// actions are what the buttons of the form do; all others change the form.
const actions = {
  send: () => send(),
  cancel,
  check: () => check(),
  form: () => setMode('form'),
  json: () => setMode('json'),
};

function onSubmit(event) {
  if (event.target.id !== 'call-form') return;
  event.preventDefault();
  const action = event.submitter?.value || 'check';
  $('.fill-menu', form()).open = false;
  if (action.startsWith('again:')) send(action, settleAgain).catch(failed);
  else if (actions[action]) Promise.resolve(actions[action]()).catch(failed);
  else change(action);
}

function onClick(event) {
  const problem = event.target.closest?.('#problem-list a');
  const field = problem && at(problem.dataset.field, form());
  if (field) {
    event.preventDefault();
    reveal(field);
  }
  const call = event.target.closest?.('#calls a');
  if (call) draft.forget(call.href);
}

// begin puts a draft back into a form that has just come onto the page.
async function begin() {
  const here = form();
  if (!here) return;
  const posted = fields(here);
  const kept = answers.get(draft.key(here));
  if (kept && !$('.answer')) $('#answer').replaceWith(kept.cloneNode(true));
  const back = await draft.restore(here);
  if (!back && here.dataset.opened) draft.save(here);
  if (!back || here !== form()) return;
  const { content, values } = back;
  here.elements.timeout.value = values.get('timeout') ?? here.elements.timeout.value;
  here.elements.json.value = values.get('json') ?? '';
  take(here, content, posted, '', sending !== null);
  showMode(values.get('mode') === 'json' ? 'json' : 'form');
}

// recheck is for a send bar that came with another form's verdict.
export const recheck = () => check().catch(failed);
export const isSending = () => sending !== null;

// progress shows what the server says about a running call.
export function progress(call, text) {
  if (sending?.call === call && text) announce(text);
}

export function start() {
  document.addEventListener('input', onInput);
  document.addEventListener('change', onChange);
  document.addEventListener('keydown', onKey);
  document.addEventListener('submit', onSubmit);
  document.addEventListener('click', onClick);
  document.addEventListener('swapped', (event) => {
    if (!event.detail.includes('side')) return;
    clearInterval(sending?.clock);
    sending = null;
    begin().catch(failed);
  });
  begin().catch(failed);
}
