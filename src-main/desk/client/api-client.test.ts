import { createHash, randomBytes } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { mkdtemp, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { successOf } from '../../../src-core/contract/envelope.ts';
import type { AppError } from '../../../src-core/desk/app-errors.ts';
import { systemClock, systemIds } from '../system-ports.ts';
import { plainDisks } from '../../../src-node/disks/testing/plain-disks.ts';
import { ActivityLog } from './activity-log.ts';
import { ApiClient } from './api-client.ts';

type Answer = (request: IncomingMessage, body: Buffer, response: ServerResponse) => void;

let answer: Answer;
const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => answer(request, Buffer.concat(chunks), response));
});
const json = (response: ServerResponse, status: number, body: unknown, headers = {}) =>
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
const failure = (errorCode: string, more = {}) => ({
  success: false,
  message: 'x',
  data: null,
  errorCode,
  errors: ['이유'],
  fieldErrors: [],
  ...more,
});

let folder: string;
let client: ApiClient;
let activity: ActivityLog;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'api-client-'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
beforeEach(() => {
  activity = new ActivityLog(() => undefined);
  client = newClient();
});
function newClient(): ApiClient {
  const { port } = server.address() as AddressInfo;
  return new ApiClient(
    { baseUrl: `http://127.0.0.1:${port}/v1`, key: 'SBabcdefghij.secret' },
    { clock: systemClock, ids: systemIds, activity, disks: plainDisks() },
  );
}
afterEach(() => client.close());
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await rm(folder, { recursive: true, force: true });
});

const okSchema = successOf(z.object({ n: z.int() }));
const post = (path = '/thing', more = {}) => client.call({ method: 'POST', path, answer: okSchema, ...more });
const errorOf = (work: Promise<unknown>) =>
  work.then(
    () => expect.unreachable('it was answered'),
    (error: unknown) => error as AppError,
  );

