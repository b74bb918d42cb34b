import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';
import { replaceModules } from './replace-modules.ts';

/** Unit tests on modules that hold their mutants, as the mutation run wrote them; `MUTANT` switches one of them on. */
const written = process.env['MUTATED_MODULES'];
if (written === undefined) throw new Error('this is for `npm run mutants` alone, which says where the mutated modules are');

export default defineConfig({
  root: resolve(import.meta.dirname, '../..'),
  plugins: [replaceModules(JSON.parse(readFileSync(written, 'utf8')) as Record<string, string>)],
  test: { name: 'mutants', include: ['src-*/**/*.test.ts', 'test/architecture/**/*.test.ts'], environment: 'node', testTimeout: 20_000, bail: 1, pool: 'threads', isolate: false },
});
