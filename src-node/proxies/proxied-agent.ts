import { Agent, type Dispatcher, fetch as fetchBy, ProxyAgent } from 'undici';

/**
 * Connections to a service, straight or through a proxy. Through one they are tunnels (CONNECT) in which TLS begins at the service: the
 * proxy is told its name and port, and sees neither key nor content.
 */
export const agentThrough = (proxy: string | null, options: Agent.Options): Dispatcher =>
  proxy === null ? new Agent(options) : new ProxyAgent({ ...options, uri: proxy });

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
