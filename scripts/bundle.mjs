// How the parts of the studio are bundled: which imports stay imports, and what for.
import { readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');
const dist = join(root, 'dist');

const { dependencies, optionalDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const shipped = new Set(['electron', ...Object.keys(dependencies), ...Object.keys(optionalDependencies)]);
const packageOf = (id) => id.split('/', id.startsWith('@') ? 2 : 1).join('/');

/** What is left as an import. The product's packages lie beside it, natives among them; other packages are bundled. */
export const product = (id) => isBuiltin(id) || shipped.has(packageOf(id));
/** A sandboxed preload can require nothing but Electron's own face. */
export const preload = (id) => id === 'electron';
/** Tools run here, where every package is installed. */
export const tool = (id) => /^(node:|[@a-z][^:]*$)/i.test(id);

/** One bundle of entries by their names, in dist/<folder>, or in a folder anywhere by its whole path. */
export async function bundle(folder, entries, external, plugins = []) {
  const { build } = await import('vite');
  const format = external === preload ? 'cjs' : 'es';
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    plugins,
    build: {
      outDir: resolve(dist, folder),
      emptyOutDir: true,
      target: 'node20',
      minify: false,
      sourcemap: true,
      ssr: true,
      rolldownOptions: {
        input: Object.fromEntries(Object.entries(entries).map(([name, file]) => [name, join(root, file)])),
        external,
        output: { format, entryFileNames: format === 'cjs' ? '[name].cjs' : '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
      },
    },
    ssr: { noExternal: true },
  });
}
