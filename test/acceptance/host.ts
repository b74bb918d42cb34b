import { request } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ExchangeCheck } from './open-api.ts';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // The body is whatever came over the wire: the tests look into it, the OpenAPI check has judged its form.
  readonly body: ReturnType<typeof JSON.parse>;
}

export interface Call {
  readonly key?: string | null;
  readonly json?: unknown;
  readonly form?: FormData;
  readonly headers?: Record<string, string>;
  /** The service takes more than the OpenAPI document promises, and this body shows it. */
  readonly isBeyondDocument?: boolean;
  /** Set for what is no JSON by design (downloads). */
  readonly raw?: boolean;
}

/** One host of the service (Sandbox or Live) with a key. Every JSON answer is held against the OpenAPI document. */
export class Host {
  /** `address` is asked anew for every call, so that calls can be spread. */
  constructor(
    private readonly address: () => string,
    readonly key: string,
    private readonly check: ExchangeCheck,
  ) {}

  get url(): string {
    return this.address();
  }

  async call(
    method: string,
    path: string,
    { key = this.key, json, form, headers = {}, raw = false, isBeyondDocument = false }: Call = {},
  ): Promise<Answer> {
    const answer = await fetch(this.url + path, {
      method,
      headers: {
        ...(key === null ? {} : { authorization: `Bearer ${key}` }),
        ...(json === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(form ? { body: form } : json === undefined ? {} : { body: JSON.stringify(json) }),
    });
    const text = await answer.text();
    const body: unknown = raw || text === '' ? null : JSON.parse(text);
    if (!raw)
      this.check({
        method,
        path,
        json: isBeyondDocument ? undefined : json,
        idempotencyKey: headers['idempotency-key'],
        status: answer.status,
        headers: answer.headers,
        body,
      });
    return { status: answer.status, headers: answer.headers, text, body };
  }

  /** Sends a file as it is made, so that it never lies whole in this process. */
  async sendFile(
    method: 'POST' | 'PUT',
    path: string,
    chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  ): Promise<Answer> {
    const boundary = 'acceptance-boundary';
    const outgoing = request(this.url + path, {
      method,
      headers: { authorization: `Bearer ${this.key}`, 'content-type': `multipart/form-data; boundary=${boundary}` },
    });
    const form = async function* () {
      yield Buffer.from(
        `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="book.pdf"\r\nContent-Type: application/pdf\r\n\r\n`,
      );
      yield* chunks;
      yield Buffer.from(`\r\n--${boundary}--\r\n`);
    };
    const answered = new Promise<Answer>((done, failed) => {
      outgoing.once('error', failed);
      outgoing.once('response', async (incoming) => {
        const parts: Buffer[] = [];
        for await (const part of incoming) parts.push(part as Buffer);
        const text = Buffer.concat(parts).toString('utf8');
        const headers = new Headers(
          Object.entries(incoming.headers).map(([name, value]): [string, string] => [name, String(value)]),
        );
        done({ status: incoming.statusCode ?? 0, headers, text, body: JSON.parse(text) });
      });
    });
    const [answer] = await Promise.all([answered, pipeline(Readable.from(form()), outgoing)]);
    this.check({ method, path, status: answer.status, headers: answer.headers, body: answer.body });
    return answer;
  }

  get = (path: string, call?: Call) => this.call('GET', path, call);
  post = (path: string, json?: unknown, call?: Call) => this.call('POST', path, { json, ...call });
  put = (path: string, json?: unknown, call?: Call) => this.call('PUT', path, { json, ...call });
  patch = (path: string, json?: unknown, call?: Call) => this.call('PATCH', path, { json, ...call });
  delete = (path: string, call?: Call) => this.call('DELETE', path, call);

  as(key: string): Host {
    return new Host(this.address, key, this.check);
  }
}
