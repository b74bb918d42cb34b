import { chmod, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { balanceOf } from '../../acceptance/journeys.ts';
import type { Round } from '../round.ts';
import { OPENING_CREDIT, ServiceUnderFire } from '../service-under-fire.ts';

/** How long a first start takes here, as the last one that was let be told. Kills fall a little beyond its end too, just after the first line. */
let startMs = 2_000;
const BEYOND = 1.15;
const MOST_KILLS = 3;

/** The service, and now and then its PostgreSQL first, killed anywhere between the folder's making and the first line. */
export const firstStart: Round = {
  name: 'first-start',
  async run({ random, folder }) {
    const temporary = join(folder, 'tmp');
    await mkdir(temporary);
    await chmod(temporary, 0o1777);
    const service = new ServiceUnderFire(join(folder, 'data'), { env: { TMPDIR: temporary } });
    const kills = { service: 0, postmaster: 0 };
    const recoveriesMs: number[] = [];
    try {
      for (let left = 1 + Math.floor(random() * MOST_KILLS); left > 0; left -= 1) {
        const launched = service.launch();
        await delay(random() * startMs * BEYOND);
        if (random() < 0.3 && (await service.killPostmaster())) kills.postmaster += 1;
        if (launched.kill()) kills.service += 1;
        await launched.exited;
      }
      const fromMs = performance.now();
      await service.start();
      await service.untilGood();
      startMs = performance.now() - fromMs;
      recoveriesMs.push(startMs);
      // The keys that were shown last are those of the accounts, and each account got its opening credit once.
      const { business, personal } = service.keys;
      const balances = await Promise.all(
        [business.sandbox, personal.sandbox].map((key) => balanceOf(service.sandbox.as(key))),
      );
      const doubled = balances.filter((balance) => balance !== OPENING_CREDIT).length;
      const left = [
        ...(await readdir(join(folder, 'data/postgres'))).filter((name) => name.includes('.new')),
        ...(await readdir(temporary)),
      ];
      if (left.length > 0) throw new Error(`left behind: ${left.join(', ')}`);
      return { kills, acknowledged: 2, lost: 0, doubled, recoveriesMs };
    } finally {
      await service.dispose();
    }
  },
};
