import { cpSync, mkdirSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join, resolve } from 'node:path';
import { build } from 'vite';

const root = resolve(import.meta.dirname, '../../..');

export const MIGRATIONS = join(root, 'src-main/desk/store/migrations');
export const CATALOGUE = join(root, 'resources/catalogue/book-specs.json');

/** Bundles scripts for processes and threads of their own, which know no TypeScript. Answers the folder. */
export async function bundle(name: string, entries: Readonly<Record<string, string>>): Promise<string> {
  // Inside the repository, so that bare imports find node_modules.
  const outDir = join(root, '.cache', `desk-test-${name}`);
  mkdirSync(outDir, { recursive: true });
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    build: {
      outDir,
      emptyOutDir: true,
      target: 'node20',
      minify: false,
      ssr: true,
      rolldownOptions: {
        input: Object.fromEntries(Object.entries(entries).map(([entry, file]) => [entry, join(root, file)])),
        external: (id) => id.startsWith('node:') || builtinModules.includes(id) || (!id.startsWith('.') && !id.startsWith('/') && !id.startsWith('\0')),
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
      },
    },
  });
  cpSync(join(root, 'src-service/store/migrations'), join(outDir, 'migrations'), { recursive: true });
  return outDir;
}
