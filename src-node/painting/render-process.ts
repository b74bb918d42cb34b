import { writeFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';

/** From a thread of its own, because the process's main one may never come back from the book. */
const WATCH = `
const { workerData: { parent, maxBytes } } = require('node:worker_threads');
setInterval(() => {
  if (process.ppid !== parent || process.memoryUsage.rss() > maxBytes) process.kill(process.pid, 'SIGKILL');
}, 250);
`;

/**
 * Makes a process that renders a suspect book harmless to others: it does not outlive the service, takes no more memory
 * than it may, and is the first that a system without memory takes. Signals to a whole group (Ctrl-C) are the service's
 * to act on: a rendering that broke off because of them would look like the book's fault.
 */
export function guardProcess(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
  process.once('disconnect', () => process.exit(0));
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000');
  } catch {
    // Linux alone has it.
  }
  const maxBytes = Number(process.env['RENDER_MAX_RESIDENT_MB']) * 1024 * 1024;
  new Worker(WATCH, { eval: true, workerData: { parent: process.ppid, maxBytes } }).unref();
}
