import { copyFile, mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import type { Desk } from '../../../src-main/desk/desk.ts';
import { CountedLine } from './counted-line.ts';
import { importFolder, openBench, until, uploadAll, type Bench } from './desk-bench.ts';
import { SAMPLES } from './samples.ts';

export interface SentBook {
  readonly bench: Bench;
  /** Between the desk and the service. */
  readonly line: CountedLine;
  readonly desk: Desk;
}

/** A desk whose only book, one of the samples, was uploaded over a line that counts and can be slowed. */
export async function openSentBook(workerFile: string, stem: string): Promise<SentBook> {
  const bench = await openBench(workerFile, { credit: 1_000_000 });
  const line = await CountedLine.before(bench.service.hello.sandboxUrl);
  const desk = await bench.openDesk('desk');
  await desk.connectBuiltIn({ ...bench.service.hello, sandboxUrl: line.url });
  const folder = await mkdtemp(join(bench.dir, 'drop '));
  for (const kind of ['cover', 'contents'])
    await copyFile(join(SAMPLES, `${stem}_${kind}.pdf`), join(folder, `${stem}_${kind}.pdf`));
  await importFolder(desk, folder);
  await until(
    async () => (await desk.handlers['library.changes']({ since: null })).rows,
    (all) => all.length === 1 && all[0]?.stage === 'ready',
  );
  await uploadAll(desk);
  return { bench, line, desk };
}
