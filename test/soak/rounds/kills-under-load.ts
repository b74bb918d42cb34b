import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Round, RoundGiven } from '../round.ts';
import { ServiceUnderFire } from '../service-under-fire.ts';
import { Traffic } from '../traffic.ts';

const KILLS = 6;
const CALM_MS = { least: 50, most: 700 };

/** Kills once, and sees to it that the service is there again or comes back by itself; answers what it killed. */
type Blow = (service: ServiceUnderFire, random: () => number) => Promise<readonly string[]>;

function underLoad(name: string, blow: Blow): Round {
  return {
    name,
    run: async ({ random, folder }: RoundGiven) => {
      const service = new ServiceUnderFire(join(folder, 'data'));
      const kills: Record<string, number> = {};
      const recoveriesMs: number[] = [];
      let traffic: Traffic | null = null;
      try {
        await service.start();
        traffic = await Traffic.begin(() => service.sandbox, random);
        for (let left = KILLS; left > 0; left -= 1) {
          await delay(CALM_MS.least + random() * (CALM_MS.most - CALM_MS.least));
          const fromMs = performance.now();
          for (const kind of await blow(service, random)) kills[kind] = (kills[kind] ?? 0) + 1;
          await service.untilGood();
          recoveriesMs.push(performance.now() - fromMs);
        }
        await traffic.end();
        return { kills, ...(await traffic.verify()), recoveriesMs };
      } finally {
        traffic?.abandon();
        await service.dispose();
      }
    },
  };
}

export const serviceKilled = underLoad('service', async (service) => {
  await service.killService();
  await service.start();
  return ['service'];
});

export const postmasterKilled = underLoad('postmaster', async (service, random) => {
  const killed = (await service.killPostmaster()) ? ['postmaster'] : [];
  // Again in the middle of its recovery.
  if (random() < 0.3) {
    await delay(random() * 300);
    if (await service.killPostmaster()) killed.push('postmaster');
  }
  await service.untilAnotherPostmaster();
  return killed;
});

export const backendKilled = underLoad('backend', async (service, random) =>
  (await service.killBackend(random)) ? ['backend'] : [],
);

export const bothKilled = underLoad('both', async (service, random) => {
  const postmasterFirst = random() < 0.5;
  const killed: string[] = [];
  if (postmasterFirst && (await service.killPostmaster())) killed.push('postmaster');
  await delay(random() * 150);
  await service.killService();
  killed.push('service');
  if (!postmasterFirst && (await service.killPostmaster())) killed.push('postmaster');
  await service.start();
  return killed;
});
