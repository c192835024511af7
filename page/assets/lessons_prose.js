// The text of a lesson: paragraphs, lists and code, as the engine cut them.

import {swatch} from './breakdown.js';
import {h} from './dom.js';

// prose makes elements of blocks. The name of a component has its colour before it.
export function prose(blocks, context) {
  return blocks.map(b => b.kind === 'list' ? h('ul', {class: 'prose'}, b.items.map(item => h('li', {}, inline(item, context))))
    : b.kind === 'code' ? h('pre', {class: 'command'}, b.text)
    : h('p', {class: 'prose'}, inline(b.text, context)));
}

// inline makes code of what stands between backquotes.
function inline(text, context) {
  return text.split('`').map((piece, i) => {
    if (i % 2 === 0) return piece;
    const component = context.components.find(c => c.name === piece);
    return h('code', {title: component?.doc ?? null}, component ? swatch(piece) : null, piece);
  });
}
