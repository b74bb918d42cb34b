import type { ServiceStartStep } from '../src-core/ipc/service-host.ts';

/** Several times within the silence that the parent takes for a hang (src-main/shell/service-process.ts). */
const AGAIN_MS = 10_000;

/**
 * Does `work` and says where it stands: each step as it begins, and the one it is at again every ten seconds. A large database on a slow
 * disk takes minutes for one step, and only a process that hangs is to be silent for long. Throws what `work` throws.
 */
export async function sayingSteps<T>(
  say: (step: ServiceStartStep) => void,
  work: (onStep: (step: ServiceStartStep) => void) => Promise<T>,
): Promise<T> {
  let again: NodeJS.Timeout | undefined;
  try {
    return await work((step) => {
      clearInterval(again);
      again = setInterval(() => say(step), AGAIN_MS);
      say(step);
    });
  } finally {
    clearInterval(again);
  }
}
