import { once } from 'node:events';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import type { Faults } from './faults.ts';
import { ServiceError } from '../../service-error.ts';

/** Makes requests fail as the print house's side asked for, so that clients can be tried against bad luck. */
export const faultInjection = fastifyPlugin<{ faults: Faults }>(async (app, { faults }) => {
  app.addHook('preHandler', (request, _reply, done) => {
    if (!faults.areAny) return done();
    void failed(faults, request).then(() => done(), done);
  });
  app.addHook('onSend', (request, reply, payload, done) => {
    if (!faults.areAny || reply.statusCode >= 300) return done();
    void answered(faults, request, reply, payload).then((body) => done(null, body), done);
  });
});

async function failed(faults: Faults, { method, url }: FastifyRequest): Promise<void> {
  const fault = await faults.take(method, url, ['delay', 'fail']);
  if (fault?.kind === 'delay') await delay(fault.delayMs);
  if (fault?.kind === 'fail') throw new ServiceError('ERR_INTERNAL_ERROR', ['요청된 장애가 재현되었습니다']);
}

/** What is left of an answer. What the handler did is committed by now; only the caller never learns of it. */
async function answered(faults: Faults, request: FastifyRequest, reply: FastifyReply, body: unknown): Promise<unknown> {
  const fault = await faults.take(request.method, request.url, ['loseAnswer', 'cut']);
  if (fault?.kind === 'loseAnswer') request.socket.destroy();
  if (fault?.kind !== 'cut') return body;
  const whole = bytesOf(body);
  if (whole instanceof Buffer) reply.header('content-length', whole.length);
  return Readable.from(cutOff(whole, fault.afterBytes, request.socket), { objectMode: false });
}

/** The body of an answer: text, bytes, a file that is streamed, or nothing. */
function bytesOf(payload: unknown): Buffer | Readable {
  if (payload instanceof Readable) return payload;
  if (payload instanceof Uint8Array) return Buffer.from(payload);
  return Buffer.from(typeof payload === 'string' ? payload : '');
}

/** So many bytes, and the end of the connection: the answer promised more. */
async function* cutOff(body: Buffer | Readable, afterBytes: number, socket: Socket): AsyncGenerator<Uint8Array> {
  let left = afterBytes;
  for await (const part of body instanceof Buffer ? [body] : (body as AsyncIterable<Buffer>)) {
    if (part.length < left) {
      left -= part.length;
      yield part;
      continue;
    }
    yield part.subarray(0, left);
    // Asked for more: what was given is on its way. The stream stays open, so that the answer is never complete.
    socket.destroySoon();
    await once(socket, 'close');
    throw new Error('the answer was cut, as asked for');
  }
}
