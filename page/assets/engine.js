// The engine behind the page: a server where there is one, else WebAssembly in Workers. Both give the same bytes.

// open finds out who answers.
export async function open() {
  const about = await (await fetch('./engine.json', {cache: 'no-store'})).json();
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

const aborted = signal => signal.reason ?? new DOMException('The request was cancelled.', 'AbortError');

// served asks the server that the page comes from. Its name lets the server put a newer request in the place of an older one.
function served() {
  const name = crypto.getRandomValues(new Uint32Array(4)).join('-'); // randomUUID is for secure contexts only
  return engine('server', async (request, how) => {
    const {signal, progress} = how;
    const response = await fetch('./ask', {
      method: 'POST',
      headers: {'Content-Type': 'application/json', 'X-Collsim-Page': name, ...progress && {'X-Collsim-Progress': 'yes'}},
      body: JSON.stringify(request),
      signal,
    });
    if (!response.ok) throw new Error((await response.text()).trim() || `the server answers ${response.status}`);
    return progress ? records(response.body, how) : response.text();
  });
}

// records reads what comes between record separators (RFC 7464): progress, what is known early, and at last the answer.
async function records(stream, {progress, early}) {
  const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const {value, done} = await reader.read();
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
  if (!rest) throw new Error('the server went away');
  return rest.trim();
}

// compiled runs requests in Workers, each in one of its own while it lasts: who cancels a request ends its Worker.
function compiled() {
  const module = compile('./collsim.wasm');
  const idle = [];
  const hire = async () => idle.pop() ?? start(await module);
  const spare = () => hire().then(worker => idle.push(worker)).catch(() => {});
  spare();
  return engine('wasm', async (request, {signal, progress, early}) => {
    if (signal?.aborted) throw aborted(signal);
    if (request.do === 'options') return (await fetch('./options.json', {signal})).text(); // the answer, ready before the engine is
    const worker = await hire();
    return new Promise((resolve, reject) => {
      const leave = () => { worker.terminate(); if (!idle.length) spare(); reject(aborted(signal)); };
      const over = () => signal?.removeEventListener('abort', leave);
      if (signal?.aborted) return leave();
      signal?.addEventListener('abort', leave);
      worker.onerror = event => { over(); worker.terminate(); reject(new Error(event.message || 'the engine failed')); };
      worker.onmessage = ({data}) => {
        if (data.progress) return progress?.(JSON.parse(data.progress));
        if (data.early) return early?.(JSON.parse(data.early));
        over();
        if (data.failed) { worker.terminate(); return reject(new Error(data.failed)); }
        if (idle.length < 2) idle.push(worker); else worker.terminate();
        resolve(data.answer);
      };
      worker.postMessage({request: JSON.stringify(request), progress: Boolean(progress)});
    });
  });
}

// compile compiles while bytes still come, where their host says what they are.
async function compile(url) {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`there is no engine at ${url}: ${response.status}`);
  if (response.headers.get('Content-Type') === 'application/wasm') return WebAssembly.compileStreaming(response);
  return WebAssembly.compile(await response.arrayBuffer());
}

// start gives a Worker the engine, and waits until it is ready.
function start(module) {
  return new Promise((resolve, reject) => {
    const worker = new Worker('./worker.js');
    const fail = why => { worker.terminate(); reject(new Error(why || 'the engine does not start')); };
    worker.onmessage = ({data}) => data.failed ? fail(data.failed) : resolve(worker);
    worker.onerror = event => fail(event.message);
    worker.postMessage({module});
  });
}
