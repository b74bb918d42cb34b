import { lookup } from 'node:dns/promises';
import {
  Agent as HttpAgent,
  request as httpRequest,
  type ClientRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
} from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { isIP } from 'node:net';
import { isLoopbackAddress, isPublicAddress } from './public-address.ts';

export interface OutboundRequest {
  readonly method: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer | string;
  /** For the whole exchange: name, connection, TLS, headers and body. */
  readonly timeoutMs: number;
  /** Of the answer's body. What is longer is cut there, and `isCut` says so. */
  readonly maxBytes: number;
  /** The service's one switch (`ServiceContext.mayCallLocalAddresses`): off, only public addresses are called. */
  readonly mayCallLocalAddresses: boolean;
  /** Off: https alone. */
  readonly allowHttp: boolean;
  /** Gives up at once; the error is the signal's reason. */
  readonly signal?: AbortSignal;
}

export interface OutboundAnswer {
  /** Any status: a redirect is an answer like others and is not followed. */
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** As it came, never decompressed: no encoding is offered. At most `maxBytes`. */
  readonly body: Buffer;
  readonly isCut: boolean;
}

export type RefusalReason = 'malformedUrl' | 'unsupportedScheme' | 'credentialsInUrl' | 'addressNotPublic';

/** Not called at all: the address is one that the service does not call. */
export class OutboundRefused extends Error {
  constructor(readonly reason: RefusalReason) {
    super(`the address is not called: ${reason}`);
    this.name = 'OutboundRefused';
  }
}

export type OutboundFailureReason = 'nameNotResolved' | 'timeout' | 'connectionFailed';

/** Called, or tried to, without an answer. `cause` is what the system said; it may hold addresses. */
export class OutboundFailed extends Error {
  constructor(
    readonly reason: OutboundFailureReason,
    cause?: unknown,
  ) {
    super(`the call failed: ${reason}`, { cause });
    this.name = 'OutboundFailed';
  }
}

export interface ResolvedAddress {
  readonly address: string;
  readonly family: number;
}

/** What a call needs of the machine, apart so that tests can have names and certificates of their own. */
export interface Surroundings {
  readonly resolve: (hostname: string) => Promise<readonly ResolvedAddress[]>;
  /** PEM of authorities to trust instead of the ones that Node ships with. */
  readonly authorities?: string;
}

const SYSTEM: Surroundings = { resolve: (hostname) => lookup(hostname, { all: true, order: 'verbatim' }) };

/**
 * One HTTP exchange with an address that somebody outside chose. What such an address could reach by way of the service
 * and not by itself is refused: every address that the name resolves to must be public, and the connection goes to the
 * addresses that were looked at, without a second question to the resolver (DNS rebinding). Odd spellings of addresses
 * (decimal, octal, hexadecimal, dots at the end) are what the WHATWG URL reads them as. Any port may be called.
 * No redirects, proxies, cookies or kept connections.
 *
 * Throws OutboundRefused or OutboundFailed.
 */
export async function guardedRequest(
  url: string,
  request: OutboundRequest,
  surroundings: Surroundings = SYSTEM,
): Promise<OutboundAnswer> {
  return guardedExchange(url, request, (incoming) => readAnswer(incoming, request.maxBytes), surroundings);
}

/**
 * `guardedRequest` for answers that are not held in memory: `read` gets the answer while it comes in, and need not read
 * it to its end. Whatever `read` throws is an OutboundFailed, because a broken connection shows there.
 */
export async function guardedExchange<T>(
  url: string,
  request: Omit<OutboundRequest, 'maxBytes'>,
  read: (incoming: IncomingMessage) => Promise<T>,
  surroundings: Surroundings = SYSTEM,
): Promise<T> {
  const refusal = refusalOfUrl(url, request);
  if (refusal !== null) throw new OutboundRefused(refusal);
  const target = new URL(url);
  const ending = new AbortController();
  const timer = setTimeout(() => ending.abort(new OutboundFailed('timeout')), request.timeoutMs);
  const onGivenUp = () => ending.abort(request.signal?.reason);
  request.signal?.addEventListener('abort', onGivenUp);
  if (request.signal?.aborted) onGivenUp();
  try {
    const addresses = await untilAborted(addressesOf(target, surroundings), ending.signal);
    // One that is not public among public ones is enough: which of them is called is not for the caller's name server to say.
    if (!request.mayCallLocalAddresses && !addresses.every(({ address }) => isPublicAddress(address)))
      throw new OutboundRefused('addressNotPublic');
    return await untilAborted(
      exchange(target, addresses, request, read, ending.signal, surroundings.authorities),
      ending.signal,
    );
  } finally {
    clearTimeout(timer);
    request.signal?.removeEventListener('abort', onGivenUp);
  }
}

/**
 * What can be said of an address before anybody is asked for it: null when it may be called as far as that goes. Of a
 * name it says nothing yet, of an address written out it does.
 */
