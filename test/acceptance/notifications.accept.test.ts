import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectFailure } from './journeys.ts';
import { startService, type Service } from './service.ts';

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.dispose());

const message = (more: Record<string, unknown> = {}) => ({
  channel: 'SMS',
  recipient: '010-1234-5678',
  content: '책이 출발했습니다',
  ...more,
});

it('a notification that was sent is listed; from Sandbox it reaches nobody and says so (isolation class C)', async () => {
  const sandbox = await service.sandbox.post('/notifications/send', message());
  expect([sandbox.status, sandbox.body.data.status, sandbox.body.data.isTest]).toEqual([201, 'TEST', true]);
  const live = await service.live.post(
    '/notifications/send',
    message({ channel: 'EMAIL', recipient: 'a@example.com', title: '배송' }),
  );
  expect([live.status, live.body.data.status, live.body.data.isTest]).toEqual([201, 'SENT', false]);
  for (const host of [service.sandbox, service.live]) {
    const { data, pagination } = (await host.get('/notifications')).body;
    expect(data.map((one: { notificationUid: string }) => one.notificationUid)).toEqual([
      live.body.data.notificationUid,
      sandbox.body.data.notificationUid,
    ]);
    expect(pagination).toEqual({ total: 2, limit: 20, offset: 0, hasNext: false });
  }
});

it('the list is paginated and an account sees its own alone', async () => {
  const page = (await service.sandbox.get('/notifications?limit=1&offset=1')).body;
  expect([page.data.length, page.pagination.hasNext]).toEqual([1, false]);
  expect((await service.sandbox.as(service.keys.personal.sandbox).get('/notifications')).body.data).toEqual([]);
});

it('channels are closed and opened for both hosts (isolation class B), and a closed one sends nothing', async () => {
  expect((await service.sandbox.get('/notifications/config')).body.data).toEqual({
    enabled: true,
    channels: ['SMS', 'KAKAO', 'EMAIL'],
    updatedAt: null,
  });
  expect((await service.sandbox.patch('/notifications/config', { channels: ['EMAIL'] })).body.data).toMatchObject({
    enabled: true,
    channels: ['EMAIL'],
  });
  const before = (await service.live.get('/notifications')).body.pagination.total;
  const refused = await service.live.post('/notifications/send', message());
  expectFailure(refused, 400, 'ERR_VALIDATION_FAILED');
  expect(refused.body.fieldErrors[0]).toMatchObject({
    field: 'channel',
    currentValue: 'SMS',
    requiredValue: ['EMAIL'],
    constraint: 'enum',
  });
  await service.live.patch('/notifications/config', { enabled: false });
  expectFailure(
    await service.live.post('/notifications/send', message({ channel: 'EMAIL' })),
    400,
    'ERR_VALIDATION_FAILED',
  );
  expect((await service.live.get('/notifications')).body.pagination.total).toBe(before);
});

it.each([
  ['an unknown channel', { channel: 'PIGEON' }],
  ['no recipient', { recipient: '' }],
  ['no content', { content: '' }],
])('%s is refused', async (_what, more) => {
  expectFailure(await service.sandbox.post('/notifications/send', message(more)), 400, 'ERR_VALIDATION_FAILED');
});
