// What is asked, and how it stands in the address of the page.
//
// A question is what `collsim run` takes: a scenario (YAML text, or the name of a built-in one) and flags laid over it.
// Flags are a Map by name; a parameter of --set is there as "set.PATH".

// first is the question of a page that was opened without one: the default of the command line, its ring.
const first = [['fabric', 'hgx-h100'], ['nodes', '2'], ['collective', 'all_reduce'], ['algorithm', 'ring'], ['bytes', '64 MiB'], ['library', 'mpi']];

const longestLink = 30_000; // letters of YAML that still go into an address

export const firstQuestion = () => ({scenario: '', library: '', variant: '', flags: new Map(first)});

// request is a question in the engine's terms.
export function request(question) {
  const flags = [...question.flags].map(([name, value]) => name.startsWith('set.') ? ['set', `${name.slice(4)}=${value}`] : [name, value]);
  const asked = {flags};
  if (question.scenario) asked.scenario = question.scenario;
  else if (question.library) asked.library = question.library;
  return asked;
}

// write spells a question in the parameters of an address, each name behind a prefix.
export function write(question, parameters, prefix = '') {
  if (question.scenario && question.scenario.length <= longestLink) parameters.set(prefix + 'yaml', question.scenario);
  else if (question.library) parameters.set(prefix + 'scenario', question.library);
  for (const [name, value] of question.flags) parameters.set(prefix + name, value);
  if (question.variant) parameters.set(prefix + 'variant', question.variant);
}

// read is the inverse of write. What is not part of a question is not looked at; null = there is no question.
export function read(parameters, prefix = '') {
  const question = {scenario: '', library: '', variant: '', flags: new Map()};
  let some = false;
  for (const [key, value] of parameters) {
    if (!key.startsWith(prefix)) continue;
    const name = key.slice(prefix.length);
    if (!prefix && (own(name) || name.startsWith(second))) continue;
    some = true;
    if (name === 'yaml') question.scenario = value;
    else if (name === 'scenario') question.library = value;
    else if (name === 'variant') question.variant = value;
    else question.flags.set(name, value);
  }
  return some ? question : null;
}

// second is the prefix of the question that Compare sets against the first.
export const second = 'b.';

// own tells parameters of a view from parts of a question: they have a dot in them, and are not of --set.
export const own = name => name.includes('.') && !name.startsWith('set.') && !name.startsWith(second);

// linkable tells whether the whole question fits into an address.
export const linkable = question => question.scenario.length <= longestLink;

// store holds a question and tells who listens.
export function store(question) {
  const listeners = new Set();
  return {
    get: () => question,
    request: () => request(question),
    onChange: listener => { listeners.add(listener); return () => listeners.delete(listener); },
    set(next, origin = null) {
      question = next;
      for (const listener of listeners) listener(question, origin);
    },
    // change lays a patch over the question: {flags: {nodes: '4', slices: null}, scenario, library, variant}.
    change(patch, origin = null) {
      const next = {...question, ...patch, flags: new Map(question.flags)};
      for (const [name, value] of Object.entries(patch.flags ?? {})) {
        if (value === null || value === '') next.flags.delete(name);
        else next.flags.set(name, String(value));
      }
      this.set(next, origin);
    },
  };
}
