// Where the time goes: a stacked bar in the colours of the components, and its table.

import {h} from './dom.js';
import {exact, shares, tenths} from './units.js';

// stack draws parts {component: ps} as a bar as long as their sum is of scale (left out: all of the width).
export function stack(parts, components, {scale = 0, label = ''} = {}) {
  const shown = components.filter(c => parts[c.name] > 0);
  const total = shown.reduce((sum, c) => sum + parts[c.name], 0);
  const bar = h('div', {class: 'stack', role: 'img', 'aria-label': label || spoken(parts, shown, total)});
  const width = Math.max(scale, total);
  for (const c of shown) {
    const part = h('span', {title: `${c.name}: ${exact(parts[c.name], total)}`, 'data-component': c.name});
    part.style.width = `${100 * parts[c.name] / width}%`;
    part.style.background = `var(--c-${c.name})`;
    bar.append(part);
  }
  return bar;
}

function spoken(parts, shown, total) {
  if (total === 0) return 'no time at all';
  const of = shares(shown.map(c => parts[c.name]));
  return 'where the time goes: ' + shown.map((c, i) => `${c.name} ${tenths(of[i])}`).join(', ');
}

// swatch is the mark of a component beside its name.
export function swatch(name) {
  const mark = h('span', {class: 'swatch', 'aria-hidden': 'true'});
  mark.style.background = `var(--c-${name})`;
  return mark;
}

// breakdown is the bar with a table of groups and components below it. Pointing at a row lights its part of the bar up.
export function breakdown(parts, {components, groups, total}) {
  const of = shares(components.map(c => parts[c.name]));
  const bar = stack(parts, components);
  const longest = Math.max(1, ...components.map(c => parts[c.name]));
  const body = h('tbody');
  for (const g of groups) {
    const members = components.filter(c => c.group === g.name);
    const index = c => components.indexOf(c);
    const sum = members.reduce((s, c) => s + parts[c.name], 0);
    body.append(row('group', h('span', {title: g.doc}, g.name), '', exact(sum, total), members.reduce((s, c) => s + of[index(c)], 0)));
    for (const c of members.filter(c => parts[c.name] > 0)) {
      const line = row('component', [swatch(c.name), h('span', {title: c.doc}, c.name)], length(c.name, parts[c.name] / longest), exact(parts[c.name], total), of[index(c)]);
      line.dataset.component = c.name;
      body.append(line);
    }
  }
  body.append(row('sum', 'total', '', exact(total), total > 0 ? 1000 : 0));
  const table = h('table', {class: 'parts'},
    h('caption', {class: 'unseen'}, 'The critical path by component'),
    h('thead', {class: 'unseen'}, h('tr', {}, ['component', 'length', 'time', 'share'].map(t => h('th', {scope: 'col'}, t)))), body);
  light(table, bar);
  return h('div', {class: 'breakdown'}, bar, table);
}

// length is a bar beside the name of a component, the longest of them as long as there is room.
function length(name, share) {
  const bar = h('span', {class: 'length', 'aria-hidden': 'true'});
  bar.style.width = `${Math.max(0.3, 100 * share)}%`;
  bar.style.background = `var(--c-${name})`;
  return bar;
}

function row(kind, name, bar, span, share) {
  return h('tr', {class: kind}, h('th', {scope: 'row'}, name), h('td', {class: 'lengths'}, bar), h('td', {class: 'number'}, span), h('td', {class: 'number share'}, tenths(share)));
}

// light dims the other parts of the bar while the pointer is on a row, and the other way round.
function light(table, bar) {
  const box = [table, bar];
  const over = name => {
    for (const e of box) {
      for (const part of e.querySelectorAll('[data-component]')) part.classList.toggle('dim', name !== '' && part.dataset.component !== name);
    }
  };
  for (const e of box) {
    e.addEventListener('pointerover', event => over(event.target.closest('[data-component]')?.dataset.component ?? ''));
    e.addEventListener('pointerleave', () => over(''));
  }
}

// colours puts the colours of the components where style sheets find them.
export function colours(components) {
  const rules = components.map(c => `--c-${c.name}: ${c.colour}; --i-${c.name}: ${c.ink};`).join(' ');
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`:root { ${rules} }`);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}

