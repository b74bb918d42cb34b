import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'vitest';
import type { KillableService } from '../../fixtures/killable-service.ts';
import { between, type Random } from '../../fixtures/pdf/seeded-random.ts';
import type { PdfKind } from '../../../src-core/contract/books.ts';
import { DeskProcess, copySamples, isNewStep, type DeskLine, type LocalBook } from '../desk-harness.ts';
import { expectLedgerAddsUp, expectOrderedOnce, serviceTruth } from '../exactly-once.ts';
import { CountedLine, isUpload, type CountedRequest } from './counted-line.ts';

/** A point is so many steps that the run had not come to before, and so much time more: it may lie within a request. */
const MOST_STEPS = 8;
const MOST_MS = 60;
/** From an answer that was sent to its receipt on the desk's disk, on a busy machine: killed within it, the answer is lost. */
const TAKEN_WITHIN_MS = 1_000;

/** From a kill to the start after it, by `performance.now()`. */
export interface Away {
  readonly of: 'desk' | 'service';
  readonly fromMs: number;
  readonly untilMs: number;
}

/** What a desk has said of one file: it is with the service, and the desk's next life knows it. */
export interface SaidSent {
  readonly title: string;
  readonly kind: PdfKind;
  readonly atMs: number;
}

export interface DeskKills {
  /** Each kill in words. */
  readonly kills: readonly string[];
  readonly books: number;
  /** Files that were to be sent, and uploads that began, those that a kill cut off among them. */
  readonly files: number;
  readonly uploads: number;
}

/**
 * Kills a desk and its service by turns at random points while books are imported, uploaded and ordered, until so many kills are done.
 * Expects that each book is there and ordered once, with its bytes, and that no file was sent again but one that was in flight.
 */
export async function killDeskAndService(
  service: KillableService,
  folder: string,
  { kills: wanted, random }: { readonly kills: number; readonly random: Random },
): Promise<DeskKills> {
  await service.slowDown();
  const line = await CountedLine.before(service.hello.sandboxUrl);
  try {
    const helloFile = join(folder, 'counted-hello.json');
    const hello = JSON.parse(await readFile(service.helloFile, 'utf8')) as object;
    await writeFile(helloFile, JSON.stringify({ ...hello, sandboxUrl: line.url }));
    const targets = shuffled(
      random,
      Array.from({ length: wanted }, (_, index) => (index % 2 === 0 ? ('desk' as const) : ('service' as const))),
    );
    const kills: string[] = [];
    const away: Away[] = [];
    const said: SaidSent[] = [];
    const onLine = (one: DeskLine) => said.push(...sentBy(one));
    const expected: LocalBook[] = [];
    const stepsSeen = new Set<string>();
    for (let batch = 1; kills.length < wanted; batch += 1) {
      const dropped = join(folder, `batch ${batch}`);
      expected.push(...(await copySamples(dropped, `#${batch}`)));
      // Every other batch is one order with all of its books.
      const together = batch % 2 === 0;
      const start = () =>
        new DeskProcess({ dataDir: join(folder, 'desk'), helloFile, folder: dropped, together, onLine });
      let desk = start();
      for (;;) {
        const target = targets[kills.length];
        if (target === undefined) break;
        let stepsLeft = Math.floor(between(random, 1, MOST_STEPS + 1));
        const step = await desk.next(
          (one) => one.event === 'done' || (isNewStep(stepsSeen, one) && (stepsLeft -= 1) <= 0),
        );
        const moreMs = Math.round(between(random, 0, MOST_MS));
        const isStillRunning =
          step !== null &&
          step.event !== 'done' &&
          (await Promise.race([desk.ended.then(() => false), delay(moreMs, true)]));
        if (!isStillRunning) break;
        kills.push(
          `${target} ${moreMs} ms after ${[step.event, step['title'], step['status'] ?? step['state'], step['step']].filter(Boolean).join(' ')}`,
        );
        const fromMs = performance.now();
        if (target === 'service') {
          await service.kill();
          await service.startAgain();
          await service.slowDown();
        } else {
          await desk.kill();
          desk = start();
        }
        away.push({ of: target, fromMs, untilMs: performance.now() });
      }
      const { books } = await desk.done();
      for (const { title } of expected)
        expect(books.find((book) => book.title === title)?.stage, title).toBe('ordered');
    }
    const truth = await serviceTruth(service);
    await expectOrderedOnce(service, truth, expected);
    expect(truth.orders.flatMap(({ items }) => items)).toHaveLength(expected.length);
    expect(truth.books.map(({ title }) => title).sort(), 'no other book was ever made').toEqual(
      expected.map(({ title }) => title).sort(),
    );
    expectLedgerAddsUp(truth);
    const files = 2 * expected.length;
    const uploads = line.requests.filter(isUpload);
    const titles = new Map(truth.books.map(({ bookUid, title }) => [bookUid, title]));
    expectSentOnce(uploads, files, { away, said, titleOf: (bookUid) => titles.get(bookUid) ?? '' });
    return { kills, books: expected.length, files, uploads: uploads.length };
  } finally {
    await line.close();
  }
}

