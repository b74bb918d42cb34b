import { z } from 'zod';
import { AppError } from '../../src-core/desk/app-errors.ts';
import { mayCarryKey } from '../../src-core/desk/key-carrier.ts';
import {
  installsAtClose,
  UPDATE_MODES,
  updateChoiceSchema,
  type UpdateChoice,
  type UpdateState,
} from '../../src-core/desk/updates.ts';
import type { Clock, Log } from '../../src-core/ports.ts';
import type { TextRef } from '../../src-core/text-ref.ts';

/** What asks a feed, and puts another version in the place of this one. Each throws `AppError` UPDATE_…. */
export interface Updater {
  /** The newest version that is newer than this one, or null. */
  look(): Promise<string | null>;
  /** Fetches what `look` answered, whole and as its publisher listed it. `told`: how much of it, 0 to 100. */
  download(told: (percent: number) => void): Promise<void>;
  /** Puts it in this one's place; `opensAnew`: and starts it. Nothing of the studio may be open by then: it may end this program. */
  install(opensAnew: boolean): Promise<void>;
}

/** What is remembered between runs. */
export const keptUpdatesSchema = updateChoiceSchema.extend({
  refused: z.string().nullable(),
  /** The version whose installation was begun when the studio closed. */
  installing: z.string().nullable(),
});
type KeptUpdates = z.infer<typeof keptUpdatesSchema>;

export const FIRST_UPDATES: KeptUpdates = { mode: UPDATE_MODES[0], feed: '', refused: null, installing: null };

export interface UpdatesDeps {
  readonly kept: { readonly value: KeptUpdates; write(value: KeptUpdates): void };
  /** The product's own feed; empty: it has none. */
  readonly productFeed: string;
  /** Of this program. */
  readonly version: string;
  /** Null: this program was not installed by a package that can be replaced. */
  readonly updaterOf: ((feed: string) => Updater) | null;
  readonly clock: Clock;
  /** Answers how it is taken back. */
  readonly after: (delayMs: number, run: () => void) => () => void;
  readonly changed: () => void;
  /** Starts this version once more, after its end. */
  readonly openAnew: () => void;
  readonly log: Log;
}

/** A start has other things to do first. */
const FIRST_LOOK_MS = 60_000;
const NEXT_LOOK_MS = 6 * 3_600_000;

type Phase = Pick<UpdateState, 'phase' | 'version' | 'percent' | 'problem'>;
const UNASKED: Phase = { phase: 'unasked', version: null, percent: null, problem: null };

/**
 * Newer versions of the studio: asked for now and then, fetched beside the work, and installed when the studio closes with nothing under
 * way, never earlier (operator-desk 6.8). One that did not come to be is told, and from then on is installed on demand alone.
 */
export class Updates {
  readonly #deps: UpdatesDeps;
  #now: Phase = UNASKED;
  #lookedAtMs: number | null = null;
  #updater: { readonly feed: string; readonly does: Updater } | null = null;
  #takeBack: () => void = () => undefined;
  /** Grows with every choice: what was begun before belongs to another feed. */
  #turn = 0;
  #failedBefore: string | null = null;
  #opensAnew = false;

  constructor(deps: UpdatesDeps) {
    this.#deps = deps;
    const { installing } = deps.kept.value;
    if (installing === null) return;
    // It is said once more at the next start where it cannot be kept.
    this.#keepOrLog({ installing: null });
    if (installing === deps.version) deps.log.write('info', 'a newer version was installed', { version: installing });
    else {
      this.#failedBefore = installing;
      this.#now = { ...UNASKED, phase: 'failed', version: installing, problem: this.#notInstalled(installing) };
    }
  }