describe('calls', () => {
  it('says the length of an empty POST, or finalization is refused', async () => {
    answer = (request, _, response) =>
      json(response, 200, { success: true, message: '', data: { n: Number(request.headers['content-length']) } });
    expect((await post('/books/bk_1/finalization', { idempotencyKey: 'k' })).data.n).toBe(0);
  });

  it('asks when its turn has come whether it may still be sent, and sends nothing where it may not', async () => {
    let asked = 0;
    const date = 'Mon, 01 Jun 2026 12:00:00 GMT';
    answer = (_request, _, response) => {
      asked += 1;
      response.setHeader('date', date);
      json(response, 200, { success: true, message: '', data: { n: 1 } });
    };
    const times: (number | null)[] = [];
    const mayBeSent = (nowMs: number | null) => times.push(nowMs) !== 2;
    await post('/thing', { mayBeSent });
    expect(await errorOf(post('/thing', { mayBeSent }))).toMatchObject({ code: 'SERVICE_UNREACHABLE' });
    expect(asked).toBe(1);
    expect(times[0], 'nothing was heard of it').toBeNull();
    expect(times[1]).toBeGreaterThanOrEqual(Date.parse(date));
  });

  it('reads a failure by its code, keeps the words and the fields', async () => {
    answer = (_, __, response) =>
      json(response, 400, failure('ERR_FINALIZE_PREREQ_UNMET', { fieldErrors: [{ field: 'coverPdf', message: 'x' }] }));
    expect(await errorOf(post())).toMatchObject({
      code: 'SERVICE_PREREQUISITE',
      serviceText: '이유',
      fields: ['coverPdf'],
    });
  });

  it('keeps all words of a refusal, and of endless ones as many as a person reads', async () => {
    const told = async (errors: readonly string[]) => {
      answer = (_, __, response) => json(response, 400, failure('ERR_VALIDATION_FAILED', { errors }));
      return (await errorOf(post())).serviceText;
    };
    expect(await told(['너비', '높이'])).toBe('너비 · 높이');
    expect(await told([])).toBeNull();
    for (const one of ['가'.repeat(1_000_000), '👨‍👩‍👧'.repeat(1_000)]) {
      const text = await told([one]);
      expect(text?.length).toBeLessThanOrEqual(1_001);
      expect(text).toMatch(/(?:가|👧)…$/u);
    }
  });

  it('tells the shortage of a 402', async () => {
    answer = (_, __, response) =>
      json(response, 402, failure('ERR_INSUFFICIENT_CREDIT', { data: { required: 110, balance: 5, currency: 'KRW' } }));
    expect((await errorOf(post())).text).toEqual({
      key: 'errors.CREDIT_SHORT',
      params: { required: 110, balance: 5, currency: 'KRW' },
    });
  });

  it('knows the 409 without a code as one still running', async () => {
    answer = (_, __, response) => json(response, 409, { success: false, message: 'still running' });
    expect((await errorOf(post())).code).toBe('SERVICE_STILL_RUNNING');
  });

  it('takes an answer that does not fit the contract for none', async () => {
    answer = (_, __, response) => json(response, 200, { success: true, message: '', data: { n: 'many' } });
    expect((await errorOf(post())).code).toBe('SERVICE_BAD_ANSWER');
  });

  const around = (member: string): string => `{"success":true,"message":"","data":{"n":1},"more":${member}}`;
  it.each([
    ['of 33 levels', around('['.repeat(32) + ']'.repeat(32))],
    ['of a million values', around(`[${'0,'.repeat(1_000_000)}0]`)],
    ['of 65 MB', around(`"${'x'.repeat(65 * 1024 * 1024)}"`)],
  ])('takes an answer %s for none, unparsed', async (_what, text) => {
    for (const status of [200, 400]) {
      answer = (_, __, response) => response.writeHead(status, { 'content-type': 'application/json' }).end(text);
      expect((await errorOf(post())).code).toBe(status === 200 ? 'SERVICE_BAD_ANSWER' : 'SERVICE_REFUSED');
    }
  });

  it('takes an answer as large as the contract has them', async () => {
    const line = {
      itemUid: 'oi_0123456789AB',
      ...Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`k${at}`, at])),
    };
    answer = (_, __, response) =>
      json(response, 200, {
        success: true,
        message: '',
        data: { n: 1, items: Array.from({ length: 10_000 }, () => line) },
      });
    expect((await post()).data.n).toBe(1);
  });

  it('holds the whole class for Retry-After, and only that class', async () => {
    answer = (_, __, response) =>
      json(response, 429, { success: false, message: 'Too Many Requests' }, { 'retry-after': '2' });
    expect(await errorOf(post())).toMatchObject({ code: 'SERVICE_BUSY', retryAfterMs: 2000 });
    expect(client.lanes.general.pausedUntilMs).not.toBeNull();
    expect(client.lanes.upload.pausedUntilMs).toBeNull();
    await expect(post('/thing', { signal: AbortSignal.timeout(50) })).rejects.toThrow();
  });

  it.each(['999999999999', '1e300'])(
    'a Retry-After of %s seconds is no reason to stand still for ever',
    async (seconds) => {
      answer = (_, __, response) =>
        json(response, 429, { success: false, message: 'Too Many Requests' }, { 'retry-after': seconds });
      expect(await errorOf(post())).toMatchObject({ code: 'SERVICE_BUSY', retryAfterMs: 3_600_000 });
      expect(client.lanes.general.use().heldForMs).toBeLessThanOrEqual(3_600_000);
    },
  );

  it('waits until the time that a Retry-After names, by the clock of who named it', async () => {
    const date = 'Mon, 30 Nov 2026 12:00:00 GMT';
    for (const [until, waitMs] of [
      ['Mon, 30 Nov 2026 12:05:00 GMT', 300_000],
      ['Mon, 30 Nov 2026 23:00:00 GMT', 3_600_000],
      ['Mon, 30 Nov 2026 11:00:00 GMT', 1_000],
    ] as const) {
      answer = (_, __, response) =>
        json(response, 429, { success: false, message: 'Too Many Requests' }, { 'retry-after': until, date });
      const asked = newClient();
      const call = { method: 'GET', path: '/thing', answer: okSchema } as const;
      expect(await errorOf(asked.call(call))).toMatchObject({ code: 'SERVICE_BUSY', retryAfterMs: waitMs });
      await asked.close();
    }
  });

  it.each([
    ['0', 1_000],
    ['0.2', 1_000],
    ['', 60_000],
    ['soon', 60_000],
    ['-5', 60_000],
  ])('a Retry-After of "%s" has nobody ask without a pause', async (said, waitMs) => {
    answer = (_, __, response) =>
      json(response, 429, { success: false, message: 'Too Many Requests' }, { 'retry-after': said });
    expect(await errorOf(post())).toMatchObject({ code: 'SERVICE_BUSY', retryAfterMs: waitMs });
  });

  it('does not know what became of a request whose answer was lost', async () => {
    answer = (request) => request.socket.destroy();
    expect((await errorOf(post())).code).toBe('SERVICE_UNREACHABLE');
  });

  it('writes every request down, without the key and without the recipient', async () => {
    answer = (_, __, response) => json(response, 400, failure('ERR_VALIDATION_FAILED'));
    await errorOf(
      post('/orders', {
        jsonBody: JSON.stringify({ shipping: { recipientName: '홍길동' } }),
        idempotencyKey: 'k1',
        bookId: 'b_1',
      }),
    );
    const [entry] = activity.list('b_1');
    expect(entry).toMatchObject({
      method: 'POST',
      path: '/orders',
      status: 400,
      errorCode: 'ERR_VALIDATION_FAILED',
      bookId: 'b_1',
    });
    expect(entry?.curl).toContain('Idempotency-Key: k1');
    expect(entry?.curl).not.toMatch(/secret|홍길동/);
  });
});

