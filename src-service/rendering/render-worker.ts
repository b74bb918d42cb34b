import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import { renderBook } from './render-book.ts';
import { RenderingFailed, type RenderOrder } from './render-order.ts';
import type { ErrandName, Errands, FromThread, ToThread } from './thread-messages.ts';

/** Runs errands over the line to the service's thread, one at a time. */
function errandsOver(port: MessagePort) {
  let waiting: { readonly done: (answer: never) => void; readonly failed: (error: Error) => void } | null = null;
  let isStopped = false;
  port.on('message', (message: ToThread) => {
    isStopped ||= message.type === 'stop';
    const current = waiting;
    waiting = null;
    if (isStopped) current?.failed(new RenderingFailed('the rendering was stopped', false));
    else if (message.type === 'answer') current?.done(message.answer as never);
  });
  return <N extends ErrandName>(name: N, ask: Errands[N]['ask']): Promise<Errands[N]['answer']> =>
    new Promise((done, failed) => {
      if (isStopped) return failed(new RenderingFailed('the rendering was stopped', false));
      waiting = { done, failed };
      port.postMessage({ type: 'errand', name, ...ask });
    });
}

/** One rendering a thread: whatever it costs or breaks ends with it, while the service goes on answering. */
const port = parentPort;
if (port === null) throw new Error('the render worker runs only as a worker thread');
const tell = (message: FromThread) => port.postMessage(message);
renderBook(workerData as RenderOrder, errandsOver(port))
  .then(
    (rendered) => tell({ type: 'done', ...rendered }),
    (error: unknown) =>
      tell({
        type: 'failed',
        message: error instanceof Error ? (error.stack ?? error.message) : String(error),
        isFinal: error instanceof RenderingFailed && error.isFinal,
      }),
  )
  .finally(() => port.close());
