// `npm run mutants`: changes the rules of the service one by one and runs the tests that have to notice.
// `-- units` or `-- service` runs one half, `--only WORD` the modules with the word, `--again`
// those alone that did not die the last time, `--explained` those alone that have a reason, by every test and not only by
// those that most others die by; `--jobs N`, `--minutes N`.
import { cpSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundle, product, tool } from './bundle.mjs';

const root = resolve(import.meta.dirname, '..');

/** The service with all mutants in it, beside the real one. */
async function build(plugin) {
  const { default: workers } = await import('../src-service/threads.json', { with: { type: 'json' } });
  await bundle('mutants', { cli: 'src-service/cli.ts', ...workers }, product, [plugin]);
  cpSync(join(root, 'src-service/store/migrations'), join(root, 'dist/mutants/migrations'), { recursive: true });
  return join(root, 'dist/mutants');
}

await bundle('mutation', { run: 'test/mutation/run.ts' }, tool);
const { optionsOf, runMutants } = await import(pathToFileURL(join(root, 'dist/mutation/run.js')).href);
const { kinds, ...options } = optionsOf(process.argv.slice(2));
let stands = true;
for (const kind of kinds) stands = (await runMutants({ ...options, root, kind, build })) && stands;
process.exit(stands ? 0 : 1);
