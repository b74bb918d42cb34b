import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ADDRESS, expectFailure, finalizedBook, fundLive, order } from './journeys.ts';
import { Receiver, until } from './receiver.ts';
import { startService, type Service } from './service.ts';

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.dispose());

const personal = () => service.sandbox.as(service.keys.personal.sandbox);

describe('your own account', () => {
  it('is read on both hosts, one record for both environments (isolation class B)', async () => {
    const [sandbox, live] = [await service.sandbox.get('/accounts/me'), await service.live.get('/accounts/me')];
    expect(sandbox.body.data).toMatchObject({ accountUid: service.keys.business.accountUid, accountType: 'BUSINESS' });
    expect(live.body.data).toEqual(sandbox.body.data);
  });

  it('is changed field by field; null clears, absent stays, and the other host sees it', async () => {
    const first = await service.sandbox.patch('/accounts/me', {
      name: '하나 스튜디오',
      email: 'desk@example.com',
      phone: '02-123-4567',
    });
    expect([first.status, first.body.data.name, first.body.data.email]).toEqual([
      200,
      '하나 스튜디오',
      'desk@example.com',
    ]);
    const second = await service.live.patch('/accounts/me', { email: null });
    expect(second.body.data).toMatchObject({ name: '하나 스튜디오', email: null, phone: '02-123-4567' });
  });

  it.each([
    ['name', { name: '' }, 'required'],
    ['name', { name: 'x'.repeat(101) }, 'max'],
    ['email', { email: 'no address' }, 'pattern'],
  ])('refuses a wrong %s', async (field, body, constraint) => {
    const answer = await service.sandbox.patch('/accounts/me', body);
    expectFailure(answer, 400, 'ERR_VALIDATION_FAILED');
    expect(answer.body.fieldErrors[0]).toMatchObject({ field, constraint });
  });

  it('shows the new name on orders', async () => {
    await service.sandbox.patch('/accounts/me', { name: '둘 스튜디오' });
    const placed = await order(service.sandbox, [{ bookUid: await finalizedBook(service.sandbox), quantity: 1 }]);
    expect(placed.body.data.accountName).toBe('둘 스튜디오');
  });
});

describe('settings kept with an account', () => {
  it('begin with POST, are merged by PATCH, null takes one away, and a second POST is a conflict', async () => {
    expectFailure(await service.sandbox.get('/account-configs/me'), 404, 'ERR_NOT_FOUND');
    const created = await service.sandbox.post('/account-configs', {
      settings: { locale: 'ko', copies: 2, gift: true },
    });
    expect([created.status, created.body.data.settings]).toEqual([201, { locale: 'ko', copies: 2, gift: true }]);
    expectFailure(await service.live.post('/account-configs', { settings: {} }), 409, 'ERR_CONFLICT');
    const { accountUid } = service.keys.business;
    const changed = await service.live.patch(`/account-configs/${accountUid}`, { settings: { copies: 3, gift: null } });
    expect(changed.body.data.settings).toEqual({ locale: 'ko', copies: 3 });
    expect((await service.sandbox.get('/account-configs/me')).body.data.settings).toEqual({ locale: 'ko', copies: 3 });
  });

  it('belong to their account alone', async () => {
    expectFailure(
      await personal().patch(`/account-configs/${service.keys.business.accountUid}`, { settings: {} }),
      403,
      'ERR_FORBIDDEN',
    );
    expectFailure(
      await personal().patch(`/account-configs/${service.keys.personal.accountUid}`, { settings: {} }),
      404,
      'ERR_NOT_FOUND',
    );
  });

  it('takes names and plain values only, at most a hundred', async () => {
    expectFailure(
      await personal().post('/account-configs', { settings: { nested: { a: 1 } } }),
      400,
      'ERR_VALIDATION_FAILED',
    );
    const many = Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`s${index}`, index]));
    expectFailure(await personal().post('/account-configs', { settings: many }), 400, 'ERR_VALIDATION_FAILED');
  });
});

describe('closing an account', () => {
  it('is refused while a Live order is on its way; afterwards every key of both environments and the webhook stop at once', async () => {
    const closing = await startService({ localAddresses: true });
    const receiver = await Receiver.start();
    try {
      await receiver.down();
      await closing.sandbox.put('/webhooks/config', { webhookUrl: receiver.url });
      await fundLive(closing, 100_000);
      const bookUid = await finalizedBook(closing.live);
      const placed = await closing.live.post('/orders', { items: [{ bookUid, quantity: 1 }], shipping: ADDRESS });
      expectFailure(await closing.sandbox.delete('/accounts/me'), 409, 'ERR_CONFLICT');
      expect(
        (await closing.live.post(`/orders/${placed.body.data.orderUid}/cancel`, { cancelReason: '해지' })).status,
      ).toBe(200);
      // An attempt that is under way is nobody's to call back.
      const deliveries = async () => (await closing.live.get('/webhooks/deliveries')).body.data;
      await until(
        async () => (await deliveries()).every(({ attemptCount }: { attemptCount: number }) => attemptCount > 0),
        'the first attempts',
      );
      expect(await deliveries()).not.toEqual([]);
      const closed = await closing.sandbox.delete('/accounts/me');
      expect([closed.status, closed.body.data]).toEqual([
        200,
        { accountUid: closing.keys.business.accountUid, status: 'closed' },
      ]);
      expectFailure(await closing.sandbox.get('/accounts/me'), 401, 'ERR_UNAUTHORIZED');
      expectFailure(await closing.live.get('/credits'), 401, 'ERR_UNAUTHORIZED');
      expect((await closing.sandbox.as(closing.keys.personal.sandbox).get('/accounts/me')).status).toBe(200);

      // What waited for another attempt is not sent any more.
      await receiver.up();
      await closing.printHouse('POST', '/clock', { moveMs: 3_600_000 });
      await delay(1_500);
      expect(receiver.calls).toEqual([]);
    } finally {
      await receiver.dispose();
      await closing.dispose();
    }
  });
});
