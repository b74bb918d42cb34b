import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as it crossed the wire. */
export interface CountedRequest {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  /** Of the body, as far as it was sent. */
  bytes: number;
  readonly beganMs: number;
  /** When it was answered whole, or cut off; null while it is under way. */
  endedMs: number | null;
  /** Null: nobody has answered, or nobody heard the answer. */
  status: number | null;
}

/** Stands before a service, at an address of its own, and counts what is asked of it. Whichever side dies, it stays. */
export class CountedLine {
  readonly requests: CountedRequest[] = [];
  /** Answers in place of the service, or never does; null for what goes on to it. */
  instead: (asked: {
    readonly method: string;
    readonly path: string;
  }) => { status: number; body: object } | 'silent' | null = () => null;
  /** What the service answered, on a slow way: it arrives when this is over. */
  slowly: (asked: { readonly method: string; readonly path: string }) => Promise<void> | null = () => null;
  readonly #server: Server;
  readonly #target: URL;

  private constructor(target: URL) {
    this.#target = target;
    this.#server = createServer((asked, answer) => this.#carry(asked, answer));
    this.#server.requestTimeout = 0;
  }

  static async before(address: string): Promise<CountedLine> {
    const line = new CountedLine(new URL(address));
    await new Promise<void>((done) => line.#server.listen(0, '127.0.0.1', done));
    return line;
  }

  /** The address in place of the service's. */
  get url(): string {
    const url = new URL(this.#target);
    url.port = String((this.#server.address() as AddressInfo).port);
    return url.href.replace(/\/$/, '');
  }

  /** Ends every connection, as it is. */
  cut(): void {
    this.#server.closeAllConnections();
  }

  close(): Promise<void> {
    this.#server.closeAllConnections();
    return new Promise((done) => this.#server.close(() => done()));
  }

  #carry(asked: IncomingMessage, answer: ServerResponse): void {
    const counted: CountedRequest = {
      method: asked.method ?? '',
      path: new URL(asked.url ?? '/', this.#target).pathname,
      bytes: 0,
      beganMs: performance.now(),
      endedMs: null,
      status: null,
    };
    this.requests.push(counted);
    const end = () => (counted.endedMs ??= performance.now());
    const own = this.instead(counted);
    if (own === 'silent') {
      asked.resume();
      answer.on('close', end);
      return;
    }
    if (own !== null) {
      asked.resume();
      answer.writeHead(own.status, { 'content-type': 'application/json' }).end(JSON.stringify(own.body));
      counted.status = own.status;
      end();
      return;
    }
    const { hostname, port, host } = this.#target;
    const onward = request({
      hostname,
      port,
      method: asked.method,
      path: asked.url,
      headers: { ...asked.headers, host },
    });
    asked.on('data', (bytes: Buffer) => (counted.bytes += bytes.length));
    asked.on('error', () => onward.destroy());
    asked.pipe(onward);
    onward.on('response', async (given) => {
      await this.slowly(counted);
      answer.writeHead(given.statusCode ?? 502, given.headers);
      given.on('error', () => answer.destroy());
      given.pipe(answer);
      answer.on('finish', () => {
        counted.status = given.statusCode ?? null;
        end();
      });
    });
    onward.on('error', () => answer.destroy());
    answer.on('close', () => {
      end();
      if (!answer.writableFinished) onward.destroy();
    });
  }
}

export const isUpload = ({ method, path }: CountedRequest): boolean =>
  (method === 'POST' || method === 'PUT') && /\/books\/[^/]+\/pdf-(?:cover|contents)$/.test(path);
