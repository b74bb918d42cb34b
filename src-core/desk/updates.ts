import { z } from 'zod';
import { textRefSchema } from '../text-ref.ts';

/** `download`: newer versions are fetched by themselves; `tell`: they are only told of; `off`: nobody is asked unless a person does. */
export const UPDATE_MODES = ['download', 'tell', 'off'] as const;

export const updateChoiceSchema = z.object({
  mode: z.enum(UPDATE_MODES),
  /** A feed of the studio's own, as an address; empty: the product's. */
  feed: z.string().max(2_000),
});
export type UpdateChoice = z.infer<typeof updateChoiceSchema>;

/**
 * `unpacked`: this program was not installed by a package that can be replaced, and is updated by hand; `noFeed`: there is nobody to
 * ask; `unasked`: nobody was asked yet; `ready`: it is on this computer, and is installed when the studio closes.
 */
export const updateStateSchema = updateChoiceSchema.extend({
  phase: z.enum([
    'unpacked',
    'noFeed',
    'unasked',
    'looking',
    'current',
    'found',
    'downloading',
    'ready',
    'refused',
    'failed',
  ]),
  /** The newer one, where one is known. */
  version: z.string().nullable(),
  /** Of a download, 0 to 100. */
  percent: z.int().nullable(),
  lookedAtMs: z.number().nullable(),
  problem: textRefSchema.nullable(),
});
export type UpdateState = z.infer<typeof updateStateSchema>;

/** What was not installed once, and what came before updates were switched off, waits until a person asks for it. */
export const installsAtClose = ({ phase, mode, problem }: Pick<UpdateState, 'phase' | 'mode' | 'problem'>): boolean =>
  phase === 'ready' && mode !== 'off' && problem === null;
