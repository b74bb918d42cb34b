import type { Readable } from 'node:stream';
import { request } from 'undici';
import { z } from 'zod';
import { pdfUploadResultSchema, type PdfUploadResult } from '../../../src-core/contract/books.ts';
import { successOf } from '../../../src-core/contract/envelope.ts';
import { insufficientCreditSchema } from '../../../src-core/contract/errors.ts';
import type { RatePolicy } from '../../../src-core/contract/limits.ts';
import type { Disks } from '../../../src-node/disks/disks.ts';
import { refusalOfProxy } from '../../../src-node/proxies/proxied-agent.ts';
import type { ProxyOf } from '../../../src-node/proxies/proxy-of-environment.ts';
import type { TextRef } from '../../../src-core/text-ref.ts';
import { AppError, appErrorOf } from '../../../src-core/desk/app-errors.ts';
import { mayCarryKey } from '../../../src-core/desk/key-carrier.ts';
import type { Clock, Ids } from '../../../src-core/ports.ts';
import { curlOf, type ActivityLog } from './activity-log.ts';
import {
  isGateways,
  noneWhenTooLong,
  parseAnswer,
  readFailure,
  retryAfterMsOf,
  type ReadFailure,
  type RefusedPages,
} from './answers.ts';
import { pdfForm, type FileToSend, type SendPace } from './pdf-form.ts';
import { newLanes, type Lanes } from './key-lanes.ts';
import { ServiceLine } from './service-line.ts';
import { ServiceTime } from './service-time.ts';

export interface ApiTarget {
  /** Ends in /v1. */
  readonly baseUrl: string;
  readonly key: string;
}

export interface ApiCall<T extends z.ZodType> {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** After the base, with its query. */
  readonly path: string;
  /** Whole envelope of the success. */
  readonly answer: T;
  /** Already as JSON text, so that what is sent is what was written down. */
  readonly jsonBody?: string;
  readonly idempotencyKey?: string;
  /** Asked when its turn has come, with the service's time, or null where that is not known: false sends nothing, as if nobody had answered. */
  readonly mayBeSent?: (nowMs: number | null) => boolean;
  readonly bookId?: string | null;
  readonly signal?: AbortSignal;
}

export interface PdfUploadCall {
  readonly method: 'POST' | 'PUT';
  readonly path: string;
  readonly file: FileToSend;
  readonly bookId: string;
  readonly signal: AbortSignal;
  readonly onSent: (bytes: number) => void;
  readonly pace?: SendPace;
}

export interface ApiPorts {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly activity: ActivityLog;
  /** Those that PDFs are read from which are sent. */
  readonly disks: Disks;
  /** Which proxy leads to the service; absent: it is reached straight. */
  readonly proxyOf?: ProxyOf;
}

/** Where a client tells that nobody answered, and asks before it sends anything. */
export interface Reach {
  isAway(): boolean;
  /** Answers whether the service is away; it is not where this request alone failed. */
  unanswered(): Promise<boolean>;
}

const HEADERS_TIMEOUT_MS = 60_000;
const UPLOAD_TIMEOUT_MS = 10 * 60_000;

interface Wire {
  readonly method: string;
  readonly path: string;
  readonly policy: Exclude<RatePolicy, 'auth'>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Readable | null;
  readonly timeoutMs: number;
  readonly bookId: string | null;
  readonly signal: AbortSignal | undefined;
  readonly mayBeSent?: (nowMs: number | null) => boolean;
  readonly curl: Pick<Parameters<typeof curlOf>[0], 'idempotencyKey' | 'jsonBody' | 'uploadName'>;
}

/**
 * Speaks to one service with one key. One try a call: who calls knows what a retry would mean.
 *
 * Throws `AppError` with the code of `appErrorOf`; SERVICE_AWAY, with nothing sent, while nobody answers at all, and
 * when that is why there was no answer; SERVICE_UNREACHABLE when there was none otherwise; SERVICE_BAD_ANSWER when it does
 * not fit the contract; the signal's reason when it was aborted.
 */
export class ApiClient {
  readonly target: ApiTarget;
  readonly lanes: Lanes;
  readonly #ports: ApiPorts;
  readonly #reach: Reach | null;
  readonly #closed = new AbortController();
  readonly #time: ServiceTime;
  readonly #line: ServiceLine;

