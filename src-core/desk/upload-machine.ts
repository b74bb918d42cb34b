import { z } from 'zod';

/**
 * One book's way through the queue. The steps follow the service's own: create the book, send cover and contents,
 * finalize. A job is `waiting` until its turn (or until `notBeforeMs`), `sending` in a step, then `done`, `failed`
 * (the operator decides, or it is tried again at `notBeforeMs`) or `cancelled`, until that is taken back.
 */
export const uploadStepSchema = z.enum(['create', 'cover', 'contents', 'finalize']);
export type UploadStep = z.infer<typeof uploadStepSchema>;

export const uploadStateSchema = z.discriminatedUnion('status', [
  z.object({ status: z.literal('waiting'), step: uploadStepSchema }),
  z.object({ status: z.literal('sending'), step: uploadStepSchema }),
  z.object({ status: z.literal('done') }),
  z.object({ status: z.literal('failed'), step: uploadStepSchema, code: z.string() }),
  z.object({ status: z.literal('cancelled') }),
]);
export type UploadState = z.infer<typeof uploadStateSchema>;
export const uploadStatuses = uploadStateSchema.options.map(({ shape }) => shape.status.value);

export type UploadEvent =
  | { readonly type: 'start' }
  | { readonly type: 'stepDone' }
  | { readonly type: 'putBack' }
  | { readonly type: 'redoFrom'; readonly step: UploadStep }
  | { readonly type: 'giveUp'; readonly code: string }
  | { readonly type: 'retry' }
  | { readonly type: 'cancel' }
  | { readonly type: 'bringBack'; readonly to: Extract<UploadState, { readonly status: 'waiting' | 'failed' }> };

const STEPS = uploadStepSchema.options;

export const UPLOAD_ALLOWED = {
  waiting: ['start', 'giveUp', 'cancel', 'redoFrom'],
  sending: ['stepDone', 'putBack', 'redoFrom', 'giveUp'],
  done: [],
  failed: ['retry', 'cancel'],
  cancelled: ['bringBack'],
} as const satisfies Record<UploadState['status'], readonly UploadEvent['type'][]>;

export const canUpload = (state: UploadState, type: UploadEvent['type']): boolean =>
  (UPLOAD_ALLOWED[state.status] as readonly string[]).includes(type);

/** The next state. Throws RangeError on a pair the table does not allow. */
export function nextUpload(state: UploadState, event: UploadEvent): UploadState {
  if (!canUpload(state, event.type))
    throw new RangeError(`an upload that is ${state.status} cannot take ${event.type}`);
  const step = 'step' in state ? state.step : 'create';
  switch (event.type) {
    case 'start':
      return { status: 'sending', step };
    case 'stepDone': {
      const following = STEPS[STEPS.indexOf(step) + 1];
      return following === undefined ? { status: 'done' } : { status: 'sending', step: following };
    }
    case 'putBack':
    case 'retry':
      return { status: 'waiting', step };
    case 'redoFrom':
      return { status: 'waiting', step: event.step };
    case 'giveUp':
      return { status: 'failed', step, code: event.code };
    case 'cancel':
      return { status: 'cancelled' };
    case 'bringBack':
      return event.to;
  }
}
