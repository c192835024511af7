// A question that is asked again whenever it changes, beside its controls.

import {controls} from './controls.js';
import {aside, flagOf, remarks, results} from './remarks.js';

// side is the controls of one question with what the engine says of it. asked() is called when an answer is wanted.
export function side(store, options, asked) {
  const kept = new Map(); // flags that a change made impossible, with the reason: they come back when they can
  const mine = {}; // marks changes of this side: others may change the question too
  let last = null, before = null, settled = null;

  const panel = controls(store, options, name => {
    before = settled;
    last = name;
    kept.delete(name);
    offer();
  }, mine);

  // offer puts flags back that were set aside; the answer will say whether they can stay.
  function offer() {
    if (kept.size === 0) return;
    const {flags} = store.get();
    for (const [name, {value}] of kept) if (!flags.has(name)) flags.set(name, value);
  }

  // take reads an answer. It gives true where the question was mended and is asked again.
  function take(answer) {
    const question = store.get();
    const names = aside(answer, question, last);
    if (names.length > 0) {
      for (const name of names) kept.set(name, {value: question.flags.get(name), why: answer.problems.find(p => flagOf(p.flag) === name).says});
      store.change({flags: Object.fromEntries(names.map(name => [name, null]))}, mine);
      return true;
    }
    for (const name of kept.keys()) if (question.flags.has(name)) kept.delete(name);
    const said = remarks(answer, {question, before, last, owns: panel.owns});
    for (const [name, {why}] of kept) said.at.set(name, {kind: 'note', text: `Left out here. ${why}`});
    panel.remark(said.at);
    if (results(answer).length > 0) {
      settled = answer;
      panel.show({values: answer.values ?? {}, unfelt: answer.unfelt ?? {}, parameters: results(answer)[0].parameters ?? {}, result: results(answer)[0]});
    }
    return said;
  }

  store.onChange((question, origin) => {
    if (origin !== mine) {
      last = before = null;
      kept.clear();
    }
    asked();
  });
  return {panel, element: panel.element, take};
}
