import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { canCutPower, CutDisk } from '../fixtures/disk/cut-disk.ts';
import { seededRandom } from '../fixtures/pdf/seeded-random.ts';
import { often } from '../fixtures/turns.ts';
import { ServiceUnderFire } from '../soak/service-under-fire.ts';
import { Traffic } from '../soak/traffic.ts';
import { until } from './receiver.ts';

const DISK_MB = 700;
const CUTS = often(2, 4);
/** What was begun is repeated until it is answered: for ever, where a book's files are gone. */
const REPEAT_LIMIT_MS = 30_000;
const CALM_MS = { least: 300, most: 1_500 };
/** `POWER_CUT_SEED=… npx vitest run …` draws the same moments again; the machine's pace is its own. */
const seed = Number(process.env['POWER_CUT_SEED'] ?? randomInt(1_000_000));

describe.skipIf(!canCutPower)('when the power is cut', () => {
  let disk: CutDisk;
  let service: ServiceUnderFire;
  beforeAll(async () => {
    disk = await CutDisk.make(DISK_MB);
    service = new ServiceUnderFire(join(disk.path, 'data'));
    await service.start();
  });
  afterAll(async () => {
    await service.dispose();
    await disk.remove();
  });

  async function cut(): Promise<void> {
    const postmaster = await service.postmaster();
    await disk.cut([service.running.hello.pid, ...(postmaster === null ? [] : [postmaster])]);
    await service.running.exited;
    await service.start();
  }

  it('right after a first start has shown its keys, they are good', { timeout: 300_000 }, async () => {
    const shown = service.keys;
    await cut();
    expect(service.keys).toEqual(shown);
    await service.untilGood();
  });

  it('under load, every acknowledged order, cancel and PDF is there once after it, and a repeat completes the rest', {
    timeout: 300_000,
  }, async () => {
    console.log(`POWER_CUT_SEED=${seed}`);
    const random = seededRandom(seed);
    const traffic = await Traffic.begin(() => service.sandbox, random);
    try {
      for (let left = CUTS; left > 0; left -= 1) {
        const before = traffic.acknowledged;
        await delay(CALM_MS.least + random() * (CALM_MS.most - CALM_MS.least));
        // Of a computer that has much else to do.
        await until(() => traffic.acknowledged > before, 'a write to be acknowledged', REPEAT_LIMIT_MS);
        await cut();
        await service.untilGood();
      }
      await Promise.race([
        traffic.end(),
        delay(REPEAT_LIMIT_MS).then(() => expect.fail('a repeat is still not answered well')),
      ]);
      const { acknowledged, lost, doubled } = await traffic.verify();
      console.log(`${acknowledged} acknowledged writes over ${CUTS} cuts`);
      expect({ lost, doubled }).toEqual({ lost: 0, doubled: 0 });
    } finally {
      traffic.abandon();
    }
  });
});
