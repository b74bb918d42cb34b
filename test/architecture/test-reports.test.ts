import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';

const { strayErrors, whyOf } = (await import('../../scripts/test-reports.mjs' as string)) as {
  strayErrors: (output: string) => string[];
  whyOf: (text: string | undefined, tookMs?: number) => string;
};

it('the end of a run tells why a test failed, the last words of a process that is quoted included', () => {
  const log = Array.from({ length: 40 }, (_, line) => `{"level":"info","line":${line}}`).join('\n');
  const why = whyOf(
    `Error: the service ended with 1: (node:7) Warning: old\n${log}\n{"err":"EADDRINUSE"}\n    at start (/x.ts:1:1)`,
  );
  expect(why).toMatch(/^Error: the service ended with 1: \(node:7\) Warning: old \| .* … .*\{"err":"EADDRINUSE"\}$/);
  expect(why.length).toBeLessThan(800);
  expect(whyOf('Error: expected 1 to be 2\n    at test.ts:1:1')).toBe('Error: expected 1 to be 2');
  expect(whyOf('Error: STACK_TRACE_ERROR\n    at test.ts:1:1', 120_004)).toBe('was not done after 120 s');
});

it('and what was thrown beside tests that all passed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'stray-'));
  try {
    await writeFile(
      join(folder, 'stray.test.ts'),
      `import { it } from 'vitest';
      it('passes', async () => {
        void Promise.reject(new Error('nobody waited'));
        setTimeout(() => { throw new Error('too late'); }, 1);
        await new Promise((done) => setTimeout(done, 50));
      });`,
    );
    const vitest = resolve('node_modules/vitest/vitest.mjs');
    // The folder has no modules of its own to import from.
    await writeFile(
      join(folder, 'vitest.config.mjs'),
      `export default { resolve: { alias: { vitest: ${JSON.stringify(resolve('node_modules/vitest/dist/index.js'))} } } };`,
    );
    const run = spawnSync(process.execPath, [vitest, 'run', '--root', folder], { cwd: folder, encoding: 'utf8' });
    expect(run.status).toBe(1);
    expect(strayErrors(run.stdout + run.stderr)).toEqual([
      'stray.test.ts: beside passes: Error: nobody waited',
      'stray.test.ts: beside passes: Error: too late',
    ]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
