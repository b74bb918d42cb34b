import { setTimeout as delay } from 'node:timers/promises';

/** The parts that a call needs. */
export const PARTS = ['database', 'migrations', 'blobs'] as const;
export type Part = (typeof PARTS)[number];

export interface Readiness {
  readonly ready: boolean;
  /** False: no new calls should come, whatever the parts say. */
  readonly accepting: boolean;
  readonly parts: Readonly<Record<Part, 'ok' | 'failing'>>;
}

const CHECK_LIMIT_MS = 3_000;

/** What the service knows of its database without asking it. `lost`: it does not come back to this process. */
export type DatabaseState = 'there' | 'away' | 'lost';

/** Whether this process should get calls, and whether it can still help itself; asked anew each time. */
export class Health {
  private accepting = true;

  constructor(
    private readonly checks: Readonly<Record<Part, () => Promise<unknown>>>,
    private readonly databaseState: () => DatabaseState = () => 'there',
  ) {}

  /** Known to be away: a call need not wait to find out. */
  get isDatabaseAway(): boolean {
    return this.databaseState() !== 'there';
  }

  /** False: only another process can help. */
  get isLive(): boolean {
    return this.databaseState() !== 'lost';
  }

  /** The process is about to stop: whoever spreads calls is told before the listeners close. */
  stopAccepting(): void {
    this.accepting = false;
  }

  async look(): Promise<Readiness> {
    const states = await Promise.all(PARTS.map(async (part) => [part, await this.stateOf(part)] as const));
    const parts = Object.fromEntries(states) as Record<Part, 'ok' | 'failing'>;
    return { ready: this.accepting && states.every(([, state]) => state === 'ok'), accepting: this.accepting, parts };
  }

  private async stateOf(part: Part): Promise<'ok' | 'failing'> {
    const ending = new AbortController();
    const tooLate = delay(CHECK_LIMIT_MS, 'failing' as const, { signal: ending.signal }).catch(
      () => 'failing' as const,
    );
    const checked = this.checks[part]().then(
      () => 'ok' as const,
      () => 'failing' as const,
    );
    try {
      return await Promise.race([checked, tooLate]);
    } finally {
      ending.abort();
    }
  }
}