export function refusalOfUrl(
  text: string,
  { allowHttp, mayCallLocalAddresses }: Pick<OutboundRequest, 'allowHttp' | 'mayCallLocalAddresses'>,
): RefusalReason | null {
  if (!URL.canParse(text)) return 'malformedUrl';
  const url = new URL(text);
  if (url.protocol !== 'https:' && !(allowHttp && url.protocol === 'http:')) return 'unsupportedScheme';
  if (url.username !== '' || url.password !== '') return 'credentialsInUrl';
  const host = hostOf(url);
  return !mayCallLocalAddresses && isIP(host) !== 0 && !isPublicAddress(host) ? 'addressNotPublic' : null;
}

/** Whether a URL names this computer outright: by a loopback address or by a name that is kept for it (RFC 6761). */
export function namesThisComputer(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const host = hostOf(new URL(text));
  return isLoopbackAddress(host) || /^(.+\.)?localhost\.?$/.test(host);
}

/** The host without the brackets that an IPv6 address has in a URL. */
const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '');

async function addressesOf(url: URL, { resolve }: Surroundings): Promise<readonly ResolvedAddress[]> {
  const host = hostOf(url);
  const family = isIP(host);
  if (family !== 0) return [{ address: host, family }];
  const found = await resolve(host).catch((error: unknown) => {
    throw new OutboundFailed('nameNotResolved', error);
  });
  if (found.length === 0) throw new OutboundFailed('nameNotResolved');
  return found;
}

function exchange<T>(
  url: URL,
  addresses: readonly ResolvedAddress[],
  { method, headers = {}, body }: Omit<OutboundRequest, 'maxBytes'>,
  read: (incoming: IncomingMessage) => Promise<T>,
  signal: AbortSignal,
  authorities: string | undefined,
): Promise<T> {
  const host = hostOf(url);
  const isTls = url.protocol === 'https:';
  const bytes = body === undefined ? undefined : Buffer.from(body);
  const options = {
    method,
    host,
    port: url.port === '' ? (isTls ? 443 : 80) : Number(url.port),
    path: `${url.pathname}${url.search}`,
    headers: { ...headers, host: url.host, ...(bytes === undefined ? {} : { 'content-length': String(bytes.length) }) },
    // The answer of the resolver that was looked at: whoever connects gets it again instead of asking anew.
    lookup: pinned(addresses),
    signal,
  };
  return new Promise((done, failed) => {
    const onFailed = (error: unknown) =>
      failed(signal.aborted ? signal.reason : new OutboundFailed('connectionFailed', error));
    // Agents of this call alone: nothing is kept, and a proxy named in the environment is none of theirs.
    const outgoing: ClientRequest = isTls
      ? httpsRequest({
          ...options,
          agent: new HttpsAgent({ keepAlive: false }),
          servername: isIP(host) === 0 ? host : '',
          ...(authorities === undefined ? {} : { ca: authorities }),
        })
      : httpRequest({ ...options, agent: new HttpAgent({ keepAlive: false }) });
    outgoing.on('error', onFailed);
    // A connection that ends without an answer (a switch of protocols, for one) is no error to Node.
    const onClosed = () => onFailed(new Error('the connection ended without an answer'));
    outgoing.once('close', onClosed);
    outgoing.once('response', (incoming) => {
      // From here on the reading of the body knows how the exchange ends.
      outgoing.off('close', onClosed);
      read(incoming).then(
        (result) => {
          done(result);
          outgoing.destroy();
        },
        (error: unknown) => {
          onFailed(error);
          outgoing.destroy();
        },
      );
    });
    outgoing.end(bytes);
  });
}

async function readAnswer(incoming: IncomingMessage, maxBytes: number): Promise<OutboundAnswer> {
  const { body, isCut } = await readBody(incoming, maxBytes);
  return { status: incoming.statusCode ?? 0, headers: incoming.headers, body, isCut };
}

async function readBody(incoming: IncomingMessage, maxBytes: number): Promise<{ body: Buffer; isCut: boolean }> {
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    sizeBytes += chunk.length;
    if (sizeBytes > maxBytes) return { body: Buffer.concat(chunks).subarray(0, maxBytes), isCut: true };
  }
  return { body: Buffer.concat(chunks), isCut: false };
}

type LookupCallback = (
  error: NodeJS.ErrnoException | null,
  address: string | ResolvedAddress[],
  family?: number,
) => void;

const pinned =
  (addresses: readonly ResolvedAddress[]) =>
  (_hostname: string, options: { readonly all?: boolean | undefined }, callback: LookupCallback): void => {
    const [first] = addresses;
    if (options.all === true || first === undefined) callback(null, [...addresses]);
    else callback(null, first.address, first.family);
  };

/** What cannot be stopped (a resolver that does not answer) is at least not waited for. */
function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((done, failed) => {
    const onAbort = () => failed(signal.reason);
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    work.then(done, failed);
  });
}
