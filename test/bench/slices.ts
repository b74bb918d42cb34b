import { readFileSync } from 'node:fs';

/** Answers the most CPU that the thread of the event loop took in one turn of it. */
export function watchSlices(): () => number {
  let longest = 0;
  let before = threadCpuMs();
  let isWatching = true;
  const look = (): void => {
    longest = Math.max(longest, threadCpuMs() - before);
    before = threadCpuMs();
    if (isWatching) setImmediate(look);
  };
  setImmediate(look);
  return () => {
    isWatching = false;
    return longest;
  };
}

/** What this thread has taken so far, without those that collect its garbage and compile its code (Linux: proc(5), `schedstat`). */
function threadCpuMs(): number {
  return Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
}
