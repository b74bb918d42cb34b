import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writeSmallFile } from '../../src-node/small-file.ts';
import { canCutPower, CutDisk } from '../fixtures/disk/cut-disk.ts';
import { between, seededRandom } from '../fixtures/pdf/seeded-random.ts';
import { often } from '../fixtures/turns.ts';
import type { KillableService } from '../fixtures/killable-service.ts';
import { copySamples, DeskProcess, isNewStep, workFolder, type LocalBook, startService } from './desk-harness.ts';
import { expectLedgerAddsUp, expectOrderedOnce, serviceTruth } from './exactly-once.ts';

const DISK_MB = 200;
const CUTS = often(4, 8);
const MOST_STEPS = 6;
const MOST_MS = 60;
/** `POWER_CUT_SEED=… npx vitest run …` draws the same moments again; the machine's pace is its own. */
const seed = Number(process.env['POWER_CUT_SEED'] ?? randomInt(1_000_000));

describe.skipIf(!canCutPower)('when the power of the desk’s computer is cut', () => {
  let disk: CutDisk;
  beforeAll(async () => {
    disk = await CutDisk.make(DISK_MB);
  });
  afterAll(() => disk.remove());

  test('a small state file is the one that was written last, and never torn', { timeout: 300_000 }, async () => {
    const path = join(disk.path, 'state.json');
    for (let turn = 0; turn < 5; turn += 1) {
      const text = JSON.stringify({ turn, filling: 'x'.repeat(10_000) });
      writeSmallFile(path, text);
      await disk.cut([]);
      expect(readFileSync(path, 'utf8') === text, `turn ${turn}`).toBe(true);
    }
  });

  describe('in the middle of imports, uploads and orders', () => {
    let folder: string;
    let service: KillableService;
    beforeAll(async () => {
      folder = await workFolder();
      service = await startService(join(folder, 'service'));
      await service.slowDown();
    });
    afterAll(async () => {
      await service.dispose();
      await rm(folder, { recursive: true, force: true });
    });

    test('what the operator was answered stands, and every book is at the service once, and ordered once', {
      timeout: 600_000,
    }, async () => {
      console.log(`POWER_CUT_SEED=${seed}`);
      const random = seededRandom(seed);
      const expected: LocalBook[] = [];
      const seen = new Set<string>();
      const cuts: string[] = [];
      for (let batch = 1; cuts.length < CUTS; batch += 1) {
        const dropped = join(folder, `batch ${batch}`);
        expected.push(...(await copySamples(dropped, `#${batch}`)));
        const start = () =>
          new DeskProcess({
            dataDir: join(disk.path, 'desk'),
            operatorDir: join(folder, 'operator'),
            helloFile: service.helloFile,
            folder: dropped,
          });
        let desk = start();
        while (cuts.length < CUTS) {
          let stepsLeft = Math.floor(between(random, 1, MOST_STEPS + 1));
          const line = await desk.next(
            (one) => one.event === 'done' || (isNewStep(seen, one) && (stepsLeft -= 1) <= 0),
          );
          if (line === null || line.event === 'done') break;
          await delay(between(random, 0, MOST_MS));
          cuts.push(
            [line.event, line['title'], line['status'] ?? line['state'], line['step']].filter(Boolean).join(' '),
          );
          await disk.cut([desk.pid]);
          desk = start();
        }
        // A run or an import that was answered and is gone ends the desk, and a book that is gone has no stage.
        const { books } = await desk.done();
        for (const { title } of expected)
          expect(books.find((book) => book.title === title)?.stage, title).toBe('ordered');
      }
      console.log(`${cuts.length} cuts over ${expected.length} books, after\n${cuts.join('\n')}`);
      const truth = await serviceTruth(service);
      await expectOrderedOnce(service, truth, expected);
      expect(truth.orders).toHaveLength(expected.length);
      expect(truth.books.map(({ title }) => title).sort(), 'no other book was ever made').toEqual(
        expected.map(({ title }) => title).sort(),
      );
      expectLedgerAddsUp(truth);
    });
  });
});
