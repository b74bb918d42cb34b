import { afterEach, expect, it } from 'vitest';
import { WorkerPool } from './worker-pool.ts';

const script = (body: string) => new URL(`data:text/javascript,${encodeURIComponent(`import { parentPort } from 'node:worker_threads';parentPort.on('message', (path) => {${body}});`)}`);
const quiet = { write: () => undefined };
const limits = { fileTimeMs: 500, memoryMb: 64 };
const facts = `{ status: 'unreadable', reason: 'notPdf', path }`;

let pool: WorkerPool;
afterEach(() => pool.close());

it('ends a reading that hangs, says that the file was not checked, and goes on with the others', async () => {
  pool = new WorkerPool(script(`if (path === 'hang') for (;;); parentPort.postMessage({ facts: ${facts} })`), quiet, limits);
  const results = await Promise.all(['a', 'hang', 'b', 'c'].map((path) => pool.read(path, 7)));
  expect(results.map((one) => one.status === 'unreadable' && one.reason)).toEqual(['notPdf', 'timeLimit', 'notPdf', 'notPdf']);
  expect(results[1]).toMatchObject({ sizeBytes: 7 });
});

it('outlives a reading that eats all memory', async () => {
  pool = new WorkerPool(script(`if (path === 'eat') { const all = []; for (;;) all.push(new Array(1e6).fill(path)); } parentPort.postMessage({ facts: ${facts} })`), quiet, { ...limits, fileTimeMs: 20_000 });
  const [eaten, other] = await Promise.all([pool.read('eat', 1), pool.read('a', 1)]);
  expect(eaten).toMatchObject({ status: 'unreadable', reason: 'tooLarge' });
  expect(other).toMatchObject({ status: 'unreadable', reason: 'notPdf' });
});

it('answers what it could not open', async () => {
  pool = new WorkerPool(script('parentPort.postMessage({ facts: null })'), quiet, limits);
  expect(await pool.read('gone', 3)).toMatchObject({ status: 'unreadable', reason: 'readFailed' });
});
