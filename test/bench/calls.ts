import { Agent, request } from 'node:http';

/** One call of a partner's program. */
export interface Asked {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

const AT_ONCE = 16;
const ROUND_MS = 3_000;

export const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });

/** Rejects for every answer but a success. */
export function ask({ method, url, headers, body }: Asked): Promise<void> {
  return new Promise((done, failed) => {
    const outgoing = request(
      url,
      {
        method,
        agent,
        headers: { ...headers, ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }) },
      },
      (incoming) => {
        incoming.resume();
        incoming.once('end', () =>
          (incoming.statusCode ?? 500) < 300
            ? done()
            : failed(new Error(`${method} ${url} answered ${incoming.statusCode}`)),
        );
      },
    );
    outgoing.once('error', failed);
    outgoing.end(body);
  });
}

/** One round of callers that each call again once they are answered: how many calls, in how many seconds. */
export async function roundOf(next: () => Asked): Promise<{ readonly calls: number; readonly seconds: number }> {
  const started = performance.now();
  let calls = 0;
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (performance.now() - started < ROUND_MS) {
        await ask(next());
        calls += 1;
      }
    }),
  );
  return { calls, seconds: (performance.now() - started) / 1_000 };
}

/** Calls a second of one round. */
export async function rateOf(next: () => Asked): Promise<number> {
  const { calls, seconds } = await roundOf(next);
  return calls / seconds;
}
