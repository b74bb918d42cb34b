import { AppError } from '../../src-core/desk/app-errors.ts';
import type { TextRef } from '../../src-core/text-ref.ts';
import type { ServiceChoice } from '../../src-core/ipc/subjects/connections.ts';
import type { ServiceHello, ServiceOptions } from '../../src-core/ipc/service-host.ts';
import type { Clock, Log } from '../../src-core/ports.ts';
import { ServiceProcess, ServiceStartError, type ServiceChild, type StartLimits } from './service-process.ts';
import { ShellError } from './shell-error.ts';
import { allDone, beginStart, stepBegan, stepFailed, type StartRecord, type StepName } from './startup-steps.ts';

/** More deaths than this within the window are no accident: then a person has to know. */
const MOST_RESTARTS = 3;
const RESTART_WINDOW_MS = 5 * 60_000;
const FIRST_WAIT_MS = 500;

/** The waits grow fourfold: 0.5 s, 2 s, 8 s. Null when the restarts of the last five minutes are used up. */
function waitBeforeRestart(restartsAtMs: readonly number[], nowMs: number): number | null {
  const recent = recentRestarts(restartsAtMs, nowMs).length;
  return recent >= MOST_RESTARTS ? null : FIRST_WAIT_MS * 4 ** recent;
}

function recentRestarts(restartsAtMs: readonly number[], nowMs: number): readonly number[] {
  return restartsAtMs.filter((atMs) => nowMs - atMs < RESTART_WINDOW_MS);
}

export type ServiceState =
  | { readonly status: 'off' }
  | { readonly status: 'starting'; readonly start: StartRecord }
  | { readonly status: 'running'; readonly start: StartRecord; readonly hello: ServiceHello }
  /** The process lives and brings its database back: calls fail until it is `running` again. */
  | { readonly status: 'recovering'; readonly start: StartRecord; readonly hello: ServiceHello }
  | { readonly status: 'broken'; readonly start: StartRecord; readonly problem: TextRef };

export interface ServiceHostOptions {
  readonly spawn: () => ServiceChild;
  readonly clock: Clock;
  readonly log: Log;
  /** Runs once after so many milliseconds; the answer calls it off. */
  readonly after: (delayMs: number, run: () => void) => () => void;
  readonly optionsFor: (choice: ServiceChoice, reissueKeys: boolean) => ServiceOptions;
  /** Gives the addresses and the keys to the desk. `keysLost`: the service has no keys to show and the desk holds none. */
  readonly connect: (hello: ServiceHello) => Promise<'connected' | 'keysLost'>;
  readonly onState: (state: ServiceState) => void;
  /** Writes the database of a service that does not run into a new folder; false when it never had one. */
  readonly dumpAtRest: (folder: string) => Promise<boolean>;
  readonly limits?: StartLimits;
}

/**
 * Keeps the embedded service alive: starts it, connects the desk to it, starts it again when it dies (at most three
 * times in five minutes, then it is `broken` and a person has to know), stops it with the app.
 */
export class ServiceHost {
  readonly #options: ServiceHostOptions;
  #state: ServiceState = { status: 'off' };
  #process: ServiceProcess | null = null;
  #choice: ServiceChoice = { contract: 'specified', allowLocalAddresses: false };
  #restartsAtMs: readonly number[] = [];
  #callOffRestart: () => void = () => undefined;
  #isClosed = false;
  /** Starts and stops come one after the other, whoever asks. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(options: ServiceHostOptions) {
    this.#options = options;
  }

  get state(): ServiceState {
    return this.#state;
  }

  get pid(): number | undefined {
    return this.#process?.pid;
  }

  /**
   * Starts the service as chosen; a running one is kept, unless it runs otherwise.
   * @throws ShellError `SERVICE_START_FAILED`; the state is `broken` then, with the same words.
   */
  start(choice: ServiceChoice): Promise<void> {
    return this.#inTurn(async () => {
      if (
        (this.#state.status === 'running' || this.#state.status === 'recovering') &&
        isSameChoice(this.#choice, choice)
      )
        return;
      this.#choice = choice;
      await this.#startAnew();
    });
  }

