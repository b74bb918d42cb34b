import { setTimeout as delay } from 'node:timers/promises';
import fastifyPlugin from 'fastify-plugin';
import type { Faults } from '../../print-house/faults.ts';
import { ServiceError } from '../../service-error.ts';

/** Makes requests fail as the print house's side asked for, so that clients can be tried against bad luck. */
export const faultInjection = fastifyPlugin<{ faults: Faults }>(async (app, { faults }) => {
  app.addHook('preHandler', async (request) => {
    const fault = faults.take(request.method, request.url, ['delay', 'fail']);
    if (fault?.kind === 'delay') await delay(fault.delayMs);
    if (fault?.kind === 'fail') throw new ServiceError('ERR_INTERNAL_ERROR', ['요청된 장애가 재현되었습니다']);
  });
  app.addHook('onSend', async (request, reply, payload) => {
    // What the handler did is committed by now; only the caller never learns of it.
    if (reply.statusCode < 300 && faults.take(request.method, request.url, ['loseAnswer'])) request.socket.destroy();
    return payload;
  });
});
