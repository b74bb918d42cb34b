import {
  bytesPerSecondOf,
  limitAt,
  NO_LIMIT,
  phasesFrom,
  sendLimitSchema,
  type SendLimit,
  type SendPhase,
} from '../../../src-core/desk/send-limit.ts';
import type { QueueProgress } from '../../../src-core/ipc/subjects/queue.ts';
import type { DeskContext } from '../desk-context.ts';
import { readDeskValue, writeDeskValue } from '../store/desk-values.ts';
import { SendRate } from './send-rate.ts';

const LIMIT = 'queue.limit';
const keptSchema = sendLimitSchema.catch(NO_LIMIT);

/** How fast uploads may send: on the disk, and as the time of day has it. */
export class KeptLimit {
  readonly #context: Pick<DeskContext, 'db' | 'clock'>;
  #limit: SendLimit;
  readonly pace: SendRate;

  constructor(context: Pick<DeskContext, 'db' | 'clock'>) {
    this.#context = context;
    this.#limit = keptSchema.parse(readDeskValue(context.db, LIMIT));
    this.pace = new SendRate(() => bytesPerSecondOf(this.#at().mbitPerSecond));
  }

  get kept(): SendLimit {
    return this.#limit;
  }

  get isLimited(): boolean {
    return this.#at().mbitPerSecond !== null;
  }

  now(): QueueProgress['queue']['limit'] {
    const { mbitPerSecond, untilMs } = this.#at();
    return mbitPerSecond === null ? null : { mbitPerSecond, untilMs };
  }

  phases(): readonly SendPhase[] {
    return phasesFrom(this.#limit, this.#context.clock.nowMs());
  }

  set(limit: SendLimit): void {
    writeDeskValue(this.#context.db, LIMIT, limit);
    this.#limit = limit;
  }

  #at(): ReturnType<typeof limitAt> {
    return limitAt(this.#limit, this.#context.clock.nowMs());
  }
}