describe('uploads', () => {
  const fileOf = async (name: string, bytes: Buffer) => {
    const path = join(folder, name);
    await writeFile(path, bytes);
    const { size, mtimeMs } = await stat(path);
    return {
      path,
      name,
      sizeBytes: size,
      modifiedAtMs: mtimeMs,
      sha256: createHash('sha256').update(bytes).digest('hex'),
    };
  };
  const result = (bookUid: string) => ({
    bookUid,
    kind: 'cover',
    valid: true,
    pdfSizeMm: { width: 1, height: 1 },
    messages: [],
    warnings: [],
    bookStatus: 1,
    url: null,
    pageMeta: { currentPageCount: 24, pageMin: 24, pageMax: 130, pageIncrement: 2, isValid: true },
  });
  const upload = (file: Awaited<ReturnType<typeof fileOf>>, onSent: (bytes: number) => void = () => undefined) =>
    client.uploadPdf({
      method: 'POST',
      path: '/books/bk_1/pdf-cover',
      file,
      bookId: 'b_1',
      signal: new AbortController().signal,
      onSent,
    });

  it('sends the very bytes as a form of stated length', async () => {
    const bytes = randomBytes(3_000_001);
    let length = -1;
    answer = (request, body, response) => {
      length = Number(request.headers['content-length']);
      expect(body.length).toBe(length);
      const start = body.indexOf('\r\n\r\n') + 4;
      expect(body.subarray(start, start + bytes.length).equals(bytes)).toBe(true);
      json(response, 201, { success: true, message: '', data: result('bk_1') });
    };
    let sent = 0;
    await upload(await fileOf('a.pdf', bytes), (count) => (sent += count));
    expect(sent).toBe(bytes.length);
  });

  it('does not send a file that is not the one that was checked', async () => {
    const file = await fileOf('b.pdf', randomBytes(1000));
    appendFileSync(file.path, 'more');
    answer = () => expect.unreachable('nothing may be sent');
    expect((await errorOf(upload(file))).code).toBe('FILE_CHANGED');
    expect((await errorOf(upload({ ...file, path: join(folder, 'gone.pdf') }))).code).toBe('FILE_MISSING');
  });

  it('never completes a request of other bytes than those that were checked, of the same size and time though they be', async () => {
    const file = await fileOf('d.pdf', randomBytes(2_000_000));
    let isAnswered = false;
    answer = () => (isAnswered = true);
    const { atime, mtime } = await stat(file.path);
    await writeFile(file.path, randomBytes(2_000_000));
    await utimes(file.path, atime, mtime);
    expect((await errorOf(upload({ ...file, modifiedAtMs: (await stat(file.path)).mtimeMs }))).code).toBe(
      'FILE_CHANGED',
    );
    expect(isAnswered).toBe(false);
  });

  it('never completes a request of a file that changes while it is sent', async () => {
    const file = await fileOf('c.pdf', randomBytes(2_000_000));
    let isAnswered = false;
    answer = () => (isAnswered = true);
    let isChanged = false;
    const error = await errorOf(
      upload(file, () => {
        if (isChanged) return;
        isChanged = true;
        appendFileSync(file.path, 'more');
      }),
    );
    expect(error.code).toBe('FILE_CHANGED');
    expect(isAnswered).toBe(false);
  });
});

