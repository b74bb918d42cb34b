import type { IncomingMessage } from 'node:http';
import { Agent, request, type RequestOptions } from 'node:https';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type { Answer } from './host.ts';

export interface HttpsCall {
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The address of this computer that the caller has. */
  readonly from?: string;
  readonly json?: unknown;
  /** A file as it is made, sent as a form. */
  readonly file?: Iterable<Uint8Array>;
}

/** A partner of one host: by its name, over TLS that is checked against `authority`. */
export class HttpsCaller {
  private readonly agent: Agent;
  constructor(
    private readonly host: string,
    private readonly port: number,
    authority: string,
  ) {
    this.agent = new Agent({ ca: authority, servername: host, keepAlive: true });
  }

  /** Ends its connections. */
  close(): void {
    this.agent.destroy();
  }

  /** The answer as it comes, for bodies that are no text. */
  async open(
    method: string,
    path: string,
    { key, headers = {}, from, json, file }: HttpsCall = {},
  ): Promise<IncomingMessage> {
    const boundary = 'proxy-boundary';
    const type =
      file !== undefined ? `multipart/form-data; boundary=${boundary}` : json !== undefined ? 'application/json' : null;
    const options: RequestOptions = {
      ...{ method, path, agent: this.agent, host: '127.0.0.1', port: this.port },
      ...(from === undefined ? {} : { localAddress: from }),
      headers: {
        host: `${this.host}:${this.port}`,
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
        ...(type === null ? {} : { 'content-type': type }),
        ...headers,
      },
    };
    const body = function* () {
      if (json !== undefined) yield Buffer.from(JSON.stringify(json));
      if (file === undefined) return;
      yield Buffer.from(
        `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="book.pdf"\r\nContent-Type: application/pdf\r\n\r\n`,
      );
      yield* file;
      yield Buffer.from(`\r\n--${boundary}--\r\n`);
    };
    const outgoing = request(options);
    const answered = new Promise<IncomingMessage>((done, failed) =>
      outgoing.once('error', failed).once('response', done),
    );
    const sent = type === null ? Promise.resolve(void outgoing.end()) : pipeline(Readable.from(body()), outgoing);
    const [answer] = await Promise.all([answered, sent]);
    return answer;
  }

  async call(method: string, path: string, call: HttpsCall = {}): Promise<Answer> {
    const answer = await this.open(method, path, call);
    const said = await text(answer);
    const isJson = /json/.test(answer.headers['content-type'] ?? '');
    return {
      status: answer.statusCode ?? 0,
      headers: new Headers(
        Object.entries(answer.headers).map(([name, value]): [string, string] => [name, String(value)]),
      ),
      text: said,
      body: isJson ? JSON.parse(said) : null,
    };
  }
}
