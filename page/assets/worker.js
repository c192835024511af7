// One Worker runs one request at a time. It is a classic script: wasm_exec.js, which comes with Go, is one.
importScripts('./wasm_exec.js');

onmessage = async ({data}) => {
  if (data.module) {
    const go = new Go();
    const instance = await WebAssembly.instantiate(data.module, go.importObject);
    go.run(instance).then(() => postMessage({failed: 'the engine has ended'}));
    postMessage({ready: true});
    return;
  }
  try {
    const tell = data.progress ? text => postMessage({progress: text}) : undefined;
    postMessage({answer: collsimAnswer(data.request, tell)});
  } catch (error) {
    postMessage({failed: String(error)});
  }
};
