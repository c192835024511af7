// What is said about a question beside its answer: that it runs, that it is big, that it is wrong.

import {fill, h} from './dom.js';
import {count, time} from './units.js';

// board is the place above an answer for what the reader has to know first.
export function board() {
  const element = h('div', {class: 'notice', 'aria-live': 'polite'});
  const put = (kind, ...content) => fill(element, h('div', {class: `box ${kind}`}, content));
  const button = (text, onclick, kind = null) => h('button', {type: 'button', class: kind, onclick}, text);
  return {
    element,
    clear: () => fill(element),
    stopped: again => put('note', 'Stopped. ', button('Ask again', again)),
    // ask asks before a run that takes long. lighter = the same by a coarser model, if there is one.
    ask(estimate, run, lighter) {
      put('ask', h('b', {}, 'This is a big run. '), estimate.text || `About ${count(estimate.events ?? 0)} events.`,
        h('div', {class: 'buttons'}, button('Run it', run, 'primary'), lighter ? button('Run it by whole messages', lighter) : null));
    },
    // wrong says why there is no answer, by an error or by problems of the input. old = the answer to an earlier question stands
    // below; again asks once more, where it is not the question that is to blame.
    wrong({error, problems = []}, {old = true, whose = '', again = null} = {}) {
      const first = h('b', {}, whose ? `${whose} cannot be run. ` : 'This cannot be run. ');
      if (error) put('problem', first, error.text, again && ['fault', 'stopped'].includes(error.kind) ? [' ', button('Ask again', again)] : null);
      else put('problem', first, old ? 'What is below answers the last question that could.' : '', h('ul', {}, problems.map(p => h('li', {}, p.says))));
    },
  };
}

// progressBar shows that something runs, once it has lasted long enough to be noticed. It takes no room of its own.
export function progressBar(stop) {
  const words = h('span');
  const element = h('div', {class: 'progress', hidden: true, role: 'status'}, h('span', {class: 'bar'}), words, h('button', {type: 'button', onclick: stop}, 'Stop'));
  let timer = 0;
  return {
    element,
    begin() {
      clearTimeout(timer);
      timer = setTimeout(() => { words.textContent = 'Running'; element.hidden = false; }, 250);
    },
    tell(p) {
      const of = p.of ? `${Math.min(100, Math.floor(100 * p.messages / p.of))} % of ${count(p.of)} messages` : `${count(p.events ?? 0)} events`;
      words.textContent = `${p.stage ?? 'Running'}: ${of}, at ${time(p.now_ps ?? 0)}`;
    },
    end() {
      clearTimeout(timer);
      element.hidden = true;
    },
  };
}
