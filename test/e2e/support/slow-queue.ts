import { HOWEVER_IT_PRINTS } from '../../fixtures/print-taken.ts';
import { settledRows } from './steps.ts';
import type { Studio } from './studio.ts';

/** A machine with other work takes its time. */
const LIMIT_MS = 120_000;

/** Sends the sample books by the built-in service, so slowly that the queue is never through while a test looks. Answers how many. */
export async function sendSamplesSlowly(studio: Studio): Promise<number> {
  await studio.call('connections.startBuiltIn', {});
  await studio.until(({ phase }) => phase === 'ready', LIMIT_MS);
  await studio.call('imports.addSamples', {});
  await settledRows(
    studio,
    (rows) =>
      rows.length === 10 && rows.every(({ verdict, stage }) => verdict !== 'notChecked' && stage !== 'checking'),
    LIMIT_MS,
  );
  await studio.call('queue.setLimit', { mbitPerSecond: 1, hours: null });
  const { queued } = await studio.call('queue.upload', { bookIds: [], print: HOWEVER_IT_PRINTS });
  await studio.until(({ queue }) => queue.state === 'running');
  return queued;
}
