import { z } from 'zod';

/** One kind of bad luck for requests to a route, a number of times. `path` is what follows `/v1`. */
export const faultSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('delay'), method: z.string(), path: z.string(), times: z.int().positive(), delayMs: z.int().positive() }),
  z.object({ kind: z.literal('fail'), method: z.string(), path: z.string(), times: z.int().positive() }),
  /** The work is done and committed, then the connection breaks before the answer. */
  z.object({ kind: z.literal('loseAnswer'), method: z.string(), path: z.string(), times: z.int().positive() }),
]);
export type Fault = z.infer<typeof faultSchema>;

/** The faults that are still to come, shared by both environments' listeners. */
export class Faults {
  private readonly pending: { fault: Fault; left: number }[] = [];

  add(fault: Fault): void {
    this.pending.push({ fault, left: fault.times });
  }

  list(): readonly (Fault & { readonly left: number })[] {
    return this.pending.map(({ fault, left }) => ({ ...fault, left }));
  }

  clear(): void {
    this.pending.length = 0;
  }

  /** The next fault for this request, used up by one. */
  take<K extends Fault['kind']>(method: string, url: string, kinds: readonly K[]): Extract<Fault, { kind: K }> | null {
    const path = url.replace(/^\/v1/i, '').split('?')[0] ?? '';
    const index = this.pending.findIndex(
      ({ fault }) => (kinds as readonly string[]).includes(fault.kind) && fault.method === method && matches(fault.path, path),
    );
    const found = this.pending[index];
    if (!found) return null;
    found.left -= 1;
    if (found.left === 0) this.pending.splice(index, 1);
    return found.fault as Extract<Fault, { kind: K }>;
  }
}

/** `*` stands for one part of the path: `/books/{any}/pdf-cover` is written with one. */
function matches(pattern: string, path: string): boolean {
  const wanted = pattern.split('/');
  const given = path.split('/');
  return wanted.length === given.length && wanted.every((part, index) => part === '*' || part === given[index]);
}
