import { constants, setPriority } from 'node:os';
import { parentPort, type TransferListItem } from 'node:worker_threads';
import { STOP, type FromThread } from './thread-messages.ts';

/**
 * The side of a `ThreadPool` within its thread: does the tasks that come, one after another. `handsOver` names what of an
 * answer is moved and not copied. `stopping` is aborted when the pool closes.
 */
export function answerTasks<Task, Answer>(
  work: (task: Task, stopping: AbortSignal) => Promise<Answer> | Answer,
  handsOver: (answer: Answer) => TransferListItem[] = () => [],
): void {
  const port = parentPort;
  if (port === null) throw new Error('this runs only as a worker thread');
  giveWay();
  const stopping = new AbortController();
  port.on('message', (task: Task | typeof STOP) => {
    if (task === STOP) return stopping.abort();
    Promise.resolve(task)
      .then((asked) => work(asked, stopping.signal))
      .then(
        (answer) => port.postMessage({ answer } satisfies FromThread<Answer>, handsOver(answer)),
        (error: unknown) =>
          port.postMessage({
            failed: error instanceof Error ? error.message : String(error),
          } satisfies FromThread<Answer>),
      );
  });
}

/** Who calls or looks at the window waits for the main thread. Only Linux has a priority for each thread. */
function giveWay(): void {
  if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
}
