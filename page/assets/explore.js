// Explore: choose, and see at once how long it takes and where the time goes.

import {answerView} from './answer.js';
import {side} from './asking.js';
import {curvesView} from './curves.js';
import {fill, h} from './dom.js';
import {later, live} from './live.js';
import {board, progressBar} from './notice.js';
import {repeatView} from './repeat.js';
import {time} from './units.js';

let screen = null;

export const view = {
  name: 'explore', title: 'Explore',
  mount(section, context) { screen = explore(section, context); },
  show() { screen.show(); },
  hide() { screen.hide(); },
};

function explore(section, context) {
  const {store} = context;
  const asker = live(context.ask);
  const notice = board(), progress = progressBar(() => asker.stop());
  let shown = false, stale = true, sure = '';

  const soon = later(() => { if (shown) ask(); }, 30);
  const busy = is => answers.setAttribute('aria-busy', String(is));
  const wanted = () => { stale = true; busy(true); soon(); };
  const here = side(store, context.options, wanted);
  const answer = answerView(context);
  const curves = curvesView(context);
  const repeat = repeatView(context);
  const answers = h('div', {class: 'answers', 'aria-busy': 'true'}, progress.element, notice.element, answer.element, curves.element, repeat.element);
  const glance = h('button', {type: 'button', class: 'glance', onclick: () => answers.scrollIntoView({block: 'start'})}, 'Running');
  section.append(glance, h('div', {class: 'bench'}, h('aside', {class: 'side', 'aria-label': 'Controls'}, repeat.base, here.element), answers));

  async function ask() {
    stale = false;
    const question = store.request();
    const key = JSON.stringify(question);
    busy(true);
    progress.begin();
    const got = await asker.next({do: 'run', ...question, ...(sure === key ? {sure: true} : {})}, progress.tell);
    if (got === null) {
      if (!asker.busy()) stopped();
      return;
    }
    rest();
    take(got, key);
  }

  function rest() {
    progress.end();
    busy(false);
  }

  function stopped() {
    rest();
    answer.element.classList.add('old');
    notice.stopped(ask);
  }

  function take(got, key) {
    const said = here.take(got);
    if (said === true) return;
    repeat.show(got, said.rest);
    answer.element.classList.toggle('old', !got.result);
    notice.clear();
    if (got.result) {
      const result = answer.show(got);
      curves.element.hidden = false;
      performance.mark('collsim.answer'); // for whoever measures
      fill(glance, h('b', {}, result.error ? 'failed' : time(result.total_ps)), h('span', {}, `bound ${time(result.bound.total_ps)}, ${result.bound.percent} %`));
      curves.ask(result);
      context.say(spoken(got));
    } else if (got.ask) {
      const lighter = store.get().flags.get('fidelity') === 'message' ? null : () => context.change({flags: {fidelity: 'message'}});
      notice.ask(got.ask, () => { sure = key; ask(); }, lighter);
    } else {
      notice.wrong(got, {old: answer.element.hasChildNodes()});
      fill(glance, h('b', {}, 'Cannot be run'));
    }
  }

  return {
    show() {
      shown = true;
      if (stale) ask();
    },
    hide() {
      shown = false;
      if (asker.busy()) stale = true;
      asker.stop();
      curves.stop();
    },
  };
}

function spoken(answer) {
  const results = answer.result.results ?? [answer.result];
  return results.map(r => `${r.variant ? r.variant + ': ' : ''}${time(r.total_ps)}. ${r.why}`).join('. ');
}
