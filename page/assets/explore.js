// Explore: choose, and see at once how long it takes and where the time goes.

import {answerView} from './answer.js';
import {side} from './asking.js';
import {curvesView} from './curves.js';
import {h} from './dom.js';
import {glance} from './glance.js';
import {repeatView} from './repeat.js';
import {standing} from './standing.js';
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
  const asking = standing(context, {request: () => ({do: 'run', early: true, ...store.request()}), take, early});
  const answer = answerView(context), curves = curvesView(context), repeat = repeatView(context);
  const here = side(store, context.options, () => {
    curves.stop(); // the answer comes first
    asking.changed();
  });
  const summary = glance(() => asking.element.scrollIntoView({block: 'start'}));
  asking.element.append(answer.element, curves.element, repeat.element);
  section.append(summary.element, h('div', {class: 'bench'}, h('aside', {class: 'side', 'aria-label': 'Controls'}, repeat.base, here.element), asking.element));

  const glimpse = r => summary.show(r.error ? 'failed' : time(r.total_ps), `bound ${time(r.bound.total_ps)}, ${r.bound.percent} %`);

  // early shows the numbers, which are all there, while a faster algorithm is still looked for.
  function early(got) {
    if (here.take(got) === true) return;
    answer.element.classList.remove('old');
    asking.notice.clear();
    glimpse(answer.show(got, true));
    shown();
  }

  function take(got, anyway) {
    const said = here.take(got);
    if (said === true) return;
    repeat.show(got, said.rest);
    answer.element.classList.toggle('old', !got.result);
    asking.notice.clear();
    if (got.result) {
      const result = answer.show(got);
      glimpse(result);
      shown();
      curves.ask(result);
      context.say(spoken(got));
    } else if (got.ask) {
      const lighter = store.get().flags.get('fidelity') === 'message' ? null : () => context.change({flags: {fidelity: 'message'}});
      asking.notice.ask(got.ask, anyway, lighter);
      summary.wrong(true);
    } else {
      asking.notice.wrong(got, {old: answer.element.hasChildNodes(), again: asking.ask});
      summary.wrong(false);
    }
  }

  return {
    show: asking.show,
    hide() {
      asking.hide();
      curves.stop();
    },
  };
}

// shown is for whoever measures how long the first answer takes.
const shown = () => performance.mark('collsim.answer');

function spoken(answer) {
  const results = answer.result.results ?? [answer.result];
  return results.map(r => `${r.variant ? r.variant + ': ' : ''}${time(r.total_ps)}. ${r.why}`).join('. ');
}
