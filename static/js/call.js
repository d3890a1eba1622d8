// The test call: three-way switches, the check while typing, form and JSON text
// in step, sending without a new page. What is typed is never replaced by an
// answer.

import { $, $$, announce, failed, fields, json, latest, page, replace, toast } from './dom.js';
import { all, at, control, own, reveal, take } from './fields.js';
import { errorBox, show } from './verdict.js';
import { renew } from './morph.js';
import * as draft from './draft.js';

const checkSignal = latest();
const states = { o: 'omit', n: 'null', v: 'value' };
let timer;
let queue = Promise.resolve(); // changes of the form, one after the other
let posting = false; // a call is being posted
let clock; // counts the seconds of the call on its way
const mine = new Set(); // calls that this page began

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
    take(here, content, body, action, posting);
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
    take(form(), content, null, '', posting);
  }
  showMode(next);
  draft.save(form());
  if (next === 'json') $('#json').focus();
}

// onItsWay is the id of the call that the page shows in the place of an answer.
const onItsWay = () => $('#answer .running')?.dataset.call;

// sending shows that a call is being posted: the answer says the rest.
function sending(on) {
  posting = on;
  const send = $('#send');
  if (!send) return;
  send.disabled = on;
  send.firstChild.textContent = on ? 'Sending … ' : 'Send ';
}

// tick counts the seconds of the call on its way, and looks for its end where no
// event told of it.
function tick() {
  clearInterval(clock);
  const box = $('#answer .running');
  if (!box) return;
  const call = box.dataset.call;
  const began = performance.now() - Number(box.dataset.seconds) * 1000;
  clock = setInterval(() => {
    if (!box.isConnected) return;
    const seconds = Math.round((performance.now() - began) / 1000);
    $('.clock', box).textContent = `${seconds} s`;
    if (seconds % 15 === 0) look(call).catch(failed);
  }, 1000);
}

// send makes a call: with the form, or with a call of the session once more.
async function send(action = 'send', settled = settle) {
  if (posting || $('#send').disabled) return;
  await queue;
  if (posting || !form()) return;
  form().elements.call.value = crypto.randomUUID(); // by which it can be cancelled
  const body = fields(form(), { action });
  const here = form();
  mine.add(body.get('call'));
  sending(true);
  try {
    const content = await page('/call', { fragment: 'call', body });
    posting = false;
    if (form() === here) settled(content, body);
  } catch (error) {
    posting = false;
    if (form() === here) {
      sending(false);
      check().catch(() => {});
    }
    failed(error);
  }
}

const head = () => $('.answer-head')?.innerText.trim() ?? '';

// settle takes an answer over, or how far it is, and leaves the controls as they
// are.
function settle(content, posted) {
  const fresh = content.getElementById('call-form');
  if (!fresh || !form()) throw new Error('the answer is not a test call');
  const refused = $('#call-errors .said', fresh)?.textContent.startsWith('✕ Not sent');
  const same = posted && JSON.stringify([...posted]) === JSON.stringify([...fields(form(), { action: posted.get('action') })]);
  if (same || fresh.elements.json.value === form().elements.json.value) {
    takeErrors(fresh);
    if (mode() === 'form') form().elements.json.value = fresh.elements.json.value;
  }
  for (const id of ['call-errors', 'send-bar', 'answer', 'calls']) renew(content, id);
  tick();
  if (onItsWay()) return;
  if (refused) {
    const first = $('.field > .errors > .by-schema', form())?.closest('.field');
    announce($('#call-errors').textContent.trim());
    if (first) reveal(first);
    return;
  }
  announce(head());
  bringIntoSight();
}

// bringIntoSight shows the field that the server speaks of, else the answer. The
// bar with Send stays where it is, and says how the call ended.
function bringIntoSight() {
  const first = $('.field > .errors > .by-server', form())?.closest('.field');
  (first || $('.answer-head'))?.scrollIntoView({ block: 'nearest' });
}

// takeErrors takes what an answer says at the fields.
function takeErrors(fresh) {
  for (const field of all(fresh)) {
    const here = at(field.dataset.pointer, form());
    if (!here) continue;
    here.classList.toggle('bad', field.classList.contains('bad'));
    const errors = own(field, '.errors');
    if (errors) errorBox(here).replaceChildren(...errors.childNodes);
    else own(here, '.errors')?.remove();
  }
}

