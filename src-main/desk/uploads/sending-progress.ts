import type { PdfKind } from '../../../src-core/contract/books.ts';
import { nextPace, nextSpeed, type Pace, type Speed } from '../../../src-core/desk/upload-pace.ts';
import type { Clock } from '../../../src-core/ports.ts';

const PROGRESS_EVERY_MS = 200;
const PACE_WINDOW_MS = 2_000;
const BETWEEN_BOOKS_MS = 500;
/** No queue is that slow: the computer slept, or the line was broken. */
const NO_PACE_AFTER_MS = 60_000;

interface Sending {
  /** Bytes on their way by file; what is acknowledged is in the job. */
  readonly sent: Record<PdfKind, number>;
  speed: Speed | null;
  sampleAtMs: number;
  sampleBytes: number;
}

/** What the progress asks of the lanes that its requests go through. */
export interface LanesWaited {
  /** Another figure than before: somebody had to wait since then, or does. */
  readonly waits: number;
  readonly isWaitedFor: boolean;
}

/** What moves while files are sent: bytes that are on their way, how fast, and at what pace the queue goes. */
export class SendingProgress {
  readonly #clock: Clock;
  /** Of the connection in use. */
  readonly #lanes: () => readonly LanesWaited[];
  readonly #sending = new Map<string, Sending>();
  #speed: Speed | null = null;
  /** Under the limit in force, and without one. */
  #paces: { limited: Pace | null; free: Pace | null } = { limited: null, free: null };
  readonly #isLimited: () => boolean;
  #window = { fromMs: 0, bytes: 0, files: 0, waits: 0, isLimited: false };
  #restsSinceMs = 0;
  #toldAtMs = 0;

  constructor(clock: Clock, lanes: () => readonly LanesWaited[], isLimited: () => boolean = () => false) {
    this.#clock = clock;
    this.#isLimited = isLimited;
    this.#lanes = lanes;
  }

  begin(jobId: string): void {
    // Time in which nothing was to be sent says nothing of how fast it goes; that between two books belongs to it.
    const restedMs = this.#clock.nowMs() - this.#restsSinceMs;
    if (this.#sending.size === 0 && (restedMs < 0 || restedMs > BETWEEN_BOOKS_MS)) this.#openWindow();
    this.#sending.set(jobId, {
      sent: { cover: 0, contents: 0 },
      speed: null,
      sampleAtMs: this.#clock.nowMs(),
      sampleBytes: 0,
    });
  }

  end(jobId: string): void {
    this.#mayCloseWindow();
    this.#sending.delete(jobId);
    this.#restsSinceMs = this.#clock.nowMs();
  }

  /** Another service, at the end of another line. */
  forgetPace(): void {
    this.#paces = { limited: null, free: null };
    this.#openWindow();
  }

  /** Another limit: what was seen under the one before says nothing of it. */
  forgetPaceAtLimit(): void {
    this.#paces.limited = null;
    this.#openWindow();
  }

  /** Null before two seconds of sending were seen. A pause leaves it as it was. */
  get pace(): Pace | null {
    return this.#paces.free;
  }

  get paceAtLimit(): Pace | null {
    return this.#paces.limited;
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

  /** Files whose request has gone: those of which bytes have. */
  get filesOnTheirWay(): number {
    let files = 0;
    for (const { sent } of this.#sending.values()) files += Number(sent.cover > 0) + Number(sent.contents > 0);
    return files;
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
    this.#window.files += this.#filesOf(jobId);
    this.restart(jobId, 'cover');
    this.restart(jobId, 'contents');
    this.#mayCloseWindow();
  }

  /** `kind`: null for what is no file. Answers whether it is time to tell how far it is. */
  add(jobId: string, kind: PdfKind | null, bytes: number): boolean {
    const sending = this.#sending.get(jobId);
    if (sending === undefined) return false;
    if (kind !== null) sending.sent[kind] += bytes;
    sending.sampleBytes += bytes;
    this.#window.bytes += bytes;
    this.#mayCloseWindow();
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

  #filesOf(jobId: string): number {
    const sent = this.#sending.get(jobId)?.sent;
    return sent === undefined ? 0 : Number(sent.cover > 0) + Number(sent.contents > 0);
  }

  #openWindow(): void {
    const lanes = this.#lanes();
    this.#window = {
      fromMs: this.#clock.nowMs(),
      bytes: 0,
      files: 0,
      isLimited: this.#isLimited(),
      // Never equal to what the window ends with, where somebody waits already.
      waits: lanes.some(({ isWaitedFor }) => isWaitedFor) ? -1 : this.#waits(),
    };
  }

  #mayCloseWindow(): void {
    const { fromMs, bytes, files, waits, isLimited } = this.#window;
    const tookMs = this.#clock.nowMs() - fromMs;
    // A clock that was set back.
    if (tookMs >= 0 && tookMs < PACE_WINDOW_MS) return;
    if (tookMs > 0 && tookMs < NO_PACE_AFTER_MS && waits === this.#waits() && isLimited === this.#isLimited()) {
      const which = isLimited ? 'limited' : 'free';
      this.#paces[which] = nextPace(this.#paces[which], { tookMs, bytes, files });
    }
    this.#openWindow();
  }

  #waits(): number {
    return this.#lanes().reduce((sum, { waits }) => sum + waits, 0);
  }

  #sum(): number {
    return [...this.#sending.values()].reduce((sum, { speed }) => sum + (speed?.bytesPerSecond ?? 0), 0);
  }
}
