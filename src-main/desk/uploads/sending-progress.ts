import type { PdfKind } from '../../../src-core/contract/books.ts';
import { nextSpeed, type Speed } from '../../../src-core/desk/upload-pace.ts';
import type { Clock } from '../../../src-core/ports.ts';

const PROGRESS_EVERY_MS = 200;

interface Sending {
  /** Bytes on their way by file; what is acknowledged is in the job. */
  readonly sent: Record<PdfKind, number>;
  speed: Speed | null;
  sampleAtMs: number;
  sampleBytes: number;
}

/** What moves while files are sent: bytes that are on their way, and how fast. */
export class SendingProgress {
  readonly #clock: Clock;
  readonly #sending = new Map<string, Sending>();
  #speed: Speed | null = null;
  #toldAtMs = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  begin(jobId: string): void {
    this.#sending.set(jobId, {
      sent: { cover: 0, contents: 0 },
      speed: null,
      sampleAtMs: this.#clock.nowMs(),
      sampleBytes: 0,
    });
  }

  end(jobId: string): void {
    this.#sending.delete(jobId);
  }

  /** Of all that was sent last, also while nothing is. */
  get bytesPerSecond(): number {
    return this.#speed?.bytesPerSecond ?? 0;
  }

  get bytesOnTheirWay(): number {
    let bytes = 0;
    for (const { sent } of this.#sending.values()) bytes += sent.cover + sent.contents;
    return bytes;
  }

  bytesPerSecondOf(jobId: string): number {
    return this.#sending.get(jobId)?.speed?.bytesPerSecond ?? 0;
  }

  sentOf(jobId: string, kind: PdfKind): number {
    return this.#sending.get(jobId)?.sent[kind] ?? 0;
  }

  /** The file starts from its first byte again. */
  restart(jobId: string, kind: PdfKind): void {
    const sending = this.#sending.get(jobId);
    if (sending !== undefined) sending.sent[kind] = 0;
  }

  /** What is acknowledged is the job's from now on. */
  acknowledged(jobId: string): void {
    this.restart(jobId, 'cover');
    this.restart(jobId, 'contents');
  }

  /** `kind`: null for what is no file. Answers whether it is time to tell how far it is. */
  add(jobId: string, kind: PdfKind | null, bytes: number): boolean {
    const sending = this.#sending.get(jobId);
    if (sending === undefined) return false;
    if (kind !== null) sending.sent[kind] += bytes;
    sending.sampleBytes += bytes;
    const nowMs = this.#clock.nowMs();
    const tookMs = nowMs - sending.sampleAtMs;
    if (tookMs < PROGRESS_EVERY_MS) return false;
    const before = this.#sum();
    sending.speed = nextSpeed(sending.speed, { bytes: sending.sampleBytes, tookMs, atMs: nowMs });
    sending.sampleAtMs = nowMs;
    sending.sampleBytes = 0;
    const now = this.#sum();
    this.#speed = { bytesPerSecond: now === 0 ? before : now, atMs: nowMs };
    if (nowMs - this.#toldAtMs < PROGRESS_EVERY_MS) return false;
    this.told();
    return true;
  }

  told(): void {
    this.#toldAtMs = this.#clock.nowMs();
  }

  #sum(): number {
    return [...this.#sending.values()].reduce((sum, { speed }) => sum + (speed?.bytesPerSecond ?? 0), 0);
  }
}
