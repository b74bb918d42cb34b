/** Where the service listens, and under which addresses the world knows it. */
export interface Network {
  /** Address to listen on. On any but this computer's own the print house's side does not exist (contract-decisions). */
  readonly host: string;
  /** What answers call the two hosts, without `/v1`. Null: by the port that they listen on, on this computer. */
  readonly publicUrls: { readonly sandbox: string; readonly live: string } | null;
  /** Addresses and ranges of the proxies whose word for a caller's address is taken. */
  readonly trustedProxies: readonly string[];
  /** A listener for Prometheus, apart from those that partners reach. Null: none. */
  readonly metricsPort: number | null;
}

/** How long a connection may be silent, and how much one key may have on its way in. */
export interface ConnectionLimits {
  /** In this time the head of a request comes in whole, a body moves on by a kilobyte, and an answer by what is written at a time (64 KB). */
  readonly stallMs: number;
  /** Bodies of one key that are taken in at the same time, in bytes together. They lie on disk until they are judged. */
  readonly bodyBytesPerKey: number;
}

/** The specification names no such limits; eight of the largest files at once are more than any client sends. */
export const CONNECTION_LIMITS: ConnectionLimits = { stallMs: 30_000, bodyBytesPerKey: 4 * 1024 * 1024 * 1024 };

export const THIS_COMPUTER: Network = { host: '127.0.0.1', publicUrls: null, trustedProxies: [], metricsPort: null };

/** Whether only programs of this computer can reach an address. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host);
