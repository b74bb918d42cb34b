import type { IncomingMessage } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import fastifyPlugin from 'fastify-plugin';
import pLimit, { type LimitFunction } from 'p-limit';
import { ServiceError } from '../../service-error.ts';

/** Forms of one account that are admitted and taken in at the same time. */
const FORMS_AT_ONCE = 2;
/** A slow line gives its turn to the next form and comes in beside it: what comes slowly costs little at a time. */
const LONGEST_TURN_MS = 250;

/**
 * Forms (uploads) of an account are taken in by turns, so that fifty that come at once are fifty short pieces of work
 * between the calls of others, and not one long one before them. Who waits is not read on from, which holds nothing
 * against it (connection-limits.ts). Goes behind the authentication.
 */
export const formTurns = fastifyPlugin<{ longestTurnMs?: number }>(async (app, { longestTurnMs = LONGEST_TURN_MS }) => {
  const turnsOf = new Map<string, LimitFunction>();

  app.addHook('preParsing', ({ caller, headers, raw: incoming }, _reply, _payload, done) => {
    if (caller === null || !isForm(headers['content-type'])) return done();
    void turnOf(caller.accountUid, incoming).then(() => done(), done);
  });
  const turnOf = async (accountUid: string, incoming: IncomingMessage): Promise<void> => {
    const turns = turnsOf.get(accountUid) ?? pLimit(FORMS_AT_ONCE);
    turnsOf.set(accountUid, turns);
    await new Promise<void>((begin) => {
      void turns(async () => {
        begin();
        await takenIn(incoming, longestTurnMs);
      }).finally(() => {
        if (turns.activeCount + turns.pendingCount === 0) turnsOf.delete(accountUid);
      });
    });
    // Nobody would hear the answer, and its body, which broke off, would never end.
    if (incoming.destroyed) throw new ServiceError('ERR_MALFORMED_REQUEST', ['요청이 끝나기 전에 연결이 끊겼습니다']);
  };
});

const isForm = (contentType: string | undefined): boolean => /^multipart\//i.test(contentType ?? '');

/** Until a body has been read to its end, or broke off, or its turn is over. */
async function takenIn(incoming: IncomingMessage, longestTurnMs: number): Promise<void> {
  if (incoming.readableEnded || incoming.destroyed) return;
  const ended = new AbortController();
  const end = () => ended.abort();
  incoming.once('end', end).once('close', end);
  await delay(longestTurnMs, undefined, { signal: ended.signal }).catch(() => {});
  incoming.off('end', end).off('close', end);
}
