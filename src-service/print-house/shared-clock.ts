import { z } from 'zod';
import type { ServiceContext } from '../context.ts';
import { FollowedValue, type SharedValue } from '../store/service-state.ts';
import type { ServiceClock } from '../system-clock.ts';

const OFFSET: SharedValue<number> = { name: 'clock-offset-ms', schema: z.int(), initial: 0 };

/** The clock that all processes of one service go by, and that may be moved. */
export class SharedClock {
  private readonly offsetMs: FollowedValue<number>;

  constructor(
    context: ServiceContext,
    private readonly clock: ServiceClock,
  ) {
    this.offsetMs = new FollowedValue(context, OFFSET, (offsetMs) => clock.setOffset(offsetMs));
  }

  /** Takes over what the processes agreed on: at the start, and after somebody moved it. */
  async read(): Promise<void> {
    await this.offsetMs.read();
  }

  now(): { readonly nowMs: number; readonly offsetMs: number } {
    return { nowMs: this.clock.nowMs(), offsetMs: this.clock.offset };
  }

  async moveBy(ms: number): Promise<void> {
    await this.offsetMs.change((before) => before + ms);
  }

  async setTo(atMs: number): Promise<void> {
    await this.offsetMs.change(() => atMs - this.clock.realMs());
  }
}
