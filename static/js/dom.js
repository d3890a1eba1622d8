// What the other modules share: fetching pages of our own and taking parts of
// them, announcing, small helpers. This is the only place where text becomes
// HTML, and the only text it takes is an HTML answer of this origin.

const policy = globalThis.trustedTypes
  ? trustedTypes.createPolicy('fragment', { createHTML: (html) => html })
  : { createHTML: (html) => html };

export const $ = (selector, within = document) => within.querySelector(selector);
export const $$ = (selector, within = document) => [...within.querySelectorAll(selector)];

// parse makes a fragment of an answer of ours; anything else is an error.
async function parse(response) {
  const type = response.headers.get('Content-Type') || '';
  if (new URL(response.url).origin !== location.origin || !type.startsWith('text/html')) {
    throw new Error(`unexpected answer: ${response.status} ${type}`);
  }
  const template = document.createElement('template');
  template.innerHTML = policy.createHTML(await response.text());
  if (!response.ok) {
    throw new Error($('h1', template.content)?.textContent.trim() || `status ${response.status}`);
  }
  return template.content;
}

// page fetches a page, or a part of one by the X-Fragment header.
export async function page(url, { fragment, body, signal } = {}) {
  const headers = fragment ? { 'X-Fragment': fragment } : {};
  return parse(await fetch(url, { method: body ? 'POST' : 'GET', headers, body, signal }));
}

// json posts a form and reads a JSON answer.
export async function json(url, body, signal) {
  const response = await fetch(url, { method: 'POST', body, signal });
  if (!response.ok) throw new Error(`status ${response.status}`);
  return response.json();
}

// fields is a form as it would be posted, with more parameters or others.
export function fields(form, more = {}) {
  const data = new URLSearchParams(new FormData(form));
  for (const [name, value] of Object.entries(more)) data.set(name, value);
  return data;
}

// replace puts the element with an id in the place of the one on the page.
export function replace(content, id) {
  const fresh = content.getElementById(id);
  const old = document.getElementById(id);
  if (fresh && old) old.replaceWith(fresh);
  return fresh;
}

// announce tells a screen reader what changed elsewhere on the page.
export function announce(text) {
  const status = document.getElementById('status');
  if (status) status.textContent = text;
}

// toast says what went wrong, for a while.
export function toast(text) {
  $('.toast')?.remove();
  const box = document.createElement('p');
  box.className = 'toast';
  box.setAttribute('role', 'alert');
  box.textContent = text;
  document.body.append(box);
  setTimeout(() => box.remove(), 6000);
}

// failed reports an error of a fetch, unless it was given up on purpose.
export function failed(error) {
  if (error.name === 'AbortError') return;
  toast(error instanceof TypeError ? 'mcploupe does not answer. Is it still running?' : error.message);
}

// latest makes a signal per use that gives up the use before.
export function latest() {
  let controller;
  return () => {
    controller?.abort();
    controller = new AbortController();
    return controller.signal;
  };
}

// writing reports whether an element takes letters.
export function writing(element) {
  return element?.matches?.('input:not([type="radio"], [type="checkbox"]), textarea, select, [contenteditable]') ?? false;
}
