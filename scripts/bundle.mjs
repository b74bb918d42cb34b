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

/** The processes of the studio: their entries, and the migrations that lie beside them. The window is vite.config.ts. */
export const PROCESSES = {
  service: {
    entries: {
      cli: 'src-service/cli.ts',
      embedded: 'src-service/embedded.ts',
      portable: 'src-service/portable.ts',
      ...JSON.parse(readFileSync(join(root, 'src-service/threads.json'), 'utf8')),
    },
    external: product,
    migrations: 'src-service/store/migrations',
  },
  main: {
    entries: {
      main: 'src-main/main.ts',
      'preflight-worker': 'src-main/desk/preflight/worker.ts',
      'disk-worker': 'src-node/disks/disk-worker.ts',
      'picture-worker': 'src-main/desk/layouts/picture-worker.ts',
      'export-worker': 'src-main/desk/layouts/export-worker.ts',
    },
    external: product,
    migrations: 'src-main/desk/store/migrations',
  },
  preload: { entries: { preload: 'src-main/preload/preload.ts' }, external: preload },
};

/**
 * One bundle of entries by their names, in dist/<folder>, or in a folder anywhere by its whole path.
 * With `watch` it is made again at every change: the answer is Rolldown's watcher then, and what was made before stays,
 * for whoever runs it may still have to load a part.
 */
export async function bundle(folder, entries, external, plugins = [], { watch = false } = {}) {
  const { build } = await import('vite');
  const format = external === preload ? 'cjs' : 'es';
  return build({
    configFile: false,
    root,
    logLevel: 'warn',
    plugins,
    build: {
      outDir: resolve(dist, folder),
      emptyOutDir: !watch,
      watch: watch ? {} : null,
      target: 'node20',
      minify: false,
      sourcemap: true,
      ssr: true,
      rolldownOptions: {
        input: Object.fromEntries(Object.entries(entries).map(([name, file]) => [name, join(root, file)])),
        external,
        output: {
          format,
          // The documentation of what is bundled is a sixth of it; names and lines stay, for traces that people read.
          comments: { legal: true, annotation: false, jsdoc: false },
          entryFileNames: format === 'cjs' ? '[name].cjs' : '[name].js',
          chunkFileNames: 'chunks/[name]-[hash].js',
        },
      },
    },
    ssr: { noExternal: true },
  });
}
