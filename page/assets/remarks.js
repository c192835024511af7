// What an answer says of single controls: what is wrong, what cannot matter, what changed nothing.

import {time} from './units.js';

// flagOf is the name in a question's flags of what a problem calls --bytes or --set nic.rate.
export const flagOf = called => called.startsWith('--set ') ? 'set.' + called.slice(6) : called.replace(/^--/, '');

// remarks gives {at: Map of {kind, text} by flag, rest: problems of no control}.
// before is the answer before the last change, last the flag that was changed.
export function remarks(answer, {question, before, last, owns}) {
  const at = new Map(), rest = [];
  const put = (name, kind, text) => { if (!at.has(name)) at.set(name, {kind, text}); };
  for (const p of answer.problems ?? []) {
    const name = flagOf(p.flag ?? '');
    if (p.flag && owns(name)) put(name, 'problem', sentence(p));
    else rest.push(p);
  }
  for (const p of answer.warnings ?? []) {
    const name = flagOf(p.flag ?? '');
    if (p.flag && owns(name)) put(name, 'note', sentence(p));
  }
  for (const result of results(answer)) {
    for (const text of result.warnings) warned(text, question, put);
  }
  for (const [name, why] of Object.entries(answer.unfelt ?? {})) {
    if (question.flags.has(name) || name === last) put(name, 'note', `No effect. ${why}`);
  }
  const same = last && before ? unchanged(answer, before, last) : '';
  if (same) put(last, 'note', same);
  return {at, rest};
}

// results are the results of an answer: one, or one a variant.
export const results = answer => answer?.result ? answer.result.results ?? [answer.result] : [];

// sentence is a problem without the name of its flag, which the control has beside it.
function sentence(p) {
  const text = p.text ? `: “${p.text}”` : '';
  return `${p.what}${text}${p.valid ? `; valid: ${p.valid}` : ''}${p.hint ? ` (${p.hint})` : ''}`;
}

// warned places a warning of a result, which begins with the path that it is about.
function warned(text, question, put) {
  const cut = text.indexOf(': ');
  const path = text.slice(0, cut);
  const name = [path, `set.${path}`].find(n => question.flags.has(n)) ?? [...question.flags.keys()].find(n => n.startsWith(`set.${path}.`));
  if (cut > 0 && name) put(name, 'note', text.slice(cut + 2));
}

// unchanged says that a change left all totals as they were, and which parts it moved, if any; '' = it changed a total.
function unchanged(answer, before, last) {
  const now = results(answer), then = results(before);
  const differ = f => JSON.stringify(now.map(f)) !== JSON.stringify(then.map(f));
  if (now.length === 0 || differ(r => r.total_ps) || differ(r => r.replicates)) return '';
  if (differ(r => r.critical_path)) return `The same total, made up otherwise: ${moved(now, then)}.`;
  const held = holds(answer, last);
  if (held && held === holds(before, last)) return `The same answer: it was ${held} before.`;
  return 'The same answer to the picosecond: nothing on the critical path depends on it here.';
}

// holds is the value of a flag, or of a parameter, that an answer is for.
const holds = (answer, name) => name.startsWith('set.') ? results(answer)[0].parameters?.[name.slice(4)] : answer.values?.[name];

// moved are the components of the first result that differs.
function moved(now, then) {
  const i = now.findIndex((r, i) => JSON.stringify(r.critical_path) !== JSON.stringify(then[i].critical_path));
  const change = Object.keys(now[i].critical_path).map(name => [name, now[i].critical_path[name] - (then[i].critical_path[name] ?? 0)]);
  return change.filter(([, ps]) => ps !== 0).map(([name, ps]) => `${name} ${ps > 0 ? '+' : ''}${time(ps)}`).join(', ');
}

// aside lists flags that the last change has made impossible, so that the page may leave them out and say so.
export function aside(answer, question, last) {
  const blamed = (answer.problems ?? []).map(p => p.flag ? flagOf(p.flag) : '');
  if (!last || blamed.length === 0 || blamed.some(name => !question.flags.has(name) || name === last)) return [];
  return [...new Set(blamed)];
}
