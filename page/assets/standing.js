// A standing question: asked again whenever it changes, as long as its view is shown.

import {busy, h} from './dom.js';
import {later, live} from './live.js';
import {board, progressBar} from './notice.js';

const surely = request => ({...request, sure: true});

// standing asks request() and hands the answer to take(answer, anyway); anyway() asks again for a run that is big. What is
// known earlier goes to early(answer).
// Its element is where answers stand, below what is said about them.
export function standing(context, {request, take, early = null, confirm = surely}) {
  const asker = live(context.ask);
  const notice = board(), progress = progressBar(() => asker.stop());
  const element = h('div', {class: 'answers', tabindex: -1}, progress.element, notice.element);
  let shown = false, stale = true, sure = '';
  const soon = later(() => { if (shown) ask(); }, 30);

  async function ask() {
    stale = false;
    const asked = request(), key = JSON.stringify(asked);
    busy(element, true);
    progress.begin();
    const got = await asker.next(sure === key ? confirm(asked) : asked, progress.tell, known => { if (shown) early?.(known); });
    if (got === null && asker.busy()) return; // a newer one has taken its place
    progress.end();
    if (!shown) return;
    busy(element, false);
    if (got === null) notice.stopped(ask);
    else take(got, () => { sure = key; ask(); });
  }

  busy(element, true);
  return {
    element, notice, ask,
    changed() { stale = true; busy(element, true); soon(); },
    show() {
      shown = true;
      if (stale) ask();
    },
    hide() {
      shown = false;
      if (asker.busy()) stale = true;
      asker.stop();
    },
  };
}
