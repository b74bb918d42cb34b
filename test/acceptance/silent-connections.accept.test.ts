import { readdir, mkdtemp, rm, chmod } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fileForm, pdf } from './pdf.ts';
import { startProcess, type ServiceProcess } from './service-process.ts';

// One process of its own: its staging folder is looked into, and its limits are short.
const STALL_S = 2;
const MANY = 100;
const SIX = ['success', 'message', 'data', 'errorCode', 'errors', 'fieldErrors'];

let folder: string;
let service: ServiceProcess;
let port: number;
let key: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'silent-'));
  await chmod(folder, 0o755);
  service = await startProcess([
    '--data',
    folder,
    '--no-rate-limits',
    '--credit',
    '1000',
    '--stall-seconds',
    String(STALL_S),
    '--upload-mb-per-key',
    '1',
  ]);
  port = Number(new URL(service.hello.sandboxUrl).port);
  key = service.hello.keys?.business.sandbox ?? '';
});
afterAll(async () => {
  await service.stop();
  await rm(folder, { recursive: true, force: true });
});

interface Wire {
  readonly socket: Socket;
  readonly received: () => string;
  readonly closed: Promise<void>;
}

function open(...words: readonly string[]): Wire {
  const socket = connect(port, '127.0.0.1');
  let text = '';
  socket.on('data', (chunk) => (text += chunk.toString('latin1')));
  socket.on('error', () => {});
  for (const word of words) socket.write(word);
  return { socket, received: () => text, closed: new Promise((done) => socket.once('close', () => done())) };
}

const within = (wires: readonly Wire[], seconds: number) =>
  Promise.race([
    Promise.all(wires.map(({ closed }) => closed)).then(() => true),
    delay(seconds * 1_000, false, { ref: false }),
  ]);
const incoming = () => readdir(join(folder, 'blobs/incoming'));
const host = () => `Host: 127.0.0.1:${port}\r\nAuthorization: Bearer ${key}\r\n`;
const uploadHead = (bookUid: string, length = 100_000) =>
  `POST /v1/books/${bookUid}/pdf-cover HTTP/1.1\r\n${host()}Content-Type: multipart/form-data; boundary=b\r\nContent-Length: ${length}\r\n\r\n--b\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n`;

async function bookOf(): Promise<string> {
  const answer = await fetch(`${service.hello.sandboxUrl}/books`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ title: 'x', bookSpecUid: 'SQUAREBOOK_HC', creationType: 'PDF_UPLOAD', pageCount: 24 }),
  });
  return ((await answer.json()) as { data: { bookUid: string } }).data.bookUid;
}

function expectSixFields(text: string, status: number, errorCode: string): void {
  expect(text.split('\r\n')[0]).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  const body = JSON.parse(text.slice(text.indexOf('\r\n\r\n') + 4)) as Record<string, unknown>;
  expect(Object.keys(body)).toEqual(SIX);
  expect(body).toMatchObject({ errorCode });
}

it('bodies that stall are closed, a hundred at a time, and what was taken in of them goes', async () => {
  const bookUid = await bookOf();
  const wires = Array.from({ length: MANY }, () => open(uploadHead(bookUid, 5_000), '%PDF-1.7 and then nothing'));
  for (let left = 400; (await incoming()).length === 0 && left > 0; left -= 1) await delay(10);
  expect((await incoming()).length).toBeGreaterThan(0);
  expect(await within(wires, 20)).toBe(true);
  for (let left = 40; (await incoming()).length > 0 && left > 0; left -= 1) await delay(100);
  expect(await incoming()).toEqual([]);
  expect(wires.map(({ received }) => received())).toEqual(Array.from({ length: MANY }, () => ''));
}, 60_000);

it('a byte now and then is not progress', async () => {
  const wire = open(uploadHead(await bookOf()));
  const dripping = setInterval(() => wire.socket.write('x'), 200);
  expect(await within([wire], 15)).toBe(true);
  clearInterval(dripping);
});

