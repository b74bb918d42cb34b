import { spawn, type ChildProcess } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { createInterface } from 'node:readline';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormatsModule from 'ajv-formats';
import { expect } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const START_LIMIT_MS = 60_000;

interface Hello {
  readonly contract: string;
  readonly pid: number;
  readonly dataDir: string;
  readonly sandboxUrl: string;
  readonly liveUrl: string;
  readonly keys: {
    readonly business: { readonly accountUid: string; readonly sandbox: string; readonly live: string };
    readonly personal: { readonly accountUid: string; readonly sandbox: string; readonly live: string };
  } | null;
  readonly printHouse: { readonly url: string; readonly token: string };
}

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
  /** Set for what is no JSON by design (downloads). */
  readonly raw?: boolean;
}

/** One host of the service (Sandbox or Live) with a key. Every JSON answer is held against the OpenAPI document. */
export class Host {
  constructor(
    readonly url: string,
    readonly key: string,
    private readonly check: (method: string, path: string, status: number, body: unknown) => void,
  ) {}

  async call(method: string, path: string, { key = this.key, json, form, headers = {}, raw = false }: Call = {}): Promise<Answer> {
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
    if (!raw) this.check(method, path, answer.status, body);
    return { status: answer.status, headers: answer.headers, text, body };
  }

