// One Worker runs one request at a time. It is a classic script: wasm_exec.js, which comes with Go, is one.
importScripts('./wasm_exec.js');

onmessage = async ({data}) => {
  try {
    if (data.module) await begin(data.module);
    else answer(data);
  } catch (error) {
    postMessage({failed: String(error)});
  }
};

async function begin(module) {
  const go = new Go();
  const instance = await WebAssembly.instantiate(module, go.importObject);
  go.run(instance).then(() => postMessage({failed: 'the engine has ended'}));
  postMessage({ready: true});
}

function answer({request, progress}) {
  const tell = progress ? (name, text) => postMessage({[name]: text}) : undefined;
  postMessage({answer: collsimAnswer(request, tell)});
}
