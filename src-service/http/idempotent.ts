import { createHash } from 'node:crypto';
import { validateHeaderValue } from 'node:http';
import { and, eq, gte, lt, sql } from 'drizzle-orm';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LIMITS } from '../../src-core/contract/limits.ts';
import type { Caller, ServiceContext } from '../context.ts';
import type { Db } from '../store/db.ts';
import { ruleText } from '../rule-texts.ts';
import { fieldsRefused, ServiceError } from '../service-error.ts';
import { SQL_STATE, sqlStateOf } from '../store/database.ts';
import { allEnded, sentWithCommit } from '../store/sent-ahead.ts';
import { idempotencyRecords } from '../store/schema.ts';
import { callerOf, send, type Answer } from './app.ts';
import { failureBody, FirstStillRunning } from './failure.ts';

/**
 * Runs a handler in one transaction, and under an `Idempotency-Key` at most once in 24 hours.
 *
 * The record is inserted before the handler runs and filled after it, all in the handler's own transaction: what was
 * done and that it was done commit together, or not at all. A second request with the key waits at the row of the
 * first; after a short while it is told that the first is still running (specification, "Idempotency rules").
 */
export function idempotent<R extends FastifyRequest>(
  context: ServiceContext,
  handler: (db: Db, request: R) => Promise<Answer>,
) {
  return async (request: R, reply: FastifyReply) => {
    const key = keyOf(request);
    if (key === null) return send(reply, await context.db.transaction((db) => handler(db, request)));
    const claim = claimOf(callerOf(request), routeOf(request), key, fingerprint(request.body));
    return sendOutcome(reply, key, await runOnce(context, claim, (db) => handler(db, request)));
  };
}

/** A request whose content takes work before it has its effect. */
export interface Once<Ready> {
  /** All that makes the request what it is: fields, query, hashes of files. Plain JSON. */
  readonly content: unknown;
  /**
   * What takes long and needs no transaction (pictures are fetched and converted, files are read). A replay is spared it; what it
   * throws is the request's failure, kept or not like any other.
   */
  readonly prepare: () => Promise<Ready>;
  readonly effect: (db: Db, ready: Ready) => Promise<Answer>;
}

/** `idempotent` for work that is prepared: what came of it takes effect in the transaction that also writes the record. */
export async function answerOnce<Ready>(
  context: ServiceContext,
  request: FastifyRequest,
  reply: FastifyReply,
  { content, prepare, effect }: Once<Ready>,
) {
  const key = keyOf(request);
  if (key === null) {
    const ready = await prepare();
    return send(reply, await context.db.transaction((db) => effect(db, ready)));
  }
  const claim = claimOf(callerOf(request), routeOf(request), key, fingerprint(content));
  const known = await replayOf(context, claim);
  if (known !== null) return sendOutcome(reply, key, known);
  const ready = await prepare().then(
    (value) => () => value,
    (error: unknown) => (): Ready => {
      throw error;
    },
  );
  return sendOutcome(reply, key, await runOnce(context, claim, async (db) => effect(db, ready())));
}

function sendOutcome(reply: FastifyReply, key: string, { answer, replayed }: Outcome) {
  reply.code(answer.status).header('x-idempotent-key', key);
  if (replayed) reply.header('x-idempotent-replayed', 'true');
  // Beside a body of text Node writes headers in UTF-8, beside one of bytes as the bytes that came.
  return reply.type('application/json; charset=utf-8').send(Buffer.from(String(reply.serialize(answer.body))));
}

/**
 * What speaks against a form before it is read, so that nobody sends megabytes for nothing. A refusal that idempotency
 * keeps is put off: its record needs the fingerprint of the form, and the key may stand for an earlier success.
 */
export async function refuseEarly(request: FastifyRequest, admission: Promise<unknown>): Promise<void> {
  await admission.catch((error: unknown) => {
    if (keyOf(request) === null || !(error instanceof ServiceError && error.keep)) throw error;
  });
}

/** Any string that can be sent back. Throws 400 for one that cannot: whoever stored under it could not be told so. */
function keyOf(request: FastifyRequest): string | null {
  const key = request.headers['idempotency-key'];
  if (typeof key !== 'string' || key === '') return null;
  try {
    validateHeaderValue('x-idempotent-key', key);
  } catch (cause) {
    throw fieldsRefused([{ field: 'Idempotency-Key', message: ruleText('unusableText'), constraint: 'pattern' }], {
      cause,
    });
  }
  return key;
}

/** Uids keep their case, the words of the path do not matter by theirs. */
function routeOf(request: FastifyRequest): string {
  const params = Object.values((request.params ?? {}) as Record<string, string>);
  return [request.method, request.routeOptions.url ?? '', ...params].join(' ');
}

/** Of parsed content, with sorted keys: white space and key order do not make another request. */
function fingerprint(content: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify(sorted(content)) ?? '')
    .digest('hex');
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, inner]) => [name, sorted(inner)]),
  );
}

