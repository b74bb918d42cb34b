import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import multipart from '@fastify/multipart';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Blobs } from '../../blobs/blobs.ts';
import { ServiceError } from '../../service-error.ts';
import { withForm } from '../forms.ts';
import { uploadedFile } from '../uploaded-file.ts';
import { connectionLimits } from './connection-limits.ts';

/** More than the buffers between a caller and a handler hold together. */
const LONG = Buffer.alloc(24 * 1024 * 1024, 'a');
const STALL_MS = 1_000;

let app: FastifyInstance;
let port: number;
beforeAll(async () => {
  app = Fastify({ requestTimeout: 0 });
  app.setErrorHandler((error, _request, reply) =>
    reply.code(error instanceof ServiceError ? error.status : 500).send(),
  );
  app.decorateRequest('caller', null);
  await app.register(connectionLimits, { stallMs: STALL_MS, bodyBytesPerKey: 2 ** 30 });
  await app.register(multipart, { limits: { fileSize: 2 ** 30, files: 1, fields: 10 } });
  app.post('/file', async (request) => {
    const { file } = await uploadedFile(request);
    for await (const _ of file);
    return 'taken';
  });
  app.post('/part-of-a-file', async (request, reply) => {
    const { file } = await uploadedFile(request);
    await once(file, 'readable');
    return reply.code(400).send();
  });
  app.post('/form', (request) => withForm({ blobs: {} as Blobs }, request, () => Promise.resolve('taken')));
  await app.listen({ host: '127.0.0.1', port: 0 });
  ({ port } = app.server.address() as { port: number });
});
afterAll(() => app.close());

interface Sent {
  /** Whether the connection took all of the body. */
  readonly isWhole: boolean;
  readonly status: number;
}

/** As a caller does who reads nothing before everything is sent. */
async function sendWhole(
  path: string,
  head: string,
  { limitMs = 10_000, stopsAfter = LONG.length } = {},
): Promise<Sent> {
  const [begin, end] = [Buffer.from(`--b\r\n${head}\r\n\r\n`), Buffer.from('\r\n--b--\r\n')];
  const length = begin.length + LONG.length + end.length;
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: ${length}\r\n\r\n`,
  );
  socket.write(begin);
  const sent = new Promise<boolean>((done) => {
    if (stopsAfter < LONG.length) {
      socket.write(LONG.subarray(0, stopsAfter));
      // Who reads nothing is not told of the end.
      socket.resume();
    } else {
      socket.write(LONG);
      socket.write(end, () => done(true));
    }
    socket.once('close', () => done(false));
  });
  const isWhole = await Promise.race([sent, delay(limitMs, false)]);
  const answer = isWhole ? String((await once(socket, 'data'))[0]) : '';
  socket.destroy();
  return { isWhole, status: Number(answer.split(' ')[1]) };
}

const disposition = (name: string, file = '; filename="a.pdf"') =>
  `Content-Disposition: form-data; name="${name}"${file}`;

it('a form that is good is taken to its end', async () => {
  expect(await sendWhole('/file', disposition('file'))).toEqual({ isWhole: true, status: 200 });
});

it.each([
  ['has its file under another name', '/file', disposition('pdf')],
  ['is given up amid its file', '/part-of-a-file', disposition('file')],
  [
    'breaks a rule before its file',
    '/form',
    `${disposition('parameters', '')}\r\nContent-Type: application/json\r\n\r\n{broken\r\n--b\r\n${disposition('photo')}`,
  ],
])('a form that %s is sent whole and gets its refusal', async (_what, path, head) => {
  expect(await sendWhole(path, head)).toEqual({ isWhole: true, status: 400 });
});

it('one that is refused and then stalls is closed', async () => {
  const startedMs = performance.now();
  expect((await sendWhole('/file', disposition('pdf'), { stopsAfter: 4 * 1024 * 1024, limitMs: 30_000 })).isWhole).toBe(
    false,
  );
  expect(performance.now() - startedMs).toBeLessThan(20 * STALL_MS);
});
