// The answer in a line, which stays in sight where controls and answers stand below each other.

import {fill, h} from './dom.js';

// glance is a button that goes to the answers: jump() is called for that.
export function glance(jump) {
  const element = h('button', {type: 'button', class: 'glance', onclick: jump}, 'Running');
  return {
    element,
    show: (first, rest) => fill(element, h('b', {}, first), h('span', {}, rest)),
    wrong: big => fill(element, h('b', {}, big ? 'A big run: is it meant?' : 'Cannot be run')),
  };
}
