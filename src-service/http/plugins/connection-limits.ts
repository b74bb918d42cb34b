import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { LIMITS } from '../../../src-core/contract/limits.ts';
import type { ConnectionLimits } from '../../network.ts';
import { ServiceError } from '../../service-error.ts';

/** The slowest lines carry hundreds of times as much; a byte now and then only holds a socket and a file. */
const LEAST_PROGRESS_BYTES = 1024;
const LOOKS_PER_STALL = 4;
/** The first look finds what is younger than the time between two: it counts from there. */
const BEFORE_ANY = -1;

interface Exchange {
  readonly socket: Socket;
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  bytes: number;
  idleLooks: number;
}

/**
 * Closes connections whose body does not come or whose answer is not taken: what was taken in of it goes with them. An
 * answer that was given early (401, a form that is refused amid it) doesn't end the watch, for the body still holds the
 * connection: the rest of it is taken in and thrown away.
 * Waits of our own making (a handler that works, a disk that is slow) are nobody's fault and count for nothing; nor
 * does the time in which this process itself stood still (a busy machine, one that slept): looks are counted and not
 * the clock, for between two of them what has arrived meanwhile is read.
 * Refuses a body with 429 while the same key has too much on its way. Goes before whatever may refuse a request.
 */
export const connectionLimits = fastifyPlugin<ConnectionLimits>(async (app, { stallMs, bodyBytesPerKey }) => {
  const exchanges = new Set<Exchange>();
  const onTheirWay = new Map<string, number>();

  const looking = setInterval(() => {
    for (const exchange of exchanges) {
      if (isOver(exchange)) {
        exchanges.delete(exchange);
        continue;
      }
      const waits = waitsForCaller(exchange);
      const { bytesRead, bytesWritten } = exchange.socket;
      const bytes = bytesRead + bytesWritten - exchange.outgoing.writableLength;
      if (!waits || bytes - exchange.bytes >= LEAST_PROGRESS_BYTES) {
        exchange.bytes = bytes;
        exchange.idleLooks = 0;
      } else if ((exchange.idleLooks += 1) >= LOOKS_PER_STALL) {
        exchanges.delete(exchange);
        exchange.socket.destroy();
      }
    }
  }, stallMs / LOOKS_PER_STALL).unref();
  app.addHook('onClose', async () => clearInterval(looking));

  app.addHook('onRequest', ({ raw: incoming }, { raw: outgoing }, done) => {
    exchanges.add({ socket: incoming.socket, incoming, outgoing, bytes: 0, idleLooks: BEFORE_ANY });
    done();
  });
  // Once it is known whose body it is.
  app.addHook('preParsing', (request, { raw: outgoing }, _payload, done) => {
    const key = request.caller?.keyPrefix;
    const bytes = bodyBytesOf(request);
    // Who left while the key was looked up has nothing on its way, and would never be heard to close.
    if (key === undefined || bytes === 0 || outgoing.destroyed) return done();
    const before = onTheirWay.get(key) ?? 0;
    // A first body always has room, whatever its head promises: the limits of single files are others' to hold.
    if (before > 0 && before + bytes > bodyBytesPerKey) return done(tooMuchOnItsWay());
    onTheirWay.set(key, before + bytes);
    outgoing.once('close', () => {
      const left = (onTheirWay.get(key) ?? 0) - bytes;
      if (left > 0) onTheirWay.set(key, left);
      else onTheirWay.delete(key);
    });
    done();
  });
  // Node takes in what is left of a body that nobody began to read. One that was given up amid its form would stand still, and with it
  // a caller who reads no answer before everything is sent.
  app.addHook('onResponse', ({ raw: incoming }, _reply, done) => {
    if (!incoming.complete) {
      incoming.unpipe();
      incoming.resume();
    }
    done();
  });
});

const isOver = ({ socket, incoming, outgoing }: Exchange) => socket.destroyed || (outgoing.closed && incoming.complete);

/** Whether the next byte is the caller's to send or to take. */
function waitsForCaller({ socket, incoming, outgoing }: Exchange): boolean {
  const takesAnswer = outgoing.headersSent && socket.writableLength > 0;
  // Below this mark the socket is read on, whatever the handler waits for.
  const owesBody = !incoming.complete && incoming.readableLength < incoming.readableHighWaterMark;
  return takesAnswer || owesBody;
}

const tooMuchOnItsWay = () =>
  new ServiceError('ERR_TOO_MANY_REQUESTS', [
    '동시에 업로드 중인 데이터가 너무 많습니다. 진행 중인 업로드가 끝난 뒤 다시 시도하세요.',
  ]);

/** What a body may bring: what its head says, or as much as the largest file when it says nothing. */
function bodyBytesOf({ headers }: FastifyRequest): number {
  if (headers['transfer-encoding'] !== undefined) return LIMITS.pdfMaxBytes;
  return Number(headers['content-length'] ?? 0);
}
