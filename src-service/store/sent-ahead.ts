import type pg from 'pg';

/** Words that only fail where the transaction has failed already, or takes no further statement because of them. */
const SENT_AHEAD = /^(?:savepoint|release savepoint) \w+$/;
const BEGINS_ANEW = /^(?:begin|rollback to savepoint)\b/;
const NOTHING = { rows: [], rowCount: null, command: '', oid: 0, fields: [] } satisfies pg.QueryResult;

interface Query {
  (query: string | { readonly text: string }, ...rest: unknown[]): Promise<pg.QueryResult> | undefined;
}

/**
 * Lets transactions over this connection wait less often (docs/decisions/0079). Statements are sent as they are asked for,
 * whether those before them were answered or not; the words around a part of a transaction are not waited for at all. `begin` is:
 * what followed one that failed would stand for itself.
 *
 * A `commit` fails where PostgreSQL rolled back instead, as it does, without an error, once a statement has failed:
 * so what was sent and not waited for is not taken for done. The statement's failure is its cause.
 */
export function transactionsSendAhead(client: pg.PoolClient): void {
  const send = client.query.bind(client) as unknown as Query;
  let failure: unknown;
  const query: Query = (asked, ...rest) => {
    const answer = send(asked, ...rest);
    // A single query of the pool, or a read of its own kind, which take their answers by a callback.
    if (!(answer instanceof Promise)) return answer;
    const text = typeof asked === 'string' ? asked : asked.text;
    answer.catch((error: unknown) => (failure ??= error));
    if (BEGINS_ANEW.test(text)) failure = undefined;
    if (SENT_AHEAD.test(text)) return Promise.resolve(NOTHING);
    return text === 'commit' ? answer.then((result) => committed(result, failure)) : answer;
  };
  client.query = query as typeof client.query;
}

function committed(result: pg.QueryResult, cause: unknown): pg.QueryResult {
  if (result.command === 'COMMIT') return result;
  throw new Error('a transaction was to be committed that a failed statement had ended', { cause });
}

/**
 * Waits until each of what was sent has ended, then answers all, or throws the failure of the first that failed. Never before: what
 * went on behind a rollback would stand for itself.
 *
 * Queries are sent in the order in which `execute()` is called on them.
 */
export async function allEnded<Sent extends readonly Promise<unknown>[]>(
  ...sent: Sent
): Promise<{ [At in keyof Sent]: Awaited<Sent[At]> }> {
  const failures: unknown[] = [];
  await Promise.all(sent.map((one) => one.catch((error: unknown) => failures.push(error))));
  if (failures.length > 0) throw failures[0];
  return (await Promise.all(sent)) as { [At in keyof Sent]: Awaited<Sent[At]> };
}

/** For the last of a transaction: it goes along with the `commit`, which fails if it does. */
export function sentWithCommit(last: Promise<unknown>): void {
  last.catch(() => {});
}
