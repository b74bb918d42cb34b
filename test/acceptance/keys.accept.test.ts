import { afterAll, beforeAll, expect, it } from 'vitest';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expectFailure } from './journeys.ts';
import { onReplicas, startService, type Service } from './service.ts';

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.dispose());

const issue = async (more: Record<string, unknown> = {}) => {
  const answer = await service.sandbox.post('/keys', { note: 'desk 2', env: 'sandbox', ...more });
  expect(answer.status, answer.text).toBe(201);
  return answer.body.data;
};

it('shows a new key whole once, and never again', async () => {
  const issued = await issue();
  expect(issued.apiKey.split('.')[0]).toBe(issued.keyPrefix);
  expect((await service.sandbox.get('/credits', { key: issued.apiKey })).status).toBe(200);
  const listed = await service.sandbox.get('/keys');
  expect(listed.body.data.map((key: { keyPrefix: string }) => key.keyPrefix)).toContain(issued.keyPrefix);
  expect(listed.text).not.toContain(issued.apiKey.split('.')[1]);
});

// Looks into the files of one service's database.
it.skipIf(onReplicas)('keeps of a secret nothing but a hash', async () => {
  const [identifier, secret = ''] = (await issue()).apiKey.split('.');
  const folder = join(service.hello.dataDir, 'postgres/data');
  const holding = { identifier: 0, secret: 0 };
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const bytes = await readFile(join(entry.parentPath, entry.name)).catch(() => Buffer.alloc(0));
    if (bytes.includes(identifier)) holding.identifier += 1;
    if (bytes.includes(secret)) holding.secret += 1;
  }
  // That the identifier is found shows that the secret would have been.
  expect(holding.identifier).toBeGreaterThan(0);
  expect(holding.secret).toBe(0);
});

it('gives as many keys as are asked for, and none of them ends by itself', async () => {
  const issued = await Promise.all(Array.from({ length: 40 }, () => issue()));
  expect(new Set(issued.map(({ apiKey }) => apiKey)).size).toBe(40);
  const TEN_YEARS_MS = 10 * 365 * 24 * 3_600_000;
  await service.printHouse('POST', '/clock', { moveMs: TEN_YEARS_MS });
  for (const { apiKey } of issued) expect((await service.sandbox.get('/credits', { key: apiKey })).status).toBe(200);
  await service.printHouse('POST', '/clock', { moveMs: -TEN_YEARS_MS });
});

it('stops a revoked key at once', async () => {
  const issued = await issue();
  const other = await issue();
  expect((await service.sandbox.get('/credits', { key: issued.apiKey })).status).toBe(200);
  expect((await service.sandbox.delete(`/keys/${issued.keyPrefix}`)).body.data.revokedAt).not.toBeNull();
  expect((await service.sandbox.get('/credits', { key: other.apiKey })).status).toBe(200);
  expectFailure(await service.sandbox.get('/credits', { key: issued.apiKey }), 401, 'ERR_UNAUTHORIZED');
});

it('lets only allowed addresses call', async () => {
  const blocked = await issue({ allowIps: ['203.0.113.7'] });
  expectFailure(await service.sandbox.get('/credits', { key: blocked.apiKey }), 403, 'ERR_FORBIDDEN');
  await service.sandbox.patch(`/keys/${blocked.keyPrefix}`, { allowIps: ['203.0.113.7', '127.0.0.1'] });
  expect((await service.sandbox.get('/credits', { key: blocked.apiKey })).status).toBe(200);
  await service.sandbox.patch(`/keys/${blocked.keyPrefix}`, { allowIps: [] });
  expect((await service.sandbox.get('/credits', { key: blocked.apiKey })).status).toBe(200);
});

it('takes at most ten addresses, and only addresses', async () => {
  const many = Array.from({ length: 11 }, (_, index) => `203.0.113.${index}`);
  expect((await issue({ allowIps: many.slice(1) })).allowIps).toHaveLength(10);
  expectFailure(
    await service.sandbox.post('/keys', { note: 'x', env: 'sandbox', allowIps: many }),
    400,
    'ERR_VALIDATION_FAILED',
  );
  expectFailure(
    await service.sandbox.post('/keys', { note: 'x', env: 'sandbox', allowIps: ['studio'] }),
    400,
    'ERR_VALIDATION_FAILED',
  );
});

it('keeps environments and partners apart', async () => {
  const issued = await issue();
  expectFailure(await service.sandbox.post('/keys', { note: 'x', env: 'live' }), 403, 'ERR_ENV_MISMATCH');
  const live = await service.live.get('/keys');
  expect(live.body.data.map((key: { keyPrefix: string }) => key.keyPrefix)).toContain(
    service.keys.business.live.split('.')[0],
  );
  expect(live.body.data.every((key: { env: string }) => key.env === 'live')).toBe(true);
  const stranger = service.sandbox.as(service.keys.personal.sandbox);
  expectFailure(await stranger.delete(`/keys/${issued.keyPrefix}`), 404, 'ERR_NOT_FOUND');
});
