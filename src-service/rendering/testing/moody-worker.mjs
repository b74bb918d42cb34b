// Speaks the lines of render-worker.ts and does what the book's title says, in a thread or in a process of its own.
import { setTimeout as delay } from 'node:timers/promises';
import { isMainThread, parentPort, threadId } from 'node:worker_threads';

const inThread = !isMainThread;
const send = (message) => (inThread ? parentPort.postMessage(message) : process.send(message));
const close = () => (inThread ? parentPort.close() : process.disconnect());
let answered = () => {};
const errand = (name, ask) =>
  new Promise((done) => ((answered = done), send({ type: 'errand', id: 1, errand: { name, ...ask } })));
const answer = (answer) => send({ type: 'answer', answer });
const failed = (message, more = {}) =>
  answer({ status: 'failed', message, isFinal: false, isMachines: false, ...more });

const MOODS = {
  'is good': async () => {
    const files = [];
    for (const kind of ['cover', 'contents']) {
      await errand('bytes', {
        kind,
        bytes: Buffer.from(`${kind} of ${process.pid}, ${inThread ? `thread ${threadId}` : 'process'}`),
      });
      await errand('end', { kind });
      files.push({ kind, pdfPages: 1, widthMm: 1, heightMm: 1 });
    }
    answer({ status: 'done', files, hasThumbnails: false });
  },
  'asks for a picture': () => errand('picture', { blobKey: '00' }),
  'finds no space': async () => failed('ENOSPC: no space left on device', { isMachines: true }),
  'cannot be drawn': async () => failed('a font that nobody knows'),
  'breaks its worker': () => process.exit(3),
  'eats all memory': () => {
    const all = [];
    for (;;) all.push(new Array(1e6).fill(all.length));
  },
  stalls: () => {
    for (;;);
  },
  'takes its time': () => delay(60_000),
  'kills its process': () =>
    inThread ? failed('it would have taken the process of the tests') : process.kill(process.pid, 'SIGKILL'),
};

const listen = (listener) => (inThread ? parentPort.on('message', listener) : process.on('message', listener));
listen((message) => {
  if (message.type === 'task') void MOODS[message.task.title]();
  else if (message.type === 'errandDone') answered(message.answer);
  else if (message.type === 'stop') send({ type: 'failed', message: 'the task was stopped' });
  else if (message.type === 'leave') close();
});
