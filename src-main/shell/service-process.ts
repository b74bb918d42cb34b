import {
  fromServiceSchema,
  type FromService,
  type ServiceHello,
  type ServiceOptions,
  type ServiceStartStep,
  type ToService,
} from '../../src-core/ipc/service-host.ts';
import type { Log } from '../../src-core/ports.ts';

/** A running child process that speaks the messages of `src-core/ipc/service-host.ts`. */
export interface ServiceChild {
  readonly pid: number | undefined;
  send(message: ToService): void;
  onMessage(listener: (raw: unknown) => void): void;
  onExit(listener: (code: number) => void): void;
  kill(): void;
}

/** The service said no, or nothing. `step` is where it stood. */
export class ServiceStartError extends Error {
  readonly step: ServiceStartStep | null;

  constructor(reason: string, step: ServiceStartStep | null) {
    super(reason);
    this.name = 'ServiceStartError';
    this.step = step;
  }
}

export interface StartLimits {
  /** Between two messages of a start. A service that works on one step for minutes says so every ten seconds; one that hangs does not. */
  readonly silenceMs: number;
  /** From the wish to stop until the process is ended: enough for a checkpoint of the database. */
  readonly stopMs: number;
}

export const START_LIMITS: StartLimits = { silenceMs: 60_000, stopMs: 12_000 };

export interface ServiceProcessOptions {
  readonly spawn: () => ServiceChild;
  readonly log: Log;
  readonly limits?: StartLimits;
  readonly onStep: (step: ServiceStartStep) => void;
  /** Whether calls can be answered well, after it had been ready. */
  readonly onAnswering: (isWell: boolean) => void;
  /** The process ended without being asked to, after it had been ready. */
  readonly onDeath: (code: number) => void;
}

/** One life of the embedded service: started, shaken hands with, stopped. A new life is a new object. */
export class ServiceProcess {
  readonly #options: ServiceProcessOptions;
  readonly #limits: StartLimits;
  readonly #child: ServiceChild;
  readonly #exited: Promise<number>;
  #stopping = false;
  #isReady = false;
  #dumped: ((reason: string | null) => void) | null = null;

  constructor(options: ServiceProcessOptions) {
    this.#options = options;
    this.#limits = options.limits ?? START_LIMITS;
    this.#child = options.spawn();
    this.#exited = new Promise((resolve) => this.#child.onExit(resolve));
    void this.#exited.then((code) => {
      options.log.write(this.#stopping ? 'info' : 'error', 'the service process ended', { code });
      if (this.#isReady && !this.#stopping) options.onDeath(code);
    });
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** @throws ServiceStartError when the service reports a failure, ends, or says nothing for too long. */
  start(options: ServiceOptions): Promise<ServiceHello> {
    return new Promise((resolve, reject) => {
      let lastStep: ServiceStartStep | null = null;
      let silence: NodeJS.Timeout | undefined;
      const settle = (run: () => void): void => {
        clearTimeout(silence);
        run();
      };
      const fail = (reason: string, step: ServiceStartStep | null): void =>
        settle(() => reject(new ServiceStartError(reason, step)));
      const listenOn = (): void => {
        clearTimeout(silence);
        silence = setTimeout(
          () => fail(`no word from the service for ${this.#limits.silenceMs / 1000} s`, null),
          this.#limits.silenceMs,
        );
      };
      const hear = (message: FromService): void => {
        listenOn();
        if (message.type === 'step') {
          lastStep = message.step;
          this.#options.onStep(message.step);
        }
        if (message.type === 'failed') fail(message.reason, message.step);
        if (message.type === 'ready') {
          settle(() => {
            this.#isReady = true;
            resolve(message.hello);
          });
        }
      };
      this.#child.onMessage((raw) => {
        const message = fromServiceSchema.safeParse(raw);
        if (message.success && message.data.type === 'answering') this.#options.onAnswering(message.data.isWell);
        else if (message.success && message.data.type === 'dumped') this.#dumped?.(message.data.reason);
        else if (message.success && !this.#isReady) hear(message.data);
        if (!message.success)
          this.#options.log.write('warn', 'the service sent something that is no message of its own');
      });
      void this.#exited.then((code) =>
        fail(`the service process ended with code ${code}${lastStep === null ? '' : ` after ${lastStep}`}`, null),
      );
      listenOn();
      this.#child.send({ type: 'start', options });
    });
  }

  /**
   * Has a service that is ready write its database into a new folder; one dump at a time. However long it takes: a large database on a
   * slow disk is no fault. @throws Error with the service's reason, or because its process ended.
   */
  dump(folder: string): Promise<void> {
    return new Promise<void>((resolve, reject) => {
      this.#dumped = (reason) => (reason === null ? resolve() : reject(new Error(reason)));
      void this.#exited.then((code) => reject(new Error(`the service process ended with code ${code}`)));
      this.#child.send({ type: 'dump', folder });
    }).finally(() => (this.#dumped = null));
  }

  /** Asks, waits, and ends the process when it doesn't answer in time. Settles when it is gone. */
  async stop(): Promise<void> {
    this.#stopping = true;
    const patience = setTimeout(() => {
      this.#options.log.write('warn', 'the service did not stop in time and was ended');
      this.#child.kill();
    }, this.#limits.stopMs);
    this.#child.send({ type: 'stop' });
    await this.#exited;
    clearTimeout(patience);
  }
}
