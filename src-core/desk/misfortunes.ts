import type { TextRef } from '../text-ref.ts';

/** What goes wrong on demand: the words of the service's fault switch for what an operator would meet. */
interface Fault {
  readonly kind: 'delay' | 'fail' | 'loseAnswer';
  readonly method: string;
  /** After `/v1`; `*` stands for one part. */
  readonly path: string;
  readonly times: number;
  readonly delayMs?: number;
}

export const MISFORTUNES = {
  /** The order is placed and charged, and nobody hears of it. */
  orderAnswerLost: { kind: 'loseAnswer', method: 'POST', path: '/orders', times: 1 },
  orderFails: { kind: 'fail', method: 'POST', path: '/orders', times: 1 },
  uploadAnswerLost: { kind: 'loseAnswer', method: 'POST', path: '/books/*/pdf-contents', times: 1 },
  uploadFails: { kind: 'fail', method: 'POST', path: '/books/*/pdf-contents', times: 1 },
  listSlow: { kind: 'delay', method: 'GET', path: '/orders', times: 3, delayMs: 5_000 },
} as const satisfies Readonly<Record<string, Fault>>;

export type Misfortune = keyof typeof MISFORTUNES;
export const MISFORTUNE_NAMES = Object.keys(MISFORTUNES) as [Misfortune, ...Misfortune[]];

/** A pending fault in words; one that somebody set by other means by its route. */
export function misfortuneText({
  kind,
  method,
  path,
}: Pick<Fault, 'method' | 'path'> & { readonly kind: string }): TextRef {
  const name = MISFORTUNE_NAMES.find(
    (one) => MISFORTUNES[one].kind === kind && MISFORTUNES[one].method === method && MISFORTUNES[one].path === path,
  );
  return name === undefined
    ? { key: 'simulator.misfortune.other', params: { kind, route: `${method} ${path}` } }
    : { key: `simulator.misfortune.${name}` };
}