  /** A new process for the running one, or for one that broke. Throws as `start` does. */
  restart(): Promise<void> {
    return this.#inTurn(async () => {
      if (this.#state.status !== 'off') await this.#startAnew();
    });
  }

  /**
   * Writes the service's database into a new folder, whether the service runs or not; false when it never had one. A start that is under way is waited for.
   * Throws what PostgreSQL and the file system throw.
   */
  dump(folder: string): Promise<boolean> {
    return this.#inTurn(async () => {
      if (this.#process === null) return this.#options.dumpAtRest(folder);
      await this.#process.dump(folder);
      return true;
    });
  }

  /** For good: no restart comes after it. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#callOffRestart();
    const starting = this.#state.status === 'starting' ? this.#end() : Promise.resolve();
    await starting;
    await this.#inTurn(() => this.#end());
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#turn.catch(() => undefined).then(work);
    this.#turn = turn;
    return turn;
  }

  async #startAnew(): Promise<void> {
    this.#callOffRestart();
    this.#restartsAtMs = [];
    await this.#end();
    await this.#live();
  }

  async #live(): Promise<void> {
    let start = beginStart(this.#options.clock.nowMs());
    const report = (next: StartRecord): void => {
      start = next;
      this.#become({ status: 'starting', start });
    };
    report(start);
    try {
      let hello = await this.#launch(false, (step) => report(stepBegan(start, step, this.#options.clock.nowMs())));
      report(stepBegan(start, 'keychain', this.#options.clock.nowMs()));
      if ((await this.#options.connect(hello)) === 'keysLost') {
        await this.#end();
        hello = await this.#launch(true, () => undefined);
        await this.#options.connect(hello);
      }
      start = allDone(start, this.#options.clock.nowMs());
      this.#become({ status: 'running', start, hello });
    } catch (error) {
      this.#options.log.write('error', 'the service did not start', { error });
      await this.#end();
      // What the desk says of itself, as of a keychain that takes no keys, has words of its own.
      const problem: TextRef =
        error instanceof AppError
          ? error.text
          : { key: 'shell.service.startFailed', params: { reason: reasonOf(error) } };
      this.#become({
        status: 'broken',
        start: stepFailed(start, error instanceof ServiceStartError ? error.step : null, problem),
        problem,
      });
      throw new ShellError('SERVICE_START_FAILED', problem, { cause: error });
    }
  }

  #launch(reissueKeys: boolean, onStep: (step: StepName) => void): Promise<ServiceHello> {
    if (this.#isClosed) throw new ServiceStartError('the studio is closing', null);
    const process = new ServiceProcess({
      spawn: this.#options.spawn,
      log: this.#options.log,
      onStep,
      onAnswering: (isWell) => this.#answers(process, isWell),
      onDeath: (code) => this.#died(process, code),
      ...(this.#options.limits === undefined ? {} : { limits: this.#options.limits }),
    });
    this.#process = process;
    return process.start(this.#options.optionsFor(this.#choice, reissueKeys));
  }

  #answers(process: ServiceProcess, isWell: boolean): void {
    const state = this.#state;
    if (this.#process !== process || (state.status !== 'running' && state.status !== 'recovering')) return;
    const nowMs = this.#options.clock.nowMs();
    const { hello } = state;
    if (isWell) this.#become({ status: 'running', start: allDone(state.start, nowMs), hello });
    else this.#become({ status: 'recovering', start: stepBegan(beginStart(nowMs), 'database', nowMs), hello });
  }

  #died(process: ServiceProcess, code: number): void {
    if (this.#process !== process || this.#isClosed) return;
    this.#process = null;
    const nowMs = this.#options.clock.nowMs();
    const waitMs = waitBeforeRestart(this.#restartsAtMs, nowMs);
    if (waitMs === null) {
      const problem: TextRef = { key: 'shell.service.diedOften', params: { code } };
      this.#become({ status: 'broken', start: stepFailed(beginStart(nowMs), null, problem), problem });
      return;
    }
    this.#restartsAtMs = [...recentRestarts(this.#restartsAtMs, nowMs), nowMs];
    this.#become({ status: 'starting', start: beginStart(nowMs) });
    this.#callOffRestart = this.#options.after(waitMs, () => {
      // A start that fails is told by the state; nobody waits for this one.
      void this.#inTurn(() => this.#live()).catch(() => undefined);
    });
  }

  async #end(): Promise<void> {
    const process = this.#process;
    this.#process = null;
    await process?.stop();
    if (this.#state.status === 'running' || this.#state.status === 'recovering') this.#become({ status: 'off' });
  }

  #become(state: ServiceState): void {
    this.#state = state;
    this.#options.onState(state);
  }
}

const isSameChoice = (one: ServiceChoice, other: ServiceChoice) =>
  one.contract === other.contract && one.allowLocalAddresses === other.allowLocalAddresses;

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
