// Asks the page's engine, compiled to WebAssembly, what stands on each line of standard input, as a Worker would.
// usage: node ask.cjs wasm_exec.js engine.wasm
const fs = require('node:fs');
require(fs.realpathSync(process.argv[2]));

(async () => {
  const go = new Go();
  const {instance} = await WebAssembly.instantiate(fs.readFileSync(process.argv[3]), go.importObject);
  go.run(instance);
  for (const line of fs.readFileSync(0, 'utf8').split('\n')) if (line) process.stdout.write(collsimAnswer(line));
  process.exit(0);
})();