/** The files that a line of a desk says are sent: those of the steps before the one that a book is at. */
export function sentBy({ event, title, status, step }: DeskLine): readonly SaidSent[] {
  if (event !== 'job' || typeof title !== 'string') return [];
  const kinds: readonly PdfKind[] =
    status === 'done' || step === 'finalize' ? ['cover', 'contents'] : step === 'contents' ? ['cover'] : [];
  return kinds.map((kind) => ({ title, kind, atMs: performance.now() }));
}

export interface Excuses {
  readonly away: readonly Away[];
  readonly said: readonly SaidSent[];
  readonly titleOf: (bookUid: string) => string;
}

/**
 * Each file was taken by the service, and was sent again only where a kill met it in flight: one of the service before its answer, one
 * of the desk before its receipt was on the disk. What a desk has said is sent has no excuse at all.
 */
export function expectSentOnce(
  uploads: readonly CountedRequest[],
  files: number,
  { away, said, titleOf }: Excuses,
): void {
  const byFile = new Map<string, CountedRequest[]>();
  // A refusal because the file is there by now, or not yet, tells how it has to be sent: nothing was taken.
  for (const upload of uploads.filter(({ status }) => status !== 409 && status !== 404))
    byFile.set(upload.path, [...(byFile.get(upload.path) ?? []), upload]);
  const isTaken = ({ status }: CountedRequest) => status !== null && status < 300;
  const taken = [...byFile].filter(([, tries]) => tries.some(isTaken));
  expect(taken.length, 'files that the service has taken').toBeGreaterThanOrEqual(files);
  const again = [...byFile].flatMap(([path, tries]) =>
    tries.slice(0, -1).flatMap((first) => {
      const endedMs = first.endedMs ?? Infinity;
      const untilMs = { desk: endedMs + TAKEN_WITHIN_MS, service: isTaken(first) ? -Infinity : endedMs };
      const wasMet = away.some((kill) => kill.untilMs >= first.beganMs && kill.fromMs <= untilMs[kill.of]);
      return wasMet ? [] : [`${path} after ${first.status}`];
    }),
  );
  expect(again, 'files that were sent again without having been in flight at a kill').toEqual([]);
  const needless = uploads.filter(({ path, beganMs }) => {
    const [bookUid = '', file = ''] = path.split('/').slice(-2);
    return said.some((one) => one.atMs < beganMs && file === `pdf-${one.kind}` && one.title === titleOf(bookUid));
  });
  expect(
    needless.map(({ path }) => path),
    'files that a desk had said were sent',
  ).toEqual([]);
}

function shuffled<T>(random: Random, items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, place: random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item);
}
