import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { successOf } from '../src-core/contract/envelope.ts';
import { bookSpecSchema, type BookSpec } from '../src-core/contract/specs.ts';
import { fetchThrough, refusalOfProxy } from '../src-node/proxies/proxied-agent.ts';
import { proxyOfEnvironment } from '../src-node/proxies/proxy-of-environment.ts';
import type { Messages } from '../src-node/report/messages.ts';
import { BadArguments, type OrderArguments } from './arguments.ts';
import type { Output } from './preflight-command.ts';

const SERVICE_MS = 30_000;
const specsSchema = successOf(z.array(bookSpecSchema));

/**
 * The specs with the prices of whoever the key belongs to; null where they were not given whole within that time, which is told. Throws
 * BadArguments for a file without a key.
 */
export async function specsOf(
  { url, keyFile }: NonNullable<OrderArguments['service']>,
  problem: Output['problem'],
  { say }: Messages,
  withinMs: number = SERVICE_MS,
): Promise<readonly BookSpec[] | null> {
  const key = keyIn(keyFile);
  const place = `${url.origin}${url.pathname.replace(/\/+$/, '')}/book-specs`;
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), withinMs);
  try {
    // A redirect would carry the key to an address that nobody named.
    const answer = await fetchThrough(proxyOfEnvironment(process.env, url), place, {
      headers: { authorization: `Bearer ${key}` },
      redirect: 'error',
      signal: late.signal,
    });
    if (!answer.ok) {
      const isKey = answer.status === 401 || answer.status === 403;
      problem(`${say(`report.order.${isKey ? 'keyRefused' : 'answered'}`, { place, status: answer.status })}\n`);
      await answer.body?.cancel();
      return null;
    }
    return specsSchema.parse(JSON.parse(await textOf(answer, late.signal))).data;
  } catch (error) {
    const refusal = refusalOfProxy(error);
    if (refusal !== null) {
      problem(
        `${say(`report.order.${refusal.status === 407 ? 'proxyPassword' : 'proxy'}`, { place, status: refusal.status })}\n`,
      );
      return null;
    }
    const isOther = error instanceof z.ZodError || error instanceof SyntaxError;
    problem(`${say(`report.order.${isOther ? 'noSpecs' : 'unreachable'}`, { place })}\n`);
    return null;
  } finally {
    clearTimeout(timer);
  }
}

/** Throws BadArguments where no header can carry what stands in the file. */
function keyIn(keyFile: string): string {
  let key: string;
  try {
    key = readFileSync(keyFile, 'utf8').trim();
  } catch {
    throw new BadArguments(`--key-file ${keyFile}: cannot be read`);
  }
  if (!/^[!-~]+$/.test(key)) throw new BadArguments(`--key-file ${keyFile}: there is no key in it`);
  return key;
}

/** Once an answer has begun, Node 20 may forget the signal that it was asked with: its body is ended by hand. */
async function textOf({ body }: Awaited<ReturnType<typeof fetchThrough>>, late: AbortSignal): Promise<string> {
  if (body === null) return '';
  const reader = body.getReader() as ReadableStreamDefaultReader<Uint8Array>;
  const end = () => void reader.cancel().catch(() => undefined);
  late.addEventListener('abort', end, { once: true });
  const parts: Uint8Array[] = [];
  for (let part = await reader.read(); !part.done; part = await reader.read()) parts.push(part.value);
  late.removeEventListener('abort', end);
  late.throwIfAborted();
  return Buffer.concat(parts).toString('utf8');
}