describe('where a key may go', () => {
  it('is refused before anything is sent when the host is neither this computer nor https', () => {
    expect(
      () =>
        new ApiClient(
          { baseUrl: 'http://192.168.0.4/v1', key: 'k' },
          { clock: systemClock, ids: systemIds, activity, disks: plainDisks() },
        ),
    ).toThrow(expect.objectContaining({ code: 'KEY_EXPOSED' }));
  });

  it.each([301, 302, 307, 308])(
    'does not follow a %i to another host: the key was given for this one',
    async (status) => {
      const seen: string[] = [];
      const other = createServer((request, response) => {
        seen.push(request.headers.authorization ?? 'no key');
        response.end('{}');
      });
      await new Promise<void>((done) => other.listen(0, '127.0.0.1', done));
      try {
        const { port } = other.address() as AddressInfo;
        answer = (_request, _body, response) =>
          void response.writeHead(status, { location: `http://127.0.0.1:${port}/v1/orders` }).end();
        const error = await errorOf(
          client.call({ method: 'POST', path: '/orders', answer: z.unknown(), jsonBody: '{}' }),
        );
        expect(error.code).toBe('SERVICE_REDIRECTS');
        expect(seen).toEqual([]);
      } finally {
        await new Promise((done) => other.close(done));
      }
    },
  );
});

