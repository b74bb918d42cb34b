import { expect, it } from 'vitest';
import { LEASE_MS, leasedKeys, leasesOver } from './leased-keys.ts';

/** A store of keys that counts how often it is asked, and two clocks that are moved by hand. */
function bench() {
  const now = { steadyMs: 5_000, wallMs: 1_800_000_000_000 };
  const stored = new Map<string, string>();
  const asked: string[] = [];
  const keyOf = leasedKeys(
    async (keyPrefix) => {
      asked.push(keyPrefix);
      return stored.get(keyPrefix);
    },
    { steadyMs: () => now.steadyMs, wallMs: () => now.wallMs },
  );
  const pass = (ms: number) => {
    now.steadyMs += ms;
    now.wallMs += ms;
  };
  return { now, stored, asked, keyOf, pass };
}

it('asks for a good key once a lease', async () => {
  const { stored, asked, keyOf, pass } = bench();
  stored.set('SB1', 'good');
  expect(await keyOf('SB1')).toBe('good');
  stored.delete('SB1');
  pass(LEASE_MS - 1);
  expect([await keyOf('SB1'), asked.length]).toEqual(['good', 1]);
  pass(1);
  expect([await keyOf('SB1'), asked.length]).toEqual([undefined, 2]);
});

it('keeps nothing of a key that is not good: a new one counts at once', async () => {
  const { stored, asked, keyOf } = bench();
  expect(await keyOf('SB1')).toBeUndefined();
  stored.set('SB1', 'good');
  expect([await keyOf('SB1'), asked.length]).toEqual(['good', 2]);
});

it('asks once for calls that come at the same time, and each key by itself', async () => {
  const { stored, asked, keyOf } = bench();
  stored.set('SB1', 'one').set('SB2', 'two');
  const read = await Promise.all(['SB1', 'SB2', 'SB1', 'SB1', 'SB2'].map(keyOf));
  expect([read, asked]).toEqual([
    ['one', 'two', 'one', 'one', 'two'],
    ['SB1', 'SB2'],
  ]);
});

it('fails for all that shared a query, and asks anew after that', async () => {
  let isAway = true;
  let asked = 0;
  const keyOf = leasedKeys(async () => {
    asked += 1;
    if (isAway) throw new Error('the database is away');
    return 'good';
  });
  const failed = await Promise.allSettled([keyOf('SB1'), keyOf('SB1')]);
  expect([failed.map(({ status }) => status), asked]).toEqual([['rejected', 'rejected'], 1]);
  isAway = false;
  expect([await keyOf('SB1'), asked]).toEqual(['good', 2]);
});

it('counts from before the query is sent: one that takes longer is not shared any more, and its late answer is not kept', async () => {
  const now = { steadyMs: 0, wallMs: 0 };
  const answers: ((key: string | undefined) => void)[] = [];
  const keyOf = leasedKeys<string>(() => new Promise((answer) => answers.push(answer)), {
    steadyMs: () => now.steadyMs,
    wallMs: () => now.wallMs,
  });
  const slow = keyOf('SB1');
  now.steadyMs += LEASE_MS;
  const second = keyOf('SB1');
  expect(answers).toHaveLength(2);
  answers[1]?.('as it is now');
  expect(await second).toBe('as it is now');
  // An older answer that comes later, and is of a key that is not good, takes nothing from the newer one.
  answers[0]?.(undefined);
  expect(await slow).toBeUndefined();
  expect(await keyOf('SB1')).toBe('as it is now');
  expect(answers).toHaveLength(2);
});

it('ends a lease over which the computer slept, and one over which its clock was set', async () => {
  for (const movedMs of [3_600_000, -3_600_000, LEASE_MS]) {
    const { now, stored, asked, keyOf } = bench();
    stored.set('SB1', 'good');
    await keyOf('SB1');
    // The steady clock stood still meanwhile.
    now.wallMs += movedMs;
    await keyOf('SB1');
    expect(asked).toHaveLength(2);
  }
});

it('remembers five thousand, the ones used last', async () => {
  const { stored, asked, keyOf } = bench();
  for (let at = 0; at <= 5_000; at += 1) {
    stored.set(`SB${at}`, 'good');
    await keyOf(`SB${at}`);
    await keyOf('SB0');
  }
  expect(asked).toHaveLength(5_001);
  await keyOf('SB1');
  expect(asked).toHaveLength(5_002);
});

it('whoever waits for leases to be over waits longer than one', async () => {
  const startedMs = performance.now();
  await leasesOver();
  expect(performance.now() - startedMs).toBeGreaterThan(LEASE_MS);
});
