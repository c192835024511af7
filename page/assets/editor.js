// A scenario as YAML: to read, to change, to save and to load, with what is wrong beside its line.

import {copy} from './copy.js';
import {fill, fresh, h} from './dom.js';

const mostBytes = 1 << 20; // of a file that is worth reading

// editor shows a YAML text. use(text) is called when the reader wants it to be the question.
export function editor(context, {use, title = 'Scenario (YAML)', open = false}) {
  const page = sheet(title, () => changed());
  const problems = h('ul', {class: 'problems', id: page.remarks});
  const apply = h('button', {type: 'button', class: 'primary', disabled: true, onclick: () => use(page.text())}, 'Run this');
  const undo = h('button', {type: 'button', disabled: true, onclick: () => { shown = null; show(given, []); }}, 'Undo');
  const loader = fileButton(load);
  const element = h('details', {class: 'editor', open}, h('summary', {}, title), page.elements, problems,
    h('div', {class: 'buttons'}, apply, undo, loader, h('button', {type: 'button', onclick: () => save(page.text())}, 'Save'),
      h('button', {type: 'button', onclick: event => copy(event.target, page.text())}, 'Copy YAML')));
  let given = '', shown = null, large = false;

  element.addEventListener('dragover', event => event.preventDefault());
  element.addEventListener('drop', event => {
    event.preventDefault();
    load(event.dataTransfer.files[0]);
  });

  function changed() {
    const text = page.text(), before = large;
    large = text.length > mostBytes;
    undo.disabled = text === given;
    apply.disabled = undo.disabled || large;
    if (large !== before) fill(problems, large && h('li', {}, `This is too large for a scenario: at most ${mostBytes} bytes.`));
  }

  // show puts a text in, unless the reader is changing the one that is there, and marks what is wrong.
  function show(text, wrong) {
    given = text;
    if (shown === null || page.text() === shown) page.put(text);
    if (page.text() === text) shown = text;
    changed();
    page.number(wrong);
    fill(problems, wrong.map(p => h('li', {}, h('button', {type: 'button', class: 'place', onclick: () => page.jump(p)}, `line ${p.line}:${p.column}`), ' ', p.what,
      p.text ? `: “${p.text}”` : '', p.valid ? `; valid: ${p.valid}` : '')));
    if (wrong.length) element.open = true;
  }

  async function load(file) {
    if (!file) return;
    if (file.size > mostBytes) {
      fill(problems, h('li', {}, `${file.name} is too large for a scenario.`));
      return;
    }
    const text = await file.text();
    page.put(text);
    shown = text;
    use(text);
  }

  return {element, show};
}

// sheet is a text with numbered lines. edited() is called when the reader changes it.
function sheet(title, edited) {
  const id = fresh('yaml'), remarks = `${id}-problems`;
  const area = h('textarea', {id, class: 'yaml', spellcheck: 'false', autocapitalize: 'off', autocomplete: 'off', wrap: 'off', rows: 12, 'aria-describedby': remarks});
  const gutter = h('pre', {class: 'gutter', 'aria-hidden': 'true'});
  area.addEventListener('input', () => { edited(); number([]); });
  area.addEventListener('scroll', () => { gutter.scrollTop = area.scrollTop; });

  // number counts the lines, and marks those where something is wrong. What lies between marks is one text, however long.
  function number(wrong) {
    const lines = area.value.split('\n').length, marked = [...new Set(wrong.map(p => p.line))].sort((a, b) => a - b);
    const plain = (from, to) => Array.from({length: Math.max(0, to - from)}, (_, i) => `${from + i}\n`).join('');
    const parts = [];
    let next = 1;
    for (const line of marked.filter(line => line <= lines)) {
      parts.push(plain(next, line), h('mark', {title: wrong.filter(p => p.line === line).map(p => p.what).join('; ')}, String(line)), '\n');
      next = line + 1;
    }
    fill(gutter, [...parts, plain(next, lines + 1)]);
    gutter.scrollTop = area.scrollTop;
  }

  // jump puts the cursor on what a problem is about.
  function jump(p) {
    const before = area.value.split('\n').slice(0, p.line - 1).reduce((sum, line) => sum + line.length + 1, 0);
    const at = before + Math.max(0, p.column - 1);
    area.focus();
    area.setSelectionRange(at, at + Math.max(1, (p.text ?? '').length));
  }

  return {
    elements: [h('label', {for: id, class: 'unseen'}, title), h('div', {class: 'sheet'}, gutter, area)],
    remarks, number, jump,
    text: () => area.value,
    put: text => { area.value = text; },
  };
}

// fileButton lets the reader choose a file.
function fileButton(load) {
  const id = fresh('file');
  const input = h('input', {type: 'file', class: 'unseen', id, accept: '.yaml,.yml,text/*', onchange: () => {
    const [file] = input.files;
    input.value = '';
    load(file);
  }});
  return [h('label', {class: 'button', for: id}, 'Load a file'), input];
}

function save(text) {
  const address = URL.createObjectURL(new Blob([text], {type: 'application/yaml'}));
  h('a', {href: address, download: 'scenario.yaml'}).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}
