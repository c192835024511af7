// What an answer says of single controls: what is wrong, what cannot matter, what changed nothing.

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
  if (last && before && alike(before, answer)) put(last, 'note', unchanged(answer, before, last));
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

// alike tells whether two answers have the same totals and the same parts.
export function alike(a, b) {
  const figures = answer => JSON.stringify(results(answer).map(r => [r.total_ps, r.critical_path, r.replicates]));
  return results(a).length > 0 && figures(a) === figures(b);
}

function unchanged(answer, before, last) {
  const now = answer.values?.[last], then = before.values?.[last];
  if (now && now === then) return `The same answer: it was ${now} before.`;
  return 'The same answer to the picosecond: nothing on the critical path depends on it here.';
}

// aside lists flags that the last change has made impossible, so that the page may leave them out and say so.
export function aside(answer, question, last) {
  const blamed = (answer.problems ?? []).map(p => p.flag ? flagOf(p.flag) : '');
  if (!last || blamed.length === 0 || blamed.some(name => !question.flags.has(name) || name === last)) return [];
  return [...new Set(blamed)];
}