const INDEXABLE_CHARS = 200;

/** A key may be any string, an entry of an index may not: a long one is kept as its hash. */
const indexable = (key: string) =>
  key.length <= INDEXABLE_CHARS ? key : `sha256:${createHash('sha256').update(key).digest('hex')}`;

interface Claim {
  readonly scope: Pick<typeof idempotencyRecords.$inferSelect, 'accountUid' | 'environment' | 'route' | 'key'>;
  readonly bodySha256: string;
}

const claimOf = (caller: Caller, route: string, key: string, bodySha256: string): Claim => ({
  scope: { accountUid: caller.accountUid, environment: caller.environment, route, key: indexable(key) },
  bodySha256,
});

const isClaimed = ({ scope }: Claim) =>
  and(
    eq(idempotencyRecords.accountUid, scope.accountUid),
    eq(idempotencyRecords.environment, scope.environment),
    eq(idempotencyRecords.route, scope.route),
    eq(idempotencyRecords.key, scope.key),
  );

interface Outcome {
  readonly answer: Answer;
  readonly replayed: boolean;
}

const expiry = (context: ServiceContext) => new Date(context.clock.nowMs() - LIMITS.idempotencyMs);

/** The answer of a request that has ended, before anything is prepared for this one; null when there is none. */
async function replayOf(context: ServiceContext, claim: Claim): Promise<Outcome | null> {
  const [first] = await context.db
    .select()
    .from(idempotencyRecords)
    .where(and(isClaimed(claim), gte(idempotencyRecords.createdAt, expiry(context))));
  return first ? replay(first, claim) : null;
}

function replay(first: typeof idempotencyRecords.$inferSelect, claim: Claim): Outcome {
  if (first.status === null) throw new FirstStillRunning();
  if (first.bodySha256 !== claim.bodySha256) {
    throw new ServiceError('ERR_IDEMPOTENCY_KEY_MISMATCH', [
      '같은 Idempotency-Key로 다른 내용의 요청이 이미 처리되었습니다',
    ]);
  }
  return { answer: { status: first.status, body: JSON.parse(first.body ?? 'null') as unknown }, replayed: true };
}

async function runOnce(context: ServiceContext, claim: Claim, effect: (db: Db) => Promise<Answer>): Promise<Outcome> {
  const { scope, bodySha256 } = claim;
  return context.db.transaction(async (db) => {
    const record = { ...scope, bodySha256, status: null, body: null, createdAt: new Date(context.clock.nowMs()) };
    const impatience = db.execute(sql.raw(`SET LOCAL lock_timeout = ${LIMITS.idempotencyLockWaitMs}`));
    const claiming = db
      .insert(idempotencyRecords)
      .values(record)
      .onConflictDoUpdate({
        target: [
          idempotencyRecords.accountUid,
          idempotencyRecords.environment,
          idempotencyRecords.route,
          idempotencyRecords.key,
        ],
        set: { bodySha256, status: null, body: null, createdAt: record.createdAt },
        setWhere: lt(idempotencyRecords.createdAt, expiry(context)),
      })
      // The effect may have to wait its turn (a busy account): only the key itself is waited for impatiently.
      .returning({ waitsLong: sql`set_config('lock_timeout', '0', true)` });
    const [, claimed] = await allEnded(impatience.execute(), claiming.execute()).catch((error: unknown) => {
      throw sqlStateOf(error) === SQL_STATE.lockNotAvailable ? new FirstStillRunning() : error;
    });
    if (claimed.length === 0) {
      const [first] = await db.select().from(idempotencyRecords).where(isClaimed(claim));
      if (!first) throw new FirstStillRunning();
      return replay(first, claim);
    }
    const answer = await effectOrKeptFailure(context, db, effect);
    const filling = db
      .update(idempotencyRecords)
      .set({ status: answer.status, body: JSON.stringify(answer.body) })
      .where(isClaimed(claim));
    sentWithCommit(filling.execute());
    return { answer, replayed: false };
  });
}

/** Takes away records that no request can meet any more; an expired one that is met is written anew in its place. */
export async function forgetOldRecords(context: ServiceContext): Promise<void> {
  await context.db.delete(idempotencyRecords).where(lt(idempotencyRecords.createdAt, expiry(context)));
}

/** A failure that the contract keeps undoes what the handler wrote, but not the record of its answer. */
async function effectOrKeptFailure(
  context: ServiceContext,
  db: Db,
  effect: (db: Db) => Promise<Answer>,
): Promise<Answer> {
  try {
    return await db.transaction(effect);
  } catch (error) {
    if (error instanceof ServiceError && error.keep && context.contract.idempotencyKeeps4xx === 'listed') {
      return { status: error.status, body: failureBody(error, context.contract) };
    }
    throw error;
  }
}
