import { z } from 'zod';
import { AppError } from '../../../src-core/desk/app-errors.ts';
import type { AwayView } from '../../../src-core/ipc/subjects/connections.ts';
import type { DeskContext } from '../desk-context.ts';
import { readDeskValue, writeDeskValue } from '../store/desk-values.ts';

/** Between the beginnings of two looks: a service that is back is noticed within five seconds. */
export const LOOK_EVERY_MS = 3_000;
/** The look that decides may share its line with files that are being sent, which makes answers slow. */
const DECIDE_WITHIN_MS = 10_000;

const AWAY = 'connections.away';
const keptSchema = z.record(z.string(), z.number()).catch({});

export interface ReachPorts {
  /** Whether anybody answers for the service of the connection in time. Throws `AppError` where nobody can be asked. */
  readonly look: (connectionId: string, withinMs: number) => Promise<boolean>;
  readonly onAway: (connectionId: string) => void;
  readonly onBack: (connectionId: string) => void;
}

interface Away {
  readonly sinceMs: number;
  nextLookAtMs: number;
  timer: NodeJS.Timeout | null;
}

/**
 * Whether the service of each connection is there: the one place of the desk that knows. A call that nobody answered
 * raises the question, one look decides it, since a single request may fail for reasons of its own; and while a service
 * is away one look after the other is all that is sent to it, and nothing while its connection is not in use
 * (docs/decisions/0040).
 */
export class ServiceReach {
  readonly #context: Pick<DeskContext, 'db' | 'clock' | 'log' | 'changed'>;
  readonly #ports: ReachPorts;
  readonly #away = new Map<string, Away>();
  readonly #deciding = new Map<string, Promise<boolean>>();
  #inUse: string | null = null;
  #isClosed = false;

  constructor(context: Pick<DeskContext, 'db' | 'clock' | 'log' | 'changed'>, ports: ReachPorts) {
    this.#context = context;
    this.#ports = ports;
  }