// settleAgain takes the whole column: the form shows what was sent again.
function settleAgain(content) {
  replace(content, 'call');
  tick();
  draft.save(form());
  announce(head());
  bringIntoSight();
}

// look fetches how a call stands, or the newest one of the tool.
async function look(call) {
  const here = form();
  if (!here || posting) return;
  const query = new URLSearchParams(new FormData(here));
  for (const name of [...query.keys()]) if (!['server', 'tool', 'n', 'tab', 'as', 'target'].includes(name)) query.delete(name);
  if (call) query.set('call', call);
  const content = await page(`/call?${query}`);
  if (here !== form() || posting) return;
  const now = $('.running', content)?.dataset.call;
  if (now !== onItsWay() || call && call === onItsWay() && !now) {
    settle(content);
    check().catch(failed);
  } else {
    renew(content, 'calls');
  }
}

const lookSoon = (() => {
  let soon;
  return (call) => {
    clearTimeout(soon);
    soon = setTimeout(() => look(call).catch(failed), 60);
  };
})();

function cancel(button) {
  const body = new URLSearchParams({ server: form().elements.server.value, cancel: button.value });
  fetch('/cancel', { method: 'POST', headers: { 'X-Fragment': 'call' }, body }).catch(failed);
}

// actions are what the buttons of the form do; all others change the form.
const actions = {
  send: () => send(),
  check: () => check(),
  form: () => setMode('form'),
  json: () => setMode('json'),
};

function onSubmit(event) {
  if (event.target.id !== 'call-form') return;
  event.preventDefault();
  if (event.submitter?.name === 'cancel') {
    cancel(event.submitter);
    return;
  }
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
  const place = event.target.closest?.('#json-problems a');
  if (place) {
    event.preventDefault();
    const json = $('#json');
    json.focus();
    json.setSelectionRange(Number(place.dataset.from), Number(place.dataset.to));
  }
  const call = event.target.closest?.('#calls a');
  if (call) draft.forget(call.href);
}

// begin puts a draft back into a form that has just come onto the page.
async function begin() {
  const here = form();
  if (!here) return;
  clearTimeout(timer); // a check of the form that was here before
  checkSignal();
  const posted = fields(here);
  tick();
  const back = await draft.restore(here);
  if (!back && here.dataset.opened) draft.save(here);
  if (!back || here !== form()) return;
  const { content, values } = back;
  here.elements.timeout.value = values.get('timeout') ?? here.elements.timeout.value;
  here.elements.json.value = values.get('json') ?? '';
  take(here, content, posted, '', posting);
  showMode(values.get('mode') === 'json' ? 'json' : 'form');
}

// recheck is for a send bar that came with another form's verdict.
export const recheck = () => check().catch(failed);
export const isSending = () => posting || Boolean(onItsWay());

// again looks for what happened while no events came.
export const again = () => { if (onItsWay()) lookSoon(onItsWay()); };

// became follows a call: of this page, or of another one.
export function became({ call, tool, progress, done, total, outcome }) {
  if (!form()) return;
  if (call !== onItsWay()) {
    if (outcome && mine.has(call) && tool !== form().elements.tool.value) toast(`${tool}: ${outcome}`);
    if (!posting && (outcome || !progress)) lookSoon();
    return;
  }
  if (outcome) {
    lookSoon(call);
    return;
  }
  const bar = $('#answer progress');
  if (total) {
    bar.max = total;
    bar.value = done;
  }
  if (!progress || $('.progress-text').textContent === progress) return;
  $('.progress-text').textContent = progress;
  announce(progress);
}

// swapped follows the address: the schema may be read as another dialect now.
function swapped(event) {
  if (event.detail.includes('side')) {
    begin().catch(failed);
    return;
  }
  const now = new URLSearchParams(location.search);
  let moved = false;
  for (const name of ['tab', 'as', 'target']) {
    const value = now.get(name) ?? '';
    let input = form()?.elements[name];
    if (!form() || (input?.value ?? '') === value) continue;
    if (!input) {
      input = document.createElement('input');
      input.type = 'hidden';
      input.name = name;
      form().append(input);
    }
    input.value = value;
    moved = true;
  }
  if (moved) change('check');
}

export function start() {
  document.addEventListener('input', onInput);
  document.addEventListener('change', onChange);
  document.addEventListener('keydown', onKey);
  document.addEventListener('submit', onSubmit);
  document.addEventListener('click', onClick);
  document.addEventListener('swapped', swapped);
  begin().catch(failed);
}
