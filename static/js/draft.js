// Keeps what is typed for a tool while its page is away: in the session storage
// of this tab, which ends with it.

export const key = (form) => ['draft', form.elements.server?.value, form.elements.n?.value, form.elements.tool?.value].join('\n');
const kept = (name) => name.startsWith('s:') || name.startsWith('v:') || ['json', 'mode', 'timeout'].includes(name);

// save keeps the inputs of a form.
export function save(form) {
  const inputs = [...new FormData(form)].filter(([name]) => kept(name));
  try { sessionStorage.setItem(key(form), JSON.stringify(inputs)); } catch { /* no room: nothing is kept */ }
}

// restore puts kept inputs back and reports whether that changed the form.
export function restore(form) {
  let inputs;
  try { inputs = JSON.parse(sessionStorage.getItem(key(form)) || '[]'); } catch { return false; }
  let any = false;
  for (const [name, value] of inputs) {
    const input = form.elements.namedItem(name);
    if (!input || input.value === value) continue;
    input.value = value;
    any = true;
  }
  return any;
}