  /** What an earlier run left away is away until a look says otherwise; at the one in use the first is made at once. */
  open(connectionIds: readonly string[], inUse: string | null): void {
    this.#inUse = inUse;
    for (const [connectionId, sinceMs] of Object.entries(this.#kept()))
      if (connectionIds.includes(connectionId)) this.#leave(connectionId, sinceMs, 0);
  }

  /** From now on this one is looked for and no other: at once where it is away. */
  use(connectionId: string): void {
    if (this.#inUse === connectionId) return;
    this.#inUse = connectionId;
    for (const { timer } of this.#away.values()) if (timer !== null) clearTimeout(timer);
    const away = this.#away.get(connectionId);
    if (away === undefined) return;
    this.#lookIn(connectionId, away, 0);
    this.#context.changed('status', 'queue', 'connections');
  }

  /** Null while it is there, or nobody knows otherwise. Of one that is not in use it is what was known last. */
  awayOf(connectionId: string): AwayView | null {
    const away = this.#away.get(connectionId);
    return away === undefined ? null : { sinceMs: away.sinceMs, nextLookAtMs: away.nextLookAtMs };
  }

  isAway(connectionId: string): boolean {
    return this.#away.has(connectionId);
  }

  /**
   * What was known is old, since the computer slept: one look at the connection in use, at once. Answers whether its service was there
   * before and is now; the return of one that was away tells itself.
   */
  async lookNow(): Promise<boolean> {
    const connectionId = this.#inUse;
    if (connectionId === null || this.#isClosed) return false;
    const away = this.#away.get(connectionId);
    if (away === undefined) return !(await this.unanswered(connectionId));
    this.#lookIn(connectionId, away, 0);
    return false;
  }

  /** Nobody answered a call. Answers whether that is because the service is away. */
  async unanswered(connectionId: string): Promise<boolean> {
    if (this.isAway(connectionId)) return true;
    const underWay = this.#deciding.get(connectionId);
    if (underWay !== undefined) return underWay;
    const deciding: Promise<boolean> = this.#decide(connectionId, () => this.#deciding.get(connectionId) === deciding);
    this.#deciding.set(connectionId, deciding);
    return deciding;
  }

  /** The connection has another address or key, or is no more: what was known of its service says nothing now. */
  forget(connectionId: string): void {
    this.#deciding.delete(connectionId);
    const away = this.#away.get(connectionId);
    if (away === undefined) return;
    if (away.timer !== null) clearTimeout(away.timer);
    this.#away.delete(connectionId);
    this.#keep();
    this.#context.changed('status', 'queue', 'connections');
  }

  /** Looks under way are cut off by their clients. */
  close(): void {
    this.#isClosed = true;
    for (const { timer } of this.#away.values()) if (timer !== null) clearTimeout(timer);
  }

  /** `isAsked` is false once the address or key is another: what was asked of the former one is nobody's matter. */
  async #decide(connectionId: string, isAsked: () => boolean): Promise<boolean> {
    try {
      if (await this.#ports.look(connectionId, DECIDE_WITHIN_MS)) return false;
      if (this.#isClosed || !isAsked()) return false;
      this.#leave(connectionId, this.#context.clock.nowMs(), LOOK_EVERY_MS);
      this.#keep();
      this.#context.log.write('warn', 'the service is away', { connectionId });
      return true;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return false;
    } finally {
      if (isAsked()) this.#deciding.delete(connectionId);
    }
  }

  #leave(connectionId: string, sinceMs: number, firstLookInMs: number): void {
    const away: Away = { sinceMs, nextLookAtMs: 0, timer: null };
    this.#away.set(connectionId, away);
    this.#lookIn(connectionId, away, firstLookInMs);
    this.#ports.onAway(connectionId);
    this.#context.changed('status', 'queue', 'connections');
  }

  #lookIn(connectionId: string, away: Away, inMs: number): void {
    if (this.#isClosed || connectionId !== this.#inUse) return;
    // Who is switched to while a look is under way is looked for at once, and by one row of looks.
    if (away.timer !== null) clearTimeout(away.timer);
    away.nextLookAtMs = this.#context.clock.nowMs() + inMs;
    away.timer = setTimeout(() => void this.#lookAgain(connectionId, away), inMs);
    away.timer.unref();
  }

  async #lookAgain(connectionId: string, away: Away): Promise<void> {
    const beganMs = performance.now();
    try {
      const isBack = await this.#ports.look(connectionId, LOOK_EVERY_MS);
      if (this.#isClosed || this.#away.get(connectionId) !== away) return;
      if (isBack) return this.#back(connectionId);
    } catch (error) {
      // Without a key there is nobody to ask as: that is for a person to mend, and says so wherever it is met.
      if (!(error instanceof AppError)) this.#context.log.write('error', 'looking for a service failed', { error });
      if (this.#away.get(connectionId) === away) this.#back(connectionId);
      return;
    }
    this.#lookIn(connectionId, away, Math.max(0, LOOK_EVERY_MS - (performance.now() - beganMs)));
    this.#context.changed('status');
  }

  #back(connectionId: string): void {
    this.forget(connectionId);
    if (this.#isClosed) return;
    this.#context.log.write('info', 'the service is back', { connectionId });
    this.#ports.onBack(connectionId);
  }

  #kept(): Readonly<Record<string, number>> {
    return keptSchema.parse(readDeskValue(this.#context.db, AWAY) ?? {});
  }

  /** What cannot be written down, as on a full disk, is looked for by the next start: nothing waits for it now. */
  #keep(): void {
    const all = [...this.#away].map(([connectionId, { sinceMs }]) => [connectionId, sinceMs] as const);
    try {
      writeDeskValue(this.#context.db, AWAY, Object.fromEntries(all));
    } catch (error) {
      this.#context.log.write('error', 'which services are away could not be written down', { error });
    }
  }
}
