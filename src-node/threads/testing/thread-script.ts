/**
 * The source of a thread or process that speaks a pool's messages, in plain JavaScript: it does `body` with each `task`,
 * and `onStop` when it is asked to stop. `answer`, `fail` and `errand` say what their names say, `count` is its own to keep.
 */
export const threadSource = (body: string, onStop = '') => `
import { parentPort } from 'node:worker_threads';
const say = (message) => (parentPort ?? process)[parentPort ? 'postMessage' : 'send'](message);
const answer = (answer) => say({ type: 'answer', answer });
const fail = (message) => say({ type: 'failed', message });
const pending = new Map();
const errand = (errand) => new Promise((resolve, reject) => {
  pending.set(pending.size, { resolve, reject });
  say({ type: 'errand', id: pending.size - 1, errand });
});
let count = 0;
const work = async (task) => {${body}};
(parentPort ?? process).on('message', (message) => {
  if (message.type === 'task') work(message.task).catch((error) => setImmediate(() => { throw error; }));
  if (message.type === 'errandDone') pending.get(message.id).resolve(message.answer);
  if (message.type === 'errandFailed') pending.get(message.id).reject(new Error(message.message));
  if (message.type === 'stop') {${onStop}}
  if (message.type === 'leave') parentPort ? parentPort.close() : process.disconnect();
});
`;

/** The same as a thread's script. */
export const threadScript = (body: string, onStop = '') =>
  new URL(`data:text/javascript,${encodeURIComponent(threadSource(body, onStop))}`);
