// Brings a part of the page into line with a fresh one and leaves every element
// that stays the same where it is: a button that is being pressed, a fold that was
// opened, a text that is selected.

const kept = new Set(['open', 'value']); // what the reader has made of it

function attributes(old, fresh) {
  for (const { name } of [...old.attributes]) if (!fresh.hasAttribute(name) && !kept.has(name)) old.removeAttribute(name);
  for (const { name, value } of fresh.attributes) {
    const mine = name === 'open' || name === 'value' && old.localName === 'input';
    if (!mine && old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
}

// keyOf names an element among its siblings; none stands for what has no name.
const keyOf = (node) => node.id || node.dataset?.key || undefined;

function children(old, fresh) {
  const keyed = new Map([...old.childNodes].filter(keyOf).map((node) => [keyOf(node), node]));
  let at = old.firstChild;
  for (const node of [...fresh.childNodes]) {
    const key = keyOf(node);
    while (!key && at && keyOf(at)) at = at.nextSibling;
    const same = key ? keyed.get(key) : at;
    if (!same || same.nodeName !== node.nodeName) {
      old.insertBefore(node, at);
      continue;
    }
    keyed.delete(key);
    if (same !== at) old.insertBefore(same, at);
    else at = at.nextSibling;
    morph(same, node);
  }
  while (at) {
    const next = at.nextSibling;
    if (!keyOf(at)) at.remove();
    at = next;
  }
  for (const node of keyed.values()) node.remove();
}

// morph makes old what fresh is.
export function morph(old, fresh) {
  if (old.isEqualNode(fresh)) return;
  if (old.nodeType !== Node.ELEMENT_NODE) {
    old.data = fresh.data;
    return;
  }
  attributes(old, fresh);
  children(old, fresh);
}

// renew brings the part of the page with an id into line with an answer.
export function renew(content, id) {
  const fresh = content.getElementById(id);
  const old = document.getElementById(id);
  if (fresh && old) morph(old, fresh);
}
