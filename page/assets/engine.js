// The engine behind the page: a server where there is one, else WebAssembly in Workers. Both give the same bytes.

import {aborted, file, reach} from './reach.js';
import {workers} from './workers.js';

// open finds out who answers.
export async function open() {
  const response = await file('./engine.json', {cache: 'no-store'});
  const about = await response.json();
  return about.engine === 'server' ? served() : compiled();
}

// engine is what views see, around a function that brings a request to its answer as text.
function engine(kind, text) {
  return {
    kind,
    text: (request, how = {}) => text(request, how),
    ask: async (request, how = {}) => JSON.parse(await text(request, how)),
  };
}

// served asks the server that the page comes from. Its name lets the server put a newer request in the place of an older one.
function served() {
  const name = crypto.getRandomValues(new Uint32Array(4)).join('-'); // randomUUID is for secure contexts only
  return engine('server', async (request, how) => {
    const {signal, progress} = how;
    const response = await reach('./ask', 'collsim serve does not answer; is it still running?', {
      method: 'POST',
      headers: {'Content-Type': 'application/json', 'X-Collsim-Page': name, ...progress && {'X-Collsim-Progress': 'yes'}},
      body: JSON.stringify(request),
      signal,
    });
    if (!response.ok) throw new Error((await response.text()).trim() || `collsim serve answers ${response.status}`);
    return progress ? records(response.body, how) : response.text();
  });
}

// records reads what comes between record separators (RFC 7464): progress, what is known early, and at last the answer.
async function records(stream, {progress, early}) {
  const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const {value, done} = await reader.read().catch(gone);
    if (done) break;
    const parts = (rest + value).split('\x1e');
    rest = parts.pop();
    for (const part of parts) {
      if (!part.trim()) continue;
      const told = JSON.parse(part);
      if (told.progress) progress(told.progress);
      else early?.(told.early);
    }
  }
  if (!rest) gone();
  return rest.trim();
}

function gone(error) {
  if (error?.name === 'AbortError') throw error;
  throw new Error('collsim serve went away before it had answered');
}

// compiled runs requests in Workers, each in one of its own while it lasts: who cancels a request ends its Worker.
function compiled() {
  const all = workers();
  return engine('wasm', async (request, {signal, progress, early}) => {
    if (request.do === 'options') return (await file('./options.json')).text(); // the answer, ready before the engine is
    const worker = await all.hire(signal);
    if (signal?.aborted) {
      all.give(worker);
      throw aborted(signal);
    }
    return new Promise((resolve, reject) => {
      const leave = () => { all.end(worker); reject(aborted(signal)); };
      const over = () => signal?.removeEventListener('abort', leave);
      const fail = why => { over(); all.end(worker); reject(new Error(why)); };
      signal?.addEventListener('abort', leave);
      worker.onerror = event => fail(event.message || 'the simulator failed');
      worker.onmessage = ({data}) => {
        if (data.progress) return progress?.(JSON.parse(data.progress));
        if (data.early) return early?.(JSON.parse(data.early));
        if (data.failed) return fail(data.failed);
        over();
        all.give(worker);
        resolve(data.answer);
      };
      worker.postMessage({request: JSON.stringify(request), progress: Boolean(progress)});
    });
  });
}