it('a slow body that moves on is taken', async () => {
  const boundary = 'b';
  const file = Buffer.concat([
    Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n`),
    pdf(1, 544, 288),
    Buffer.alloc(40_000, '\n'),
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
  const wire = open(
    `POST /v1/books/${await bookOf()}/pdf-cover HTTP/1.1\r\n${host()}Connection: close\r\nContent-Type: multipart/form-data; boundary=${boundary}\r\nContent-Length: ${file.length}\r\n\r\n`,
  );
  for (let at = 0; at < file.length; at += 4_000) {
    wire.socket.write(file.subarray(at, at + 4_000));
    await delay((STALL_S * 1_000) / 3);
  }
  expect(await within([wire], 20)).toBe(true);
  expect(wire.received()).toMatch(/^HTTP\/1.1 201 /);
}, 60_000);

it('a service that stood still itself takes what was sent meanwhile', async () => {
  const wire = open(uploadHead(await bookOf(), 50_000), '%PDF-1.7 and no more');
  for (let left = 400; (await incoming()).length === 0 && left > 0; left -= 1) await delay(10);
  process.kill(service.hello.pid, 'SIGSTOP');
  wire.socket.write(Buffer.alloc(30_000, ' '));
  await delay(STALL_S * 2_000);
  process.kill(service.hello.pid, 'SIGCONT');
  await delay(STALL_S * 500);
  expect(wire.socket.closed).toBe(false);
  wire.socket.write(Buffer.alloc(50_000, ' '));
  // The whole body has been read: the answer is about what it says, and not that it did not come.
  for (let left = 100; wire.received() === '' && left > 0; left -= 1) await delay(100);
  expect(wire.received()).toMatch(/^HTTP\/1.1 400 /);
  wire.socket.destroy();
}, 60_000);

it('connections that never ask, ask by halves or hang up by halves are closed', async () => {
  const wires = [
    ...Array.from({ length: MANY }, () => open()),
    ...Array.from({ length: MANY }, () => open('GET /v1/books HTTP/1.1\r\nHost: 127.0.0.1')),
    ...Array.from({ length: 20 }, () => {
      const wire = open('GET /v1/books HTTP/1.1\r\nHost: 1');
      wire.socket.end();
      return wire;
    }),
  ];
  expect(await within(wires, 20)).toBe(true);
  for (const { received } of wires) if (received() !== '') expectSixFields(received(), 400, 'ERR_MALFORMED_REQUEST');
}, 60_000);

it('a download that nobody takes is given up', async () => {
  const bookUid = await bookOf();
  const form = fileForm(Buffer.concat([pdf(1, 544, 288), Buffer.alloc(30 * 1024 * 1024, '\n')]));
  const sent = await fetch(`${service.hello.sandboxUrl}/books/${bookUid}/pdf-cover`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}` },
    body: form,
  });
  expect(sent.status).toBe(201);
  const ask = () => open(`GET /v1/books/${bookUid}/pdf-cover HTTP/1.1\r\n${host()}Connection: close\r\n\r\n`);
  const [taken, left] = [ask(), ask()];
  left.socket.pause();
  expect(await within([taken], 20)).toBe(true);
  expect(taken.received().length).toBeGreaterThan(30 * 1024 * 1024);
  await delay(STALL_S * 3_000);
  // Who doesn't read does not see the end: what the system had buffered comes, and no more.
  left.socket.resume();
  expect(await within([left], 20)).toBe(true);
  expect(left.received()).toMatch(/^HTTP\/1.1 200 /);
  expect(left.received().length).toBeLessThan(25 * 1024 * 1024);
}, 60_000);

it('a body whose answer was given early holds its connection no longer than another', async () => {
  const wire = open(uploadHead('bk_none').replace(key, 'nobody'));
  const dripping = setInterval(() => wire.socket.write('x'), 100);
  for (let left = 50; wire.received() === '' && left > 0; left -= 1) await delay(100);
  expect(wire.received()).toMatch(/^HTTP\/1.1 401 /);
  expect(await within([wire], 15)).toBe(true);
  clearInterval(dripping);
});

it.each([
  ['no HTTP at all', 'hello\r\n\r\n'],
  ['a method that there is not', 'BREW /v1/books HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['a header without end', `GET /v1/books HTTP/1.1\r\nX: ${'x'.repeat(70_000)}\r\n\r\n`],
  ['two lengths', 'POST /v1/books HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabc'],
  ['a broken chunk', 'POST /v1/books HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n'],
])('%s is answered in six fields', async (_what, text) => {
  const wire = open(text);
  expect(await within([wire], 20)).toBe(true);
  // What reaches the service is refused by it, for instance for its host.
  const status = Number(wire.received().split(' ')[1]);
  expectSixFields(wire.received(), status, status === 403 ? 'ERR_FORBIDDEN' : 'ERR_MALFORMED_REQUEST');
  expect([400, 403]).toContain(status);
});

it('a request without a host has a listed answer too', async () => {
  const homeless = open('GET /v1/books HTTP/1.1\r\nConnection: close\r\n\r\n');
  expect(await within([homeless], 20)).toBe(true);
  expectSixFields(homeless.received(), 403, 'ERR_FORBIDDEN');
});

it('a key with too much on its way is told to wait, and heard again when it has arrived', async () => {
  const bookUid = await bookOf();
  const first = open(uploadHead(bookUid, 900_000));
  await delay(300);
  const second = open(uploadHead(bookUid, 900_000));
  for (let left = 50; second.received() === '' && left > 0; left -= 1) await delay(100);
  expectSixFields(second.received(), 429, 'ERR_TOO_MANY_REQUESTS');
  expect(second.received()).toMatch(/retry-after: 60/i);
  first.socket.destroy();
  second.socket.destroy();
  await delay(500);
  const third = open(uploadHead(bookUid, 900_000));
  await delay(500);
  expect(third.received()).toBe('');
  third.socket.destroy();
});
