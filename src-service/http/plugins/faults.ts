import { z } from 'zod';
import type { ServiceContext } from '../../context.ts';
import { FollowedValue, type SharedValue } from '../../store/service-state.ts';

const aim = { method: z.string(), path: z.string(), times: z.int().positive() };

/** One kind of bad luck for requests to a route, a number of times. `path` is what follows `/v1`; `*` stands for one part of it. */
export const faultSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('delay'), ...aim, delayMs: z.int().positive() }),
  /** 500, and nothing is done. */
  z.object({ kind: z.literal('fail'), ...aim }),
  /** The work is done and committed, then the connection breaks after so many bytes of the answer's body. */
  z.object({ kind: z.literal('cut'), ...aim, afterBytes: z.int().positive() }),
  /** The same before the first byte. */
  z.object({ kind: z.literal('loseAnswer'), ...aim }),
]);
export type Fault = z.infer<typeof faultSchema>;

const pendingSchema = z.object({ fault: faultSchema, left: z.int().positive() });
type Pending = z.infer<typeof pendingSchema>;
const PENDING: SharedValue<readonly Pending[]> = { name: 'faults', schema: z.array(pendingSchema), initial: [] };

/** The faults that are still to come, shared by every listener of every process. Where there is none, requests ask no database. */
export class Faults {
  private readonly pending: FollowedValue<readonly Pending[]>;

  constructor(context: Pick<ServiceContext, 'db' | 'clock'>) {
    this.pending = new FollowedValue(context, PENDING);
  }

  /** Learns what other processes were asked for. */
  async read(): Promise<void> {
    await this.pending.read();
  }

  /** Whether any is to come, as far as this process has heard: where there is none, calls look no further. */
  get areAny(): boolean {
    return this.pending.value.length > 0;
  }

  async list(): Promise<readonly (Fault & { readonly left: number })[]> {
    return (await this.pending.read()).map(({ fault, left }) => ({ ...fault, left }));
  }

  async add(fault: Fault): Promise<void> {
    await this.pending.change((before) => [...before, { fault, left: fault.times }]);
  }

  async clear(): Promise<void> {
    await this.pending.change(() => []);
  }

  /** The next fault for this request, used up by one: by one process alone. */
  async take<K extends Fault['kind']>(
    method: string,
    url: string,
    kinds: readonly K[],
  ): Promise<Extract<Fault, { kind: K }> | null> {
    const path = url.replace(/^\/v1/i, '').split('?')[0] ?? '';
    const isMeant = ({ fault }: Pending) =>
      (kinds as readonly string[]).includes(fault.kind) && fault.method === method && matches(fault.path, path);
    if (!this.pending.value.some(isMeant)) return null;
    let taken: Fault | null = null;
    await this.pending.change((before) => {
      const next = before.find(isMeant);
      taken = next?.fault ?? null;
      return before.map((one) => (one === next ? { ...one, left: one.left - 1 } : one)).filter((one) => one.left > 0);
    });
    return taken as Extract<Fault, { kind: K }> | null;
  }
}

/** `*` stands for one part of the path: `/books/{any}/pdf-cover` is written with one. */
function matches(pattern: string, path: string): boolean {
  const wanted = pattern.split('/');
  const given = path.split('/');
  return wanted.length === given.length && wanted.every((part, index) => part === '*' || part === given[index]);
}
