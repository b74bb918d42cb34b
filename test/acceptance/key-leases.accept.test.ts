import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Host } from './host.ts';
import { startReplicas, type ReplicatedService } from './replicas.ts';

// Each process goes for a while by what it read of a key. Whatever takes rights from one is done at one process and
// answered; the very next call goes to the other, which was called with that key all the while.

interface Told {
  readonly status: number;
  readonly errorCode: unknown;
}
const REVOKED: Told = { status: 401, errorCode: 'ERR_UNAUTHORIZED' };

let service: ReplicatedService;
let elsewhere: string;
beforeAll(async () => {
  service = await startReplicas({}, 2);
  elsewhere = service.replicas[1]?.sandboxUrl ?? '';
});
afterAll(() => service.dispose());

const issue = async (by: Host = service.sandbox): Promise<string> => {
  const answer = await by.post('/keys', { note: 'desk 2', env: 'sandbox' });
  expect(answer.status, answer.text).toBe(201);
  return answer.body.data.apiKey;
};
const prefixOf = (key: string) => key.split('.')[0];
/** Never through another process than this one. */
const here = async (method: string, path: string, key: string, body?: unknown): Promise<number> =>
  (
    await fetch(`${service.replicas[0]?.sandboxUrl}${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  ).status;
const thereWith = async (key: string): Promise<Told> => {
  const answer = await fetch(`${elsewhere}/credits`, { headers: { authorization: `Bearer ${key}` } });
  return { status: answer.status, errorCode: ((await answer.json()) as { errorCode?: unknown }).errorCode };
};

/** What the other process answers to the first call that is made after the answer, while calls go on there that began before. */
async function rightAfter(change: () => Promise<unknown>, key: string): Promise<Told> {
  expect((await thereWith(key)).status).toBe(200);
  let isOver = false;
  const calling = (async () => {
    while (!isOver) await thereWith(key);
  })();
  await change();
  const answer = await thereWith(key);
  isOver = true;
  await calling;
  return answer;
}

it('a key that was revoked here is no good there from the answer on, also when it is revoked again', async () => {
  for (const times of [1, 2]) {
    const key = await issue();
    const revoke = async () => {
      const answers = Array.from({ length: times }, () =>
        here('DELETE', `/keys/${prefixOf(key)}`, service.keys.business.sandbox),
      );
      // The answer that comes first counts.
      expect(await Promise.race(answers)).toBe(200);
    };
    expect(await rightAfter(revoke, key)).toEqual(REVOKED);
  }
});

it('addresses that a key is held to here are those there from the answer on', async () => {
  const key = await issue();
  const held = () =>
    here('PATCH', `/keys/${prefixOf(key)}`, service.keys.business.sandbox, { allowIps: ['203.0.113.7'] });
  expect(await rightAfter(held, key)).toEqual({ status: 403, errorCode: 'ERR_FORBIDDEN' });
});

it('a note alone is changed without a wait', async () => {
  const key = await issue();
  const tookMs: number[] = [];
  // Beside other programs one answer may wait for its turn of the processor, and none that waits for the lease is in time.
  for (const note of ['desk 3', 'desk 4', 'desk 5']) {
    const startedMs = performance.now();
    expect(await here('PATCH', `/keys/${prefixOf(key)}`, service.keys.business.sandbox, { note })).toBe(200);
    tookMs.push(performance.now() - startedMs);
  }
  expect(Math.min(...tookMs)).toBeLessThan(900);
});

it('a key that was just issued is good in every process', async () => {
  for (let turn = 0; turn < 4; turn += 1) {
    const key = await issue();
    expect([await here('GET', '/credits', key), (await thereWith(key)).status]).toEqual([200, 200]);
  }
});

it('no key of an account that was closed here is good there from the answer on', async () => {
  const personal = service.keys.personal.sandbox;
  const other = await issue(service.sandbox.as(personal));
  expect((await thereWith(other)).status).toBe(200);
  expect(await rightAfter(() => here('DELETE', '/accounts/me', personal), personal)).toEqual(REVOKED);
  expect(await thereWith(other)).toEqual(REVOKED);
});

it('keys that were replaced by --reissue-keys are no good in any process once the new ones are shown', async () => {
  const old = service.keys.business.sandbox;
  let printed: { keys: { business: { sandbox: string } } } | undefined;
  const reissue = async () => {
    const prepared = await service.prepare('--s3-bucket', 'books', '--reissue-keys');
    printed = prepared.printed as typeof printed;
  };
  expect(await rightAfter(reissue, old)).toEqual(REVOKED);
  const renewed = printed?.keys.business.sandbox ?? '';
  expect([await here('GET', '/credits', renewed), (await thereWith(renewed)).status]).toEqual([200, 200]);
  expect(await here('GET', '/credits', old)).toBe(401);
});
