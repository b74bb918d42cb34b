import { Agent, type Dispatcher, fetch as fetchBy, Pool, ProxyAgent } from 'undici';

/** As long as a connection may take that goes straight. */
const TUNNEL_LIMIT_MS = 10_000;

/**
 * Connections to a service, straight or through a proxy. Through one they are tunnels (CONNECT) in which TLS begins at the service: the
 * proxy is told its name and port, and sees neither key nor content. One that has made no tunnel within `connectTimeout` (10 s) has failed.
 */
export function agentThrough(proxy: string | null, options: Agent.Options): Dispatcher {
  if (proxy === null) return new Agent(options);
  const limitMs = options.connectTimeout ?? TUNNEL_LIMIT_MS;
  const token = credentialsOf(new URL(proxy));
  return new ProxyAgent({
    ...options,
    ...(token === null ? {} : { token }),
    uri: proxy,
    clientFactory: (address, given) => tunnelsOf(new Pool(address, given), limitMs),
  });
}

/** What leads to the proxy itself. */
function tunnelsOf(pool: Pool, limitMs: number): Pool {
  const ask = pool.connect.bind(pool) as (how: Dispatcher.ConnectOptions) => Promise<Dispatcher.ConnectData>;
  const connect = async (how: Dispatcher.ConnectOptions): Promise<Dispatcher.ConnectData> => {
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(new Error('the proxy did not answer')), limitMs);
    try {
      return await ask({ ...how, signal: late.signal });
    } catch (cause) {
      // One that ends the line without an answer would be asked anew without an end, thousands of times a second: so undici takes a line that ends.
      throw new Error('the proxy made no tunnel', { cause });
    } finally {
      clearTimeout(timer);
    }
  };
  return Object.assign(pool, { connect });
}

/** A password may be empty, and many write a percent sign of theirs as it is. */
function credentialsOf({ username, password }: URL): string | null {
  if (username === '' && password === '') return null;
  const [name, secret] = [username, password].map(plainOf);
  return `Basic ${Buffer.from(`${name}:${secret}`).toString('base64')}`;
}

function plainOf(part: string): string {
  try {
    return decodeURIComponent(part.replaceAll(/%(?![\da-f]{2})/gi, '%25'));
  } catch {
    return part;
  }
}

export interface ProxyRefusal {
  /** What the proxy answered to CONNECT. */
  readonly status: number;
}

/** Where the proxy itself refused the way; null for any other failure. */
export function refusalOfProxy(error: unknown): ProxyRefusal | null {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth += 1) {
    const status = /^Proxy response \((\d{3})\)/.exec(cause.message)?.[1];
    if (status !== undefined) return { status: Number(status) };
  }
  return null;
}

/** `fetch` through a proxy or straight: Node's own knows nothing of the one, and takes no agent of another version. */
export const fetchThrough = (
  proxy: string | null,
  place: string,
  init: NonNullable<Parameters<typeof fetchBy>[1]>,
): ReturnType<typeof fetchBy> => fetchBy(place, { ...init, dispatcher: agentThrough(proxy, {}) });
