// Workers with the simulator in them, compiled once for all.

import {aborted, file} from './reach.js';

const mostIdle = 2;

// workers are a few that wait for requests, the first of them before anybody asks.
export function workers() {
  const idle = [], waiting = []; // waiting: who wants a Worker, the first to ask first
  let module = null, starting = 0;
  // program is fetched and compiled once. Where that fails, the next who asks tries again.
  const program = () => module ??= compile('./collsim.wasm').catch(error => { module = null; throw error; });

  function begin() {
    starting++;
    program().then(start).then(worker => { starting--; give(worker); }, error => { starting--; waiting.shift()?.reject(error); });
  }

  // give takes a Worker that has nothing to do.
  function give(worker) {
    if (waiting.length) waiting.shift().resolve(worker);
    else if (idle.length < mostIdle) idle.push(worker);
    else worker.terminate();
  }

  // hire gives a Worker. Who no longer wants one leaves the one that is being started to the next.
  async function hire(signal) {
    if (signal?.aborted) throw aborted(signal);
    if (idle.length) return idle.pop();
    return new Promise((resolve, reject) => {
      const leave = () => { waiting.splice(waiting.indexOf(me), 1); reject(aborted(signal)); };
      const left = f => what => { signal?.removeEventListener('abort', leave); f(what); };
      const me = {resolve: left(resolve), reject: left(reject)};
      signal?.addEventListener('abort', leave);
      waiting.push(me);
      if (starting < waiting.length) begin();
    });
  }

  // end ends a Worker and what it does, and has another ready for the next request.
  function end(worker) {
    worker.terminate();
    if (idle.length + starting === 0) begin();
  }

  begin();
  return {hire, give, end};
}

// compile compiles while bytes still come, where their host says what they are.
async function compile(url) {
  const response = await file(url);
  try {
    if (response.headers.get('Content-Type') === 'application/wasm') return await WebAssembly.compileStreaming(response);
    return await WebAssembly.compile(await response.arrayBuffer());
  } catch (error) {
    throw new Error(`${url} is broken or did not come whole: ${error.message}`);
  }
}

// start gives a Worker the engine, and waits until it is ready.
function start(module) {
  return new Promise((resolve, reject) => {
    const worker = new Worker('./worker.js');
    const fail = why => { worker.terminate(); reject(new Error(`the simulator does not start: ${why || 'worker.js cannot be read'}`)); };
    worker.onmessage = ({data}) => data.failed ? fail(data.failed) : resolve(worker);
    worker.onerror = event => fail(event.message);
    worker.postMessage({module});
  });
}
