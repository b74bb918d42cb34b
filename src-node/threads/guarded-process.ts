import { writeFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';

/** The variable of the environment in which `openProcess` hands over the limit. */
export const MAX_RESIDENT_MB = 'THREAD_MAX_RESIDENT_MB';

/** From a thread of its own, because the process's main one may never come back from its work. */
const WATCH = `
const { workerData: { parent, maxBytes } } = require('node:worker_threads');
setInterval(() => {
  if (process.ppid !== parent || process.memoryUsage.rss() > maxBytes) process.kill(process.pid, 'SIGKILL');
}, 250);
`;

/**
 * Makes a process that does suspect work harmless to others: it does not outlive the one that opened it, takes no more
 * memory than it may, and is the first that a system without memory takes. Signals to a whole group (Ctrl-C) are its
 * parent's to act on: work that broke off because of them would look like its own fault.
 */
export function guardProcess(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
  process.once('disconnect', () => process.exit(0));
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000');
  } catch {
    // Linux alone has it.
  }
  const maxBytes = Number(process.env[MAX_RESIDENT_MB]) * 1024 * 1024;
  new Worker(WATCH, { eval: true, workerData: { parent: process.ppid, maxBytes } }).unref();
}
