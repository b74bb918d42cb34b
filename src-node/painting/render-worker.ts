import { answerTasks } from '../threads/answer-tasks.ts';
import { renderBook, type RunErrand } from './render-book.ts';
import { RenderingFailed, type RenderOrder } from './render-order.ts';
import type { BookRendering, Errand } from './worker-messages.ts';

/** Node's errors of system calls name the call: no space, no file handles, no right. */
const isMachines = (error: unknown): boolean =>
  error instanceof Error && ('syscall' in error || isMachines(error.cause));

/** One rendering a thread or process: whatever it costs or breaks ends with it, while the service goes on answering. */
answerTasks<RenderOrder, BookRendering, Errand>(async (order, { stopping, errand }) => {
  const run = ((name, ask) => errand({ name, ...ask } as Errand)) as RunErrand;
  try {
    return { status: 'done', ...(await renderBook(order, run, stopping)) };
  } catch (error) {
    stopping.throwIfAborted();
    return {
      status: 'failed',
      message: error instanceof Error ? (error.stack ?? error.message) : String(error),
      isFinal: error instanceof RenderingFailed && error.isFinal,
      isMachines: isMachines(error),
    };
  }
});