  /** Without `reach` every call is tried; without `lanes` nobody else counts with it. Throws KEY_EXPOSED for an address that no key may be sent to. */
  constructor(target: ApiTarget, ports: ApiPorts, reach: Reach | null = null, lanes: Lanes = newLanes(ports.clock)) {
    if (!mayCarryKey(new URL(target.baseUrl))) throw new AppError('KEY_EXPOSED');
    this.target = target;
    this.#ports = ports;
    this.#reach = reach;
    this.#line = new ServiceLine(target.baseUrl, ports.proxyOf);
    this.#time = new ServiceTime(ports.clock);
    this.lanes = lanes;
  }

  /** The time by the service's own clock, asked for where it was not heard lately; by this computer's where it never tells. */
  async serviceNowMs(signal: AbortSignal): Promise<number> {
    if (this.#time.nowMs() === null) await this.call({ method: 'GET', path: '/credits', answer: z.unknown(), signal });
    return this.#time.nowMs() ?? this.#ports.clock.nowMs();
  }

  async call<T extends z.ZodType>({
    method,
    path,
    answer,
    jsonBody,
    idempotencyKey,
    mayBeSent,
    bookId,
    signal,
  }: ApiCall<T>): Promise<z.output<T>> {
    const text = await this.#send({
      method,
      path,
      policy: 'general',
      headers: {
        // A POST without a body must say so: finalization answers 411 otherwise.
        ...(jsonBody === undefined
          ? method === 'POST'
            ? { 'content-length': '0' }
            : {}
          : { 'content-type': 'application/json' }),
        ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
      },
      body: jsonBody ?? null,
      timeoutMs: HEADERS_TIMEOUT_MS,
      bookId: bookId ?? null,
      signal,
      ...(mayBeSent === undefined ? {} : { mayBeSent }),
      curl: { idempotencyKey: idempotencyKey ?? null, jsonBody: jsonBody ?? null, uploadName: null },
    });
    return parseAnswer(answer, text);
  }

  /** Sends one PDF as a stream. Throws FILE_CHANGED, with nothing acknowledged, when its bytes are not the ones that were checked. */
  async uploadPdf({ method, path, file, bookId, signal, onSent, pace }: PdfUploadCall): Promise<PdfUploadResult> {
    await this.lanes.upload.enter(signal);
    const form = await pdfForm(this.#ports.disks, file, `----book-print-${this.#ports.ids.hex(24)}`, onSent, pace);
    try {
      const text = await this.#send({
        method,
        path,
        policy: 'upload',
        headers: { 'content-type': form.contentType, 'content-length': String(form.contentLength) },
        body: form.body,
        timeoutMs: UPLOAD_TIMEOUT_MS,
        bookId,
        signal,
        curl: { idempotencyKey: null, jsonBody: null, uploadName: file.name },
      });
      return parseAnswer(successOf(pdfUploadResultSchema), text).data;
    } finally {
      form.body.destroy();
    }
  }

  /**
   * Whether the service answers at all, whatever it says: a gateway that has no service behind it does not speak for it.
   * Waits for no lane, since it is the only request while it is asked, and takes a connection of its own, since those
   * that are open may lead nowhere by now.
   */
  async isAnswered(withinMs: number): Promise<boolean> {
    // A script that names the proxy may take longer than that, and the service answers all the same.
    const agent = await this.#line.another(withinMs);
    // Held by its timer: a time limit that is one of several signals is forgotten by Node 20 as soon as memory is tidied up.
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), withinMs);
    try {
      const response = await request(`${this.target.baseUrl}/credits`, {
        headers: { authorization: `Bearer ${this.target.key}` },
        dispatcher: agent,
        signal: AbortSignal.any([late.signal, this.#closed.signal]),
      });
      this.lanes.general.note();
      return !isGateways(response.statusCode, readFailure(await response.body.text()).errorCode);
    } catch (error) {
      // Whoever wants a password stays where it is: the next call says so.
      return wantsPerson(error);
    } finally {
      clearTimeout(timer);
      await agent.destroy();
    }
  }

  /** What is in flight ends as unanswered; later calls take new connections. */
  cutOff(): void {
    this.#line.cutOff();
  }

  /** Cuts off what is in flight. */
  async close(): Promise<void> {
    this.#closed.abort();
    await this.#line.close();
  }

  /** The text of a successful answer. */
  async #send(wire: Wire): Promise<string> {
    if (wire.policy === 'general') await this.lanes.general.enter(wire.signal);
    const line = this.#line.agent();
    const dispatcher = line instanceof Promise ? await line : line;
    if (this.#reach?.isAway() === true) throw new AppError('SERVICE_AWAY');
    if (wire.mayBeSent?.(this.#time.nowMs()) === false) throw new AppError('SERVICE_UNREACHABLE');
    const { clock, activity } = this.#ports;
    const url = `${this.target.baseUrl}${wire.path}`;
    const startedMs = clock.nowMs();
    const record = (status: number | null, errorCode: string | null) =>
      activity.add({
        atMs: startedMs,
        method: wire.method,
        path: wire.path,
        status,
        tookMs: Math.max(0, clock.nowMs() - startedMs),
        errorCode,
        bookId: wire.bookId,
        curl: curlOf({ method: wire.method, url, ...wire.curl }),
      });
    let status: number;
    let text: string;
    let waitMs: number;
    try {
      const response = await request(url, {
        method: wire.method as 'POST',
        headers: { authorization: `Bearer ${this.target.key}`, ...wire.headers },
        body: wire.body,
        dispatcher,
        headersTimeout: wire.timeoutMs,
        bodyTimeout: wire.timeoutMs,
        ...(wire.signal === undefined ? {} : { signal: wire.signal }),
      });
      status = response.statusCode;
      // A file may have taken minutes since the service wrote it.
      if (wire.policy === 'general') this.#time.hear(response.headers['date']);
      waitMs = retryAfterMsOf(response.headers, clock.nowMs());
      text = await response.body.text().catch(noneWhenTooLong);
    } catch (cause) {
      record(null, null);
      if (wire.signal?.aborted === true) throw wire.signal.reason;
      if (cause instanceof AppError) throw cause;
      if (wantsPerson(cause)) throw this.#refusedOnTheWay(cause);
      throw await this.#unanswered(new AppError('SERVICE_UNREACHABLE', { cause }), wire.signal);
    }
    if (status >= 300 && status < 400) {
      // Redirects are not followed: the key was given for this host alone.
      record(status, null);
      throw new AppError('SERVICE_REDIRECTS', { params: { status, code: '' } });
    }
    if (status < 400) {
      record(status, null);
      return text;
    }
    const failure = readFailure(text);
    record(status, failure.errorCode);
    const failed = this.#failed(status, failure, waitMs, wire.policy);
    throw isGateways(status, failure.errorCode) ? await this.#unanswered(failed, wire.signal) : failed;
  }

  /** The proxy let nothing through, so that nothing was sent: a person sets it up. */
  #refusedOnTheWay(cause: unknown): AppError {
    const status = refusalOfProxy(cause)?.status ?? 0;
    const params = { proxy: this.#line.proxyHost, status };
    return new AppError(status === 407 ? 'PROXY_PASSWORD' : 'PROXY_REFUSED', { params, cause });
  }

  /** What the call failed with, unless the whole service is away. */
  async #unanswered(failed: AppError, signal: AbortSignal | undefined): Promise<AppError> {
    const isAway = (await this.#reach?.unanswered()) ?? false;
    signal?.throwIfAborted();
    return isAway ? new AppError('SERVICE_AWAY', { cause: failed }) : failed;
  }

  #failed(status: number, failure: ReadFailure, waitMs: number, policy: 'general' | 'upload'): AppError {
    const code = appErrorOf(status, failure.errorCode);
    const retryAfterMs = code === 'SERVICE_BUSY' ? waitMs : null;
    if (retryAfterMs !== null) this.lanes[policy].pauseFor(retryAfterMs);
    const shortage = code === 'CREDIT_SHORT' ? insufficientCreditSchema.safeParse(failure.data) : null;
    return new AppError(code, {
      params: shortage?.success === true ? shortage.data : { status, code: failure.errorCode ?? '' },
      text: code === 'SERVICE_PAGES_REFUSED' && failure.pages !== null ? wordsOfPages(failure.pages) : null,
      serviceText: failure.text,
      retryAfterMs,
      fields: failure.fields,
    });
  }
}

/** A proxy that cannot reach the service (502 to 504) may by and by; one that refuses the way will not. */
function wantsPerson(error: unknown): boolean {
  const refusal = refusalOfProxy(error);
  return refusal !== null && refusal.status >= 400 && refusal.status < 500;
}

function wordsOfPages({ pages, below, above }: RefusedPages): TextRef | null {
  if (below !== null && above !== null) return { key: 'desk.pages.both', params: { pages, below, above } };
  if (below !== null) return { key: 'desk.pages.below', params: { pages, below } };
  return above === null ? null : { key: 'desk.pages.above', params: { pages, above } };
}