describe('a service that is away', () => {
  let isAway: boolean;
  let asked: number;
  let away: ApiClient;
  beforeEach(() => {
    isAway = false;
    asked = 0;
    const unanswered = async () => {
      asked += 1;
      return isAway;
    };
    away = new ApiClient(
      client.target,
      { clock: systemClock, ids: systemIds, activity, disks: plainDisks() },
      { isAway: () => isAway, unanswered },
    );
  });
  afterEach(() => away.close());
  const call = (signal?: AbortSignal) =>
    away.call({ method: 'GET', path: '/thing', answer: okSchema, ...(signal === undefined ? {} : { signal }) });

  it('is sent nothing', async () => {
    let calls = 0;
    answer = (_, __, response) => {
      calls += 1;
      json(response, 200, { success: true, message: '', data: { n: 1 } });
    };
    isAway = true;
    expect((await errorOf(call())).code).toBe('SERVICE_AWAY');
    expect([calls, asked, activity.list()]).toEqual([0, 0, []]);
  });

  it.each([
    ['a connection that breaks', null, 'SERVICE_UNREACHABLE'],
    ['502 of a gateway', 502, 'SERVICE_FAULT'],
    ['503 of a gateway', 503, 'SERVICE_FAULT'],
    ['504 of a gateway', 504, 'SERVICE_FAULT'],
  ] as const)('is asked about after %s, and that call alone failed where it is there', async (_what, status, code) => {
    answer = (request, _, response) => {
      if (status === null) request.socket.destroy();
      else response.writeHead(status).end('<html>Bad Gateway</html>');
    };
    expect((await errorOf(call())).code).toBe(code);
    expect(asked).toBe(1);
    const ports = { clock: systemClock, ids: systemIds, activity, disks: plainDisks() };
    const gone = new ApiClient(client.target, ports, { isAway: () => false, unanswered: async () => true });
    expect((await errorOf(gone.call({ method: 'GET', path: '/thing', answer: okSchema }))).code).toBe('SERVICE_AWAY');
    await gone.close();
  });

  it('is not asked about after an answer of the service itself', async () => {
    for (const [status, errorCode] of [
      [500, null],
      [503, 'ERR_PDF_FILE_MISSING'],
      [401, 'ERR_UNAUTHORIZED'],
    ] as const) {
      answer = (_, __, response) => json(response, status, { ...failure(''), errorCode });
      await errorOf(call());
    }
    expect(asked).toBe(0);
  });

  it('is there for a look whatever it says, but not by the mouth of a gateway or of nobody', async () => {
    const seen: (string | undefined)[] = [];
    const lookAt = (status: number, errorCode: string | null) => {
      answer = (request, _, response) => {
        seen.push(request.headers.authorization);
        if (errorCode === null) response.writeHead(status).end();
        else json(response, status, failure(errorCode));
      };
      return away.isAnswered(1_000);
    };
    expect(await lookAt(200, null)).toBe(true);
    expect(await lookAt(401, 'ERR_UNAUTHORIZED')).toBe(true);
    expect(await lookAt(503, 'ERR_PDF_FILE_MISSING')).toBe(true);
    expect(await lookAt(503, null)).toBe(false);
    answer = (request) => void request.socket.destroy();
    expect(await away.isAnswered(1_000)).toBe(false);
    answer = () => undefined;
    expect(await away.isAnswered(50)).toBe(false);
    expect(new Set(seen)).toEqual(new Set(['Bearer SBabcdefghij.secret']));
    expect(activity.list()).toEqual([]);
  });

  it('is given up in its time by a look that nobody answers, whatever memory is tidied up meanwhile', async () => {
    setFlagsFromString('--expose-gc');
    const tidyUp = runInNewContext('gc') as () => void;
    const tidying = setInterval(tidyUp, 50);
    try {
      answer = () => undefined;
      expect(await away.isAnswered(2_000)).toBe(false);
      answer = (_, __, response) => {
        response.writeHead(200);
        const dripping = setInterval(() => response.write(' '), 20);
        response.on('close', () => clearInterval(dripping));
      };
      expect(await away.isAnswered(2_000)).toBe(false);
    } finally {
      clearInterval(tidying);
    }
  }, 10_000);

  it('counts every answered look in the minute’s budget of its key, and waits for none', async () => {
    answer = (_, __, response) => json(response, 200, { success: true, message: '', data: { n: 1 } });
    for (let sent = 0; sent < 284; sent++) away.lanes.general.note();
    expect(await away.isAnswered(1_000)).toBe(true);
    await expect(call(AbortSignal.timeout(50))).rejects.toThrow();
    expect(await away.isAnswered(1_000)).toBe(true);
  });

  it('cuts off what is in flight, and sends what comes later', async () => {
    const arrived = new Promise<void>((done) => (answer = () => done()));
    const hanging = errorOf(call());
    await arrived;
    away.cutOff();
    expect((await hanging).code).toBe('SERVICE_UNREACHABLE');
    answer = (_, __, response) => json(response, 200, { success: true, message: '', data: { n: 1 } });
    expect((await call()).data.n).toBe(1);
  });
});