  /** Sends a file as it is made, so that it never lies whole in this process. */
  async sendFile(method: 'POST' | 'PUT', path: string, chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): Promise<Answer> {
    const boundary = 'acceptance-boundary';
    const outgoing = request(this.url + path, {
      method,
      headers: { authorization: `Bearer ${this.key}`, 'content-type': `multipart/form-data; boundary=${boundary}` },
    });
    const form = async function* () {
      yield Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="book.pdf"\r\nContent-Type: application/pdf\r\n\r\n`);
      yield* chunks;
      yield Buffer.from(`\r\n--${boundary}--\r\n`);
    };
    const answered = new Promise<Answer>((done, failed) => {
      outgoing.once('error', failed);
      outgoing.once('response', async (incoming) => {
        const parts: Buffer[] = [];
        for await (const part of incoming) parts.push(part as Buffer);
        const text = Buffer.concat(parts).toString('utf8');
        const headers = new Headers(Object.entries(incoming.headers).map(([name, value]): [string, string] => [name, String(value)]));
        done({ status: incoming.statusCode ?? 0, headers, text, body: JSON.parse(text) });
      });
    });
    const [answer] = await Promise.all([answered, pipeline(Readable.from(form()), outgoing)]);
    this.check(method, path, answer.status, answer.body);
    return answer;
  }

  get = (path: string, call?: Call) => this.call('GET', path, call);
  post = (path: string, json?: unknown, call?: Call) => this.call('POST', path, { json, ...call });
  put = (path: string, json?: unknown, call?: Call) => this.call('PUT', path, { json, ...call });
  patch = (path: string, json?: unknown, call?: Call) => this.call('PATCH', path, { json, ...call });
  delete = (path: string, call?: Call) => this.call('DELETE', path, call);

  as(key: string): Host {
    return new Host(this.url, key, this.check);
  }
}

export interface Service {
  readonly hello: Hello;
  readonly keys: NonNullable<Hello['keys']>;
  readonly sandbox: Host;
  readonly live: Host;
  printHouse(method: string, path: string, json?: unknown): Promise<Answer>;
  /** SIGTERM; answers the exit code. */
  stop(): Promise<number | null>;
  /** SIGKILL to the process of the service itself, as when the computer takes it away: nothing is tidied up. */
  kill(): Promise<void>;
  dispose(): Promise<void>;
}

export interface StartOptions {
  readonly contract?: 'specified' | 'public-2026-09';
  readonly credit?: number;
  readonly rateLimits?: boolean;
  /** An existing data folder, for a second start. */
  readonly dataDir?: string;
  readonly keys?: NonNullable<Hello['keys']>;
  readonly reissueKeys?: boolean;
  /** Webhooks and picture addresses may lead to this computer. */
  readonly localAddresses?: boolean;
  /** PEM file of an authority that the service trusts besides the usual ones. */
  readonly trustedCertificate?: string;
}

/** Starts the service as a person would, from the command line, on a data folder of its own. */
export async function startService({ contract = 'specified', credit = 1_000_000, rateLimits = false, dataDir, keys, reissueKeys = false, localAddresses = false, trustedCertificate }: StartOptions = {}): Promise<Service> {
  const folder = dataDir ?? (await mkdtemp(join(tmpdir(), 'acceptance-')));
  // Run by root the service's PostgreSQL is another user, who has to reach its folder.
  await chmod(folder, 0o755);
  const args = ['--data', folder, '--contract', contract, '--credit', String(credit), ...(rateLimits ? [] : ['--no-rate-limits']), ...(reissueKeys ? ['--reissue-keys'] : []), ...(localAddresses ? ['--allow-local-addresses'] : [])];
  const child = spawn(process.execPath, [join(root, 'scripts/service.mjs'), ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...(trustedCertificate === undefined ? {} : { NODE_EXTRA_CA_CERTS: trustedCertificate }) },
  });
  const hello = await firstLine(child);
  const known = keys ?? hello.keys;
  if (known === null) throw new Error('the service made no keys: the data folder is not new and no keys were given');
  const check = await openApiCheck(hello.sandboxUrl.replace(/\/v1$/, '/openapi.json'));
  const exited = new Promise<number | null>((done) => child.once('exit', (code) => done(code)));
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    return exited;
  };
  return {
    hello,
    keys: known,
    sandbox: new Host(hello.sandboxUrl, known.business.sandbox, check),
    live: new Host(hello.liveUrl, known.business.live, check),
    async printHouse(method, path, json) {
      const answer = await fetch(hello.printHouse.url + path, {
        method,
        headers: { authorization: `Bearer ${hello.printHouse.token}`, ...(json === undefined ? {} : { 'content-type': 'application/json' }) },
        ...(json === undefined ? {} : { body: JSON.stringify(json) }),
      });
      const text = await answer.text();
      return { status: answer.status, headers: answer.headers, text, body: JSON.parse(text) };
    },
    stop: () => end('SIGTERM'),
    kill: async () => {
      process.kill(hello.pid, 'SIGKILL');
      await exited;
    },
    async dispose() {
      await end('SIGTERM');
      await endStrayPostgres(folder);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The PostgreSQL that holds a data folder: its process while one runs (or died without a word), else null. */
export async function postgresOf(dataDir: string): Promise<number | null> {
  const lines = await readFile(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8').catch(() => null);
  return lines === null ? null : Number(lines.split('\n')[0]);
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** A killed service leaves its PostgreSQL behind for the next start; after the last test there is none. */
async function endStrayPostgres(dataDir: string): Promise<void> {
  const pid = await postgresOf(dataDir);
  if (pid === null || !isAlive(pid)) return;
  process.kill(pid, 'SIGINT');
  while (isAlive(pid)) await delay(50);
}

function firstLine(child: ChildProcess): Promise<Hello> {
  return new Promise((done, failed) => {
    let errors = '';
    child.stderr?.on('data', (chunk) => (errors += String(chunk)));
    const timer = setTimeout(() => failed(new Error(`the service did not start in ${START_LIMIT_MS} ms: ${errors}`)), START_LIMIT_MS);
    child.once('exit', (code) => failed(new Error(`the service ended with ${code}: ${errors}`)));
    if (child.stdout) {
      createInterface(child.stdout).once('line', (line) => {
        clearTimeout(timer);
        done(JSON.parse(line) as Hello);
      });
    }
  });
}

interface OpenApi {
  readonly paths: Record<string, Record<string, { responses: Record<string, { content?: Record<string, { schema: object }> }> }>>;
}

/** Holds every answer against the document that the service itself serves. */
async function openApiCheck(url: string) {
  const document = (await (await fetch(url)).json()) as OpenApi;
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  // Published as CommonJS: the callable is the module's `default`.
  (addFormatsModule as unknown as { default: (target: unknown) => void }).default(ajv);
  ajv.addSchema(document, 'openapi');
  const routes = Object.keys(document.paths).map((path) => ({
    path,
    pattern: new RegExp(`^${path.replace(/^\/v1/, '').replace(/\{[^}]+\}/g, '[^/]+')}$`, 'i'),
  }));
  const validators = new Map<string, ValidateFunction>();
  return (method: string, path: string, status: number, body: unknown) => {
    const bare = path.split('?')[0] ?? '';
    const match = routes
      .filter((route) => route.pattern.test(bare) && document.paths[route.path]?.[method.toLowerCase()] !== undefined)
      .sort((a, b) => wildcards(a.path) - wildcards(b.path))[0];
    const operation = match && document.paths[match.path]?.[method.toLowerCase()];
    if (!match || !operation) {
      expect(status, `${method} ${path} is not in the OpenAPI document`).toBe(404);
      return;
    }
    const pointer = [match.path, method.toLowerCase(), 'responses', String(status), 'content', 'application/json', 'schema'];
    expect(operation.responses[status], `${method} ${match.path} answered ${status}, which the OpenAPI document does not know`).toBeDefined();
    const ref = `openapi#/paths/${pointer.map((part) => part.replaceAll('~', '~0').replaceAll('/', '~1')).map(encodeURIComponent).join('/')}`;
    const validate = validators.get(ref) ?? ajv.compile({ $ref: ref });
    validators.set(ref, validate);
    expect(validate(body), `${method} ${path} ${status}: ${JSON.stringify(validate.errors)}`).toBe(true);
  };
}

const wildcards = (path: string) => path.split('{').length;
