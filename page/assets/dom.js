// Elements without a framework.

// h makes an element: h('p', {class: 'note'}, 'text', child). Properties that start with "on" are listeners, and those
// that are true or false are attributes with or without a name. There is no style: the page's policy refuses it.
export function h(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props ?? {})) {
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, '');
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, value);
  }
  element.append(...flat(children));
  return element;
}

// fill replaces what is in an element.
export function fill(element, ...children) {
  element.replaceChildren(...flat(children));
  return element;
}

function flat(children) {
  return children.flat(Infinity).filter(c => c !== null && c !== undefined && c !== false);
}

// table makes rows of cells below headings. A heading that starts with ">" is of numbers, and one with "_" is not seen.
export function table(caption, headings, rows, props = {}) {
  const right = headings.map(t => t.startsWith('>'));
  const cell = (tag, i, content, more) => h(tag, {...more, class: right[i] ? 'number' : null}, content);
  return h('div', {class: 'scroll'}, h('table', props,
    h('caption', {class: 'unseen'}, caption),
    h('thead', {}, h('tr', {}, headings.map((t, i) => cell('th', i, t.startsWith('_') ? h('span', {class: 'unseen'}, t.slice(1)) : t.replace(/^>/, ''), {scope: 'col'})))),
    h('tbody', {}, rows.map(row => h('tr', {}, row.map((c, i) => cell(i ? 'td' : 'th', i, c, i ? {} : {scope: 'row'})))))));
}

let made = 0;

// fresh is an id that nothing else on the page has.
export const fresh = word => `${word}-${++made}`;

// styled waits for a style sheet that only one view needs, so that nothing moves when it comes.
export function styled(href) {
  return new Promise((done, failed) => {
    document.head.append(h('link', {rel: 'stylesheet', href, onload: done, onerror: () => failed(new Error(`${href} cannot be read`))}));
  });
}

// busy tells a screen reader, and whoever else asks, that an element waits for its answer.
export const busy = (element, is) => element.setAttribute('aria-busy', String(is));
