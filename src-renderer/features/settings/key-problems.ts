import type { ConnectionView } from '../../../src-core/ipc/subjects/connections.ts';
import type { TextRef } from '../../../src-core/text-ref.ts';

const OF_THE_KEY: ReadonlySet<string> = new Set([
  'errors.KEY_MISSING',
  'errors.KEY_REFUSED',
  'errors.KEY_OTHER_ENVIRONMENT',
  'errors.ACCESS_REFUSED',
]);

/** Whether another key of the person mends it (operator-desk 3.6): the embedded service makes its own. */
export const isMendedByKey = ({ kind }: ConnectionView, problem: TextRef | null): boolean =>
  kind === 'remote' && OF_THE_KEY.has(problem?.key ?? '');
