// What makes the text area of the JSON text an editor: the place of the caret as
// line, column and pointer; the partner of the bracket beside it; marks under what
// is wrong; the indentation of the line before. The text stays the browser's own,
// with its undo. The marks stand in a layer behind it.

import { $ } from './dom.js';

const maxText = 200_000; // code units: beyond that the marks cost more than they tell

// tokens yields what JSON text is made of, also where it is not JSON yet.
function* tokens(text) {
  for (const found of text.matchAll(/"(?:[^"\\\n]|\\.)*"?|[{}[\],:]|[^\s{}[\],:"]+/g)) {
    yield { at: found.index, text: found[0], end: found.index + found[0].length };
  }
}

const escape = (token) => token.replaceAll('~', '~0').replaceAll('/', '~1');

function unquote(literal) {
  try { return JSON.parse(literal); } catch { return literal.replace(/^"|"$/g, ''); }
}

// read finds the pointer of the value at an offset, and the pairs of brackets.
export function read(text, offset) {
  const pairs = new Map();
  const open = []; // {at, kind, key, index, naming}
  let pointer = '';
  const path = () => open.map((o) => (o.kind === '[' ? String(o.index) : o.key)).filter((k) => k !== undefined)
    .map((k) => `/${escape(k)}`).join('');
  for (const token of tokens(text)) {
    const top = open.at(-1);
    if (token.at <= offset) pointer = path();
    switch (token.text) {
      case '{': case '[':
        open.push({ at: token.at, kind: token.text, index: 0, naming: token.text === '{' });
        break;
      case '}': case ']': {
        const from = open.pop();
        if (!from || (from.kind === '{') !== (token.text === '}')) return { pairs, pointer };
        pairs.set(from.at, token.at);
        pairs.set(token.at, from.at);
        if (token.at < offset) pointer = path();
        break;
      }
      case ',':
        if (top) Object.assign(top, top.kind === '[' ? { index: top.index + 1 } : { naming: true, key: undefined });
        break;
      case ':':
        if (top) top.naming = false;
        break;
      default:
        if (top?.naming && token.text.startsWith('"')) {
          top.key = unquote(token.text);
          if (token.at <= offset) pointer = path();
        }
    }
  }
  return { pairs, pointer };
}

// layer is what stands behind the text area.
function layer(area) {
  let back = area.previousElementSibling;
  if (back?.className === 'json-back') return back;
  back = document.createElement('pre');
  back.className = 'json-back';
  back.setAttribute('aria-hidden', 'true');
  area.before(back);
  area.addEventListener('scroll', () => { back.scrollTop = area.scrollTop; back.scrollLeft = area.scrollLeft; });
  return back;
}

let wrong = []; // ranges of what has problems, as /check tells

function draw(area, brackets) {
  const back = layer(area);
  const text = area.value;
  const marks = [...wrong.map(([from, to]) => [from, Math.max(to, from + 1), 'wrong']), ...brackets.map((at) => [at, at + 1, 'bracket'])];
  const edges = [...new Set([0, text.length, ...marks.flatMap(([from, to]) => [from, to])])].filter((n) => n <= text.length).sort((a, b) => a - b);
  back.replaceChildren(...edges.slice(0, -1).map((from, i) => {
    const part = text.slice(from, edges[i + 1]);
    const kinds = marks.filter(([start, end]) => start <= from && end > from).map(([, , kind]) => kind);
    if (!kinds.length) return part;
    const mark = document.createElement('mark');
    mark.className = kinds.join(' ');
    mark.textContent = part;
    return mark;
  }), '\n');
  back.scrollTop = area.scrollTop;
}

function place(area) {
  const at = area.selectionStart;
  const before = area.value.slice(0, at);
  const line = before.split('\n').length;
  const column = [...before.slice(before.lastIndexOf('\n') + 1)].length + 1;
  const where = $('#json-caret');
  if (area.value.length > maxText) {
    where.textContent = `line ${line}, column ${column}`;
    layer(area).replaceChildren();
    return;
  }
  const { pairs, pointer } = read(area.value, at);
  where.textContent = `line ${line}, column ${column} · ${pointer || 'the arguments'}`;
  const here = [at, at - 1].find((n) => pairs.has(n));
  draw(area, here === undefined ? [] : [here, pairs.get(here)]);
}

// mark takes over what /check says is wrong.
export function mark(problems) {
  wrong = problems.filter((p) => p.place).map((p) => [p.from, p.to]).slice(0, 200);
  const area = $('#json');
  if (area?.offsetParent) place(area);
}

// onEnter keeps the indentation, and adds to it after an opening bracket.
function onEnter(event) {
  const area = event.target;
  if (area.id !== 'json' || event.key !== 'Enter' || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.isComposing) return;
  const before = area.value.slice(0, area.selectionStart);
  const indent = before.slice(before.lastIndexOf('\n') + 1).match(/^[ \t]*/)[0];
  event.preventDefault();
  document.execCommand('insertText', false, `\n${indent}${/[{[]$/.test(before) ? '  ' : ''}`); // so that it can be undone
}

export function start() {
  document.addEventListener('selectionchange', () => {
    if (document.activeElement?.id === 'json') place(document.activeElement);
  });
  document.addEventListener('input', (event) => {
    if (event.target.id !== 'json') return;
    wrong = [];
    place(event.target);
  });
  document.addEventListener('keydown', onEnter);
}
