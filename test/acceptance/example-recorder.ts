import { expect } from 'vitest';
import type { Answer, Call, Host } from './host.ts';

/** What one operation of the OpenAPI document shows: where it was called, with what, and what it answered, by status. */
export interface RecordedExample {
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly request?: unknown;
  /** Of a later call that was sent something else, by the status that it was answered with. */
  readonly otherRequests?: Record<string, unknown>;
  readonly answers: Record<string, unknown>;
}

export type RecordedExamples = Record<string, RecordedExample>;

/** A file as an example of a form shows it. */
export const bytesOf = (name: string) => `(the bytes of ${name})`;

/** Keeps what real calls sent and answered, by the id of their operation. */
export class ExampleRecorder {
  private readonly kept: RecordedExamples = {};
  private readonly failed: Record<string, unknown> = {};

  /** Calls, and keeps what came of it. `shown` stands for a form, whose bytes nobody wants to read. */
  async call(
    operationId: string,
    host: Host,
    [method, path, call = {}]: readonly [method: string, path: string, call?: Call],
    { status = 200, shown }: { readonly status?: number; readonly shown?: unknown } = {},
  ): Promise<Answer> {
    const answer = await host.call(method, path, call);
    expect(answer.status, `${method} ${path}: ${answer.text}`).toBe(status);
    const before = this.kept[operationId];
    const sent = shown ?? call.json;
    const request = before?.request ?? sent;
    const isOther = before?.request !== undefined && JSON.stringify(sent) !== JSON.stringify(before.request);
    const otherRequests = { ...before?.otherRequests, ...(isOther ? { [status]: sent } : {}) };
    const [where = '', asked] = path.split('?');
    this.kept[operationId] = {
      path: where,
      ...(asked === undefined ? {} : { query: Object.fromEntries(new URLSearchParams(asked)) }),
      ...(request === undefined ? {} : { request }),
      ...(Object.keys(otherRequests).length === 0 ? {} : { otherRequests }),
      answers: { ...before?.answers, ...(answer.body === null ? {} : { [status]: answer.body }) },
    };
    return answer;
  }

  /** Calls, and keeps the failure that it is answered with, by its code. */
  async failure(
    errorCode: string,
    host: Host,
    [method, path, call = {}]: readonly [method: string, path: string, call?: Call],
  ): Promise<void> {
    const { body, text } = await host.call(method, path, call);
    expect(body.errorCode, `${method} ${path}: ${text}`).toBe(errorCode);
    this.failed[errorCode] = body;
  }

  /** The failures that were kept, told as `examples` are. */
  get failures(): Readonly<Record<string, unknown>> {
    return JSON.parse(new Names().toldIn(JSON.stringify(this.failed))) as Readonly<Record<string, unknown>>;
  }

  /** Everything that was kept, with what is another one in every run in the words of a document. */
  get examples(): RecordedExamples {
    return JSON.parse(new Names().toldIn(JSON.stringify(this.kept))) as RecordedExamples;
  }
}

const SECRET = '0123456789abcdefghijklmnopqrstuv';
const FIRST_MS = Date.parse('2026-09-08T02:18:54.396Z');
const MOMENT = /\d{4}-\d\d-\d\dT[\d:.]+Z/g;
const UID = /\b(bk|or|oi|ai|nt|po|u|wh|evt|sim)_([0-9A-Za-z]{12,26})\b/g;

/** Names for what a service makes up. Those of a kind are counted as they are met, so that another run gives the same. */
class Names {
  private readonly known = new Map<string, string>();
  private readonly counts = new Map<string, number>();

  toldIn(text: string): string {
    // What came first stays first.
    const moments = [...new Set(text.match(MOMENT))].sort();
    return text
      .replace(/\bSB[0-9A-Za-z]{10}(\.[0-9A-Za-z]{32})?/g, (key, secret: string | undefined) =>
        this.named(key.slice(0, 12), 'key', (count) => `SBEXAMPLE${String(count).padStart(3, '0')}`).concat(
          secret === undefined ? '' : `.${SECRET}`,
        ),
      )
      .replace(/whsk_[0-9A-Za-z]{32}/g, `whsk_${SECRET}`)
      .replace(/whsk_[0-9A-Za-z]{3}\.{3}/g, `whsk_${SECRET.slice(0, 3)}...`)
      .replace(UID, (uid, kind: string, rest: string) =>
        this.named(uid, kind, (count) => `${kind}_${spread(`${kind}${count}`, rest.length, kind)}`),
      )
      .replace(MOMENT, (moment) => new Date(FIRST_MS + moments.indexOf(moment) * 7_000).toISOString())
      .replace(/photo\d{15}/g, (name) => this.named(name, 'photo', (count) => `photo26090802190${1000 + count}`))
      .replace(/http:\/\/127\.0\.0\.1:\d+\/hooks[^"]*/g, 'https://partner.example/hooks/books')
      .replace(/http:\/\/127\.0\.0\.1:\d+/g, 'https://sandbox.example');
  }

  private named(real: string, kind: string, name: (count: number) => string): string {
    const known = this.known.get(real);
    if (known !== undefined) return known;
    const count = (this.counts.get(kind) ?? 0) + 1;
    this.counts.set(kind, count);
    this.known.set(real, name(count));
    return name(count);
  }
}

const HEXADECIMAL_KINDS = ['u', 'wh'];

/** Letters and digits that look made up and are always the same for a seed. */
function spread(seed: string, length: number, kind: string): string {
  const alphabet = HEXADECIMAL_KINDS.includes(kind)
    ? '0123456789abcdef'
    : '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
  let state = [...seed].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7);
  return Array.from({ length }, () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return alphabet[Math.floor(state / 65_536) % alphabet.length];
  }).join('');
}
