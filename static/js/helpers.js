// What stands beside a control and writes into it: native pickers, files, text
// of several lines; and copying a call.

import { $, announce, failed, toast } from './dom.js';

const maxFile = 16 << 20;

// write puts text into a control as if it was typed.
function write(control, text) {
  control.value = text;
  control.dispatchEvent(new Event('input', { bubbles: true }));
}

const pad = (n) => String(n).padStart(2, '0');

// A date with time has the offset of this machine, as RFC 3339 wants one.
function withOffset(local) {
  const minutes = -new Date(local).getTimezoneOffset();
  const by = Math.abs(minutes);
  const zone = minutes === 0 ? 'Z' : `${minutes < 0 ? '-' : '+'}${pad(Math.floor(by / 60))}:${pad(by % 60)}`;
  return `${local.length === 16 ? `${local}:00` : local}${zone}`;
}

const formats = {
  'date': (value) => value,
  'time': (value) => `${value.length === 5 ? `${value}:00` : value}Z`,
  'date-time': withOffset,
};

function pick(picker) {
  if (picker.value) write(picker.parentElement.firstElementChild, formats[picker.dataset.format](picker.value));
}

async function load(input) {
  const [file] = input.files;
  if (!file) return;
  if (file.size > maxFile) {
    toast(`${file.name} has more than ${maxFile >> 20} MiB.`);
    return;
  }
  const reader = new FileReader();
  await new Promise((done, fail) => {
    reader.onload = done;
    reader.onerror = () => fail(reader.error);
    reader.readAsDataURL(file);
  });
  let text = reader.result.slice(reader.result.indexOf(',') + 1);
  if (input.dataset.encoding === 'base64url') text = text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
  write(input.parentElement.firstElementChild, text);
}

// A control of one line drops line breaks. One that gets them becomes larger.
function onPaste(event) {
  const input = event.target;
  const text = event.clipboardData?.getData('text/plain') ?? '';
  if (!input.matches?.('.control > input[type="text"]:not([inputmode="decimal"])') || !/[\r\n]/.test(text)) return;
  event.preventDefault();
  const area = document.createElement('textarea');
  for (const name of ['id', 'name', 'placeholder', 'spellcheck', 'aria-describedby', 'aria-invalid']) {
    if (input.hasAttribute(name)) area.setAttribute(name, input.getAttribute(name));
  }
  area.rows = 2;
  area.value = input.value;
  const [start, end] = [input.selectionStart, input.selectionEnd];
  input.replaceWith(area);
  area.focus();
  area.setRangeText(text, start, end, 'end');
  write(area, area.value);
}

async function copy(link) {
  const response = await fetch(link.href);
  if (!response.ok) throw new Error('This call is not remembered any more.');
  await navigator.clipboard.writeText(await response.text());
  announce(`Copied as ${link.textContent}`);
  toast(`Copied as ${link.textContent}`);
}

export function start() {
  document.addEventListener('change', (event) => {
    const e = event.target;
    if (e.matches('.picker')) pick(e);
    if (e.matches('.file')) load(e).catch(failed);
    const help = e.matches('.control > select') && $('.option-help', e.parentElement);
    if (help) help.textContent = e.selectedOptions[0]?.title || ' ';
  });
  document.addEventListener('paste', onPaste);
  document.addEventListener('click', (event) => {
    const link = event.target.closest?.('a[data-copy]');
    if (!link || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    copy(link).catch(failed);
  });
}