  get state(): UpdateState {
    const { mode, feed } = this.#deps.kept.value;
    const phase =
      this.#deps.updaterOf === null ? 'unpacked' : this.#feed() === '' && this.#now === UNASKED ? 'noFeed' : null;
    return { mode, feed, ...this.#now, ...(phase === null ? {} : { phase }), lookedAtMs: this.#lookedAtMs };
  }

  /** Looks by itself from here on, where that is chosen. */
  begin(): void {
    this.#lookIn(FIRST_LOOK_MS);
  }

  /** Throws `AppError` UPDATE_ADDRESS. */
  choose(wish: Partial<UpdateChoice>): void {
    const feed = (wish.feed ?? this.#deps.kept.value.feed).trim();
    if (feed !== '' && !isFeed(feed)) throw new AppError('UPDATE_ADDRESS', { params: { address: feed } });
    const isOther = feed !== this.#deps.kept.value.feed;
    this.#keep({ mode: wish.mode ?? this.#deps.kept.value.mode, feed });
    if (isOther) {
      this.#turn += 1;
      this.#updater = null;
      this.#lookedAtMs = null;
      this.#show(UNASKED);
    } else this.#deps.changed();
    this.#lookIn(isOther ? 0 : FIRST_LOOK_MS);
  }

  /** Asks, and fetches what is new where that is chosen. Throws only what the state does not tell: it goes on telling what is ready. */
  async look(): Promise<void> {
    const does = this.#theUpdater();
    if (does === null || ['looking', 'downloading'].includes(this.#now.phase)) return;
    const before = this.#now;
    await this.#attempt(async (show) => {
      // What is ready stays ready while somebody asks again.
      if (before.phase !== 'ready') show({ ...UNASKED, phase: 'looking' });
      const version = await does.look();
      this.#lookedAtMs = this.#deps.clock.nowMs();
      if (version === null) return show({ ...UNASKED, phase: 'current' });
      if (before.phase === 'ready' && before.version === version) return show(before);
      if (version === this.#deps.kept.value.refused) return show({ ...UNASKED, phase: 'refused', version });
      show({ ...UNASKED, phase: 'found', version });
      if (this.#deps.kept.value.mode === 'download') await this.#fetch(does, version, show);
    });
  }

  /** Also one that was refused before. Never throws: the state tells. */
  async download(): Promise<void> {
    const does = this.#theUpdater();
    const { version, phase } = this.#now;
    if (does === null || version === null || (phase !== 'found' && phase !== 'refused')) return;
    if (this.#deps.kept.value.refused === version) this.#keepOrLog({ refused: null });
    await this.#attempt((show) => this.#fetch(does, version, show));
  }

  refuse(): void {
    const { version } = this.#now;
    if (version === null) return;
    this.#turn += 1;
    this.#keep({ refused: version });
    this.#show({ ...UNASKED, phase: 'refused', version });
  }

  /** From here on a person wants what is ready: at the end of this run, and opened anew. False: nothing is ready. */
  wantNow(): boolean {
    this.#opensAnew = this.#now.phase === 'ready';
    return this.#opensAnew;
  }

  /** The studio stays open after all. */
  wantLater(): void {
    this.#opensAnew = false;
  }

  /** The studio is closed but for its process: installs what is ready. Never throws: nobody would see why the process stays. */
  async finish(): Promise<void> {
    this.#takeBack();
    const { phase, version } = this.#now;
    const does = this.#updater?.does;
    if (phase !== 'ready' || version === null || does === undefined) return;
    if (!installsAtClose(this.state) && !this.#opensAnew) return;
    try {
      this.#keep({ installing: version });
      await does.install(this.#opensAnew);
    } catch (error) {
      this.#deps.log.write('error', 'a newer version was not installed', { version, error });
      if (this.#opensAnew) this.#deps.openAnew();
    }
  }

  async #fetch(does: Updater, version: string, show: (phase: Phase) => void): Promise<void> {
    let told = 0;
    show({ ...UNASKED, phase: 'downloading', version, percent: 0 });
    await does.download((percent) => {
      const whole = Math.floor(percent);
      if (whole > told) show({ ...UNASKED, phase: 'downloading', version, percent: (told = whole) });
    });
    const problem = version === this.#failedBefore ? this.#notInstalled(version) : null;
    show({ ...UNASKED, phase: 'ready', version, problem });
  }

  async #attempt(work: (show: (phase: Phase) => void) => Promise<void>): Promise<void> {
    const turn = (this.#turn += 1);
    this.#takeBack();
    const show = (phase: Phase): void => {
      if (turn === this.#turn) this.#show(phase);
    };
    try {
      await work(show);
    } catch (error) {
      this.#deps.log.write('warn', 'no newer version could be had', { error });
      const problem =
        error instanceof AppError
          ? error
          : new AppError('UPDATE_UNREACHABLE', { params: { address: this.#feed(), reason: String(error) } });
      if (turn === this.#turn && this.#now.phase === 'ready') throw problem;
      show({ ...UNASKED, phase: 'failed', version: this.#now.version, problem: problem.text });
    } finally {
      if (turn === this.#turn) this.#lookIn(NEXT_LOOK_MS);
    }
  }

  #lookIn(delayMs: number): void {
    this.#takeBack();
    if (this.#deps.kept.value.mode === 'off' || this.#deps.updaterOf === null || this.#feed() === '') return;
    this.#takeBack = this.#deps.after(delayMs, () => void this.look().catch(() => undefined));
  }

  #theUpdater(): Updater | null {
    const feed = this.#feed();
    if (this.#deps.updaterOf === null || feed === '') return null;
    if (this.#updater?.feed !== feed) this.#updater = { feed, does: this.#deps.updaterOf(feed) };
    return this.#updater.does;
  }

  #feed(): string {
    return this.#deps.kept.value.feed === '' ? this.#deps.productFeed : this.#deps.kept.value.feed;
  }

  #notInstalled(version: string): TextRef {
    return new AppError('UPDATE_NOT_INSTALLED', { params: { version, current: this.#deps.version } }).text;
  }

  #keep(change: Partial<KeptUpdates>): void {
    this.#deps.kept.write({ ...this.#deps.kept.value, ...change });
  }

  #keepOrLog(change: Partial<KeptUpdates>): void {
    try {
      this.#keep(change);
    } catch (error) {
      this.#deps.log.write('warn', 'what became of a newer version could not be kept', { error });
    }
  }

  #show(phase: Phase): void {
    this.#now = phase;
    this.#deps.changed();
  }
}

/** Over TLS, or from this computer: a package for Linux is not signed, and whoever sends it must be who was asked. */
function isFeed(address: string): boolean {
  return URL.canParse(address) && mayCarryKey(new URL(address));
}
