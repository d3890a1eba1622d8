// Keeps what is typed for a tool while its page is away: in the session storage
// of this tab, which ends with it.

import { page } from './dom.js';

const name = (server, n, tool) => ['draft', server, n, tool].join('\n');
export const key = (form) => name(form.elements.server?.value, form.elements.n?.value, form.elements.tool?.value);
const kept = (input) => /^[svbkm]:/.test(input) || ['json', 'mode', 'timeout'].includes(input);
const entries = (form) => [...new FormData(form)].filter(([input]) => kept(input));

// save keeps the inputs of a form, and which call they came from.
export function save(form) {
  const draft = { opened: form.dataset.opened, inputs: entries(form) };
  try { sessionStorage.setItem(key(form), JSON.stringify(draft)); } catch { /* no room: nothing is kept */ }
}

// forget drops the draft of the tool that an address is about.
export function forget(url) {
  const q = new URL(url).searchParams;
  sessionStorage.removeItem(name(q.get('server') ?? undefined, q.get('n') ?? undefined, q.get('tool') ?? undefined));
}

// restore fetches the form with what was kept, where that is another one than the
// form on the page. A call that was put into it goes before what was kept.
export async function restore(form) {
  let draft;
  try { draft = JSON.parse(sessionStorage.getItem(key(form))); } catch { return null; }
  if (!Array.isArray(draft?.inputs) || form.dataset.opened && form.dataset.opened !== draft.opened) return null;
  if (JSON.stringify(draft.inputs) === JSON.stringify(entries(form))) return null;
  const body = new URLSearchParams([...new FormData(form)].filter(([input]) => !kept(input)));
  for (const [input, value] of draft.inputs) body.append(input, value);
  body.set('action', 'check');
  return { content: await page('/form', { body }), values: new Map(draft.inputs) };
}
