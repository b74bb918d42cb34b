import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { balanceOf, expectFailure } from './journeys.ts';
import { startService } from './service.ts';

const OPENING = 1_000_000;

it('--reissue-keys revokes the keys of both accounts, but those that were, and gives them new ones for what they had', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'acceptance-'));
  const first = await startService({ dataDir, credit: OPENING });
  const old = first.keys;
  const made = (await first.sandbox.post('/keys', { note: 'desk 2', env: 'sandbox' })).body.data.apiKey;
  const revoked = (await first.sandbox.post('/keys', { note: 'desk 3', env: 'sandbox' })).body.data.keyPrefix;
  const { revokedAt } = (await first.sandbox.delete(`/keys/${revoked}`)).body.data;
  expect((await first.sandbox.post('/credits/sandbox/deduct', { amount: 1_000 })).status).toBe(200);
  expect(await first.stop()).toBe(0);
  const service = await startService({ dataDir, reissueKeys: true });
  try {
    const { sandbox, live, keys } = service;
    expect([keys.business.accountUid, keys.personal.accountUid]).toEqual([
      old.business.accountUid,
      old.personal.accountUid,
    ]);
    for (const key of [old.business.sandbox, old.personal.sandbox, made])
      expectFailure(await sandbox.get('/credits', { key }), 401, 'ERR_UNAUTHORIZED');
    expectFailure(await live.get('/credits', { key: old.business.live }), 401, 'ERR_UNAUTHORIZED');
    const listed = (await sandbox.get('/keys')).body.data as { keyPrefix: string; revokedAt: string | null }[];
    expect(listed.find(({ keyPrefix }) => keyPrefix === revoked)?.revokedAt).toBe(revokedAt);
    expect(await balanceOf(sandbox)).toBe(OPENING - 1_000);
    expect(await balanceOf(sandbox.as(keys.personal.sandbox))).toBe(OPENING);
    expect(await balanceOf(live)).toBe(0);
  } finally {
    await service.dispose();
  }
});
