// Single controls: a label, a form element, what it means, and what is wrong with it or why it changes nothing.

import {fill, fresh, h} from './dom.js';
import {bytes} from './units.js';
import {later} from './live.js';

const patience = 250; // ms of rest after the last key before a text is asked about

// frame is what all fields have: a label before the form element, a line for remarks behind it.
function frame(name, label, doc, input, extra = []) {
  const id = fresh('field');
  const line = h('p', {class: 'remark', id: `${id}-remark`, hidden: true});
  const meaning = h('span', {class: 'unseen', id: `${id}-doc`}, doc);
  input.id = id;
  input.setAttribute('aria-describedby', `${id}-remark ${id}-doc`);
  const element = h('div', {class: 'field', 'data-flag': name}, h('label', {for: id}, label), h('div', {class: 'input'}, input, extra), line, meaning);
  return {
    name, doc, label, element, input,
    // dim shows that the control cannot matter, and why.
    dim(why = '') {
      element.classList.toggle('dim', why !== '');
      element.title = why;
    },
    // remark puts a line below: kind "problem" or "note". None takes it away.
    remark({kind = '', text = ''} = {}) {
      line.hidden = !text;
      line.className = `remark ${kind}`;
      if (line.textContent !== text) line.textContent = text;
      if (kind === 'problem' && text) input.setAttribute('aria-invalid', 'true');
      else input.removeAttribute('aria-invalid');
    },
  };
}

// word is a choice among words. What holds when it is left out stands in its first line.
export function word(name, label, doc, words, set) {
  const input = h('select');
  const field = frame(name, label, doc, input);
  let built = '';
  const build = (words, leftOut) => {
    const key = JSON.stringify([words, leftOut]);
    if (key === built) return;
    built = key;
    const chosen = input.value;
    fill(input, h('option', {value: ''}, leftOut), words.map(w => h('option', {value: w.name ?? w, title: w.doc ?? null}, w.name ?? w)));
    input.value = chosen;
  };
  build(words(), '');
  input.addEventListener('change', () => set(input.value));
  field.show = (value, leftOut) => {
    const all = words();
    build(value && !all.some(w => (w.name ?? w) === value) ? [...all, value] : all, leftOut);
    input.value = value;
  };
  return field;
}

// text is a free text: a number, or a quantity with its unit.
export function text(name, label, doc, set, {number = null, extra = [], suggestions = []} = {}) {
  const list = suggestions.length ? h('datalist', {id: fresh('list')}, suggestions.map(s => h('option', {value: s}))) : null;
  const input = h('input', number
    ? {type: 'number', min: number.least, max: number.most, step: 1, inputmode: 'numeric'}
    : {type: 'text', autocomplete: 'off', spellcheck: 'false', list: list?.id});
  const field = frame(name, label, doc, input, [list, extra]);
  const rest = later(() => { if (input.value.trim() !== shown) set(shown = input.value.trim()); }, patience);
  let shown = '';
  input.addEventListener('input', () => rest());
  input.addEventListener('change', () => { if (input.value.trim() !== shown) set(shown = input.value.trim()); });
  field.show = (value, leftOut) => {
    input.placeholder = leftOut;
    if (input === document.activeElement && value === shown) return; // what is being typed stays
    shown = value;
    input.value = number && !Number.isInteger(Number(value)) ? '' : value; // what is no number is said beside it
  };
  return field;
}

const doublings = 34; // of one byte: 16 GiB

// size is a text for bytes with a slider that doubles.
export function size(name, label, doc, set) {
  const slider = h('input', {type: 'range', min: 0, max: doublings, step: 1, 'aria-label': 'bytes, by doubling'});
  const field = text(name, label, doc, set, {extra: [slider]});
  field.element.classList.add('sized');
  const settle = later(() => set(bytes(2 ** slider.value)), 60);
  slider.addEventListener('input', () => {
    field.input.value = bytes(2 ** slider.value);
    slider.setAttribute('aria-valuetext', field.input.value);
    settle();
  });
  const show = field.show;
  field.show = (value, leftOut, number) => {
    show(value, leftOut);
    slider.disabled = field.input.disabled;
    if (number > 0 && slider !== document.activeElement) slider.value = Math.round(Math.log2(number));
    slider.setAttribute('aria-valuetext', value || leftOut);
  };
  return field;
}
