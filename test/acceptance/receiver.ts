import { createHmac, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const tlsFolder = resolve(import.meta.dirname, '../fixtures/tls');
export const RECEIVER_CERTIFICATE = resolve(tlsFolder, 'receiver.crt');

export interface ReceivedCall {
  readonly method: string | undefined;
  readonly path: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
  readonly event: {
    event_uid: string;
    event_type: string;
    created_at: string;
    isTest: boolean;
    data: Record<string, unknown>;
  };
}

/** How a receiver answers: with a status, or in its own way. */
export type Behaviour = number | ((response: ServerResponse, call: ReceivedCall) => void);

/** A partner's webhook receiver: keeps what it got, in the order of arrival. */
export class Receiver {
  readonly calls: ReceivedCall[] = [];
  behaviour: Behaviour = 200;

  private constructor(
    private readonly server: Server,
    private readonly scheme: string,
    private port: number,
  ) {}

  static async start({ tls = false }: { readonly tls?: boolean } = {}): Promise<Receiver> {
    const server = tls
      ? createTlsServer({
          key: readFileSync(resolve(tlsFolder, 'receiver.key')),
          cert: readFileSync(RECEIVER_CERTIFICATE),
        })
      : createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const receiver = new Receiver(server, tls ? 'https' : 'http', (server.address() as AddressInfo).port);
    server.on('request', (request: IncomingMessage, response: ServerResponse) => void receiver.take(request, response));
    return receiver;
  }

  get url(): string {
    return `${this.scheme}://127.0.0.1:${this.port}/hooks?for=partner`;
  }

  private async take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const bytes = Buffer.concat(parts);
    const call = {
      method: request.method,
      path: request.url,
      headers: request.headers,
      bytes,
      event: JSON.parse(bytes.toString('utf8')),
    };
    this.calls.push(call);
    if (typeof this.behaviour === 'number') response.writeHead(this.behaviour).end(`answered ${this.behaviour}`);
    else this.behaviour(response, call);
  }

  of(type: string): ReceivedCall[] {
    return this.calls.filter((call) => call.event.event_type === type);
  }

  /** Waits for so many calls of a kind. Longer than any delivery that is due takes. */
  async waitFor(type: string, count = 1, limitMs = PATIENCE_MS): Promise<ReceivedCall[]> {
    await until(() => this.of(type).length >= count, `${count} calls of ${type}`, limitMs);
    return this.of(type);
  }

  /** Nobody listens any more, until it is `up` again at the same address. */
  async down(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((done) => this.server.close(done));
  }

  async up(): Promise<void> {
    this.server.listen(this.port, '127.0.0.1');
    await once(this.server, 'listening');
  }

  async dispose(): Promise<void> {
    if (this.server.listening) await this.down();
  }
}

/** Much longer than it takes: beside other tests a machine may be slow. */
const PATIENCE_MS = 60_000;

export async function until(
  isSo: () => boolean | Promise<boolean>,
  what: string,
  limitMs = PATIENCE_MS,
): Promise<void> {
  const started = performance.now();
  while (!(await isSo())) {
    if (performance.now() - started > limitMs) throw new Error(`waited ${limitMs} ms in vain for ${what}`);
    await delay(25);
  }
}

/** The check that a receiver makes, written from the specification alone ("Signature"). */
export function isSignedBy(secretKey: string, { headers, bytes }: ReceivedCall): boolean {
  const given = Buffer.from(String(headers['x-webhook-signature']));
  const signed = Buffer.concat([Buffer.from(`${String(headers['x-webhook-timestamp'])}.`), bytes]);
  const expected = Buffer.from(
    `sha256=${createHmac('sha256', Buffer.from(secretKey, 'utf8')).update(signed).digest('hex')}`,
  );
  return given.length === expected.length && timingSafeEqual(given, expected);
}
