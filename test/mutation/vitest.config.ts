import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';
import { replaceModules } from './replace-modules.ts';

/**
 * The tests of a mutation run: unit tests on modules that hold their mutants (`MUTATED_MODULES`), or acceptance tests of
 * the service that holds them (`SERVICE_PROGRAM`). With a sheet each test is run under many mutants, else the file once.
 */
const written = process.env['MUTATED_MODULES'];
if (written === undefined && process.env['SERVICE_PROGRAM'] === undefined)
  throw new Error('this is for `npm run mutants` alone, which says what is mutated');

export default defineConfig({
  root: resolve(import.meta.dirname, '../..'),
  plugins:
    written === undefined ? [] : [replaceModules(JSON.parse(readFileSync(written, 'utf8')) as Record<string, string>)],
  test: {
    name: 'mutants',
    include:
      written === undefined
        ? ['test/acceptance/**/*.accept.test.ts']
        : ['src-*/**/*.test.ts', 'test/architecture/**/*.test.ts'],
    environment: 'node',
    testTimeout: written === undefined ? 120_000 : 20_000,
    hookTimeout: 120_000,
    bail: 1,
    ...(written === undefined ? {} : { pool: 'threads', isolate: false }),
    // Each test of a file has its place by which it is planned for.
    sequence: { concurrent: false, shuffle: false },
    ...(process.env['MUTATION_SHEET'] === undefined
      ? {}
      : { runner: resolve(import.meta.dirname, 'repeating-runner.ts') }),
  },
});
