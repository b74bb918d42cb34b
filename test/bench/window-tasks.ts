import { readFileSync, rmSync } from 'node:fs';
import type { Studio } from '../e2e/support/studio.ts';

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  readonly args: { readonly name?: string };
  /** Microseconds of CPU that the thread took meanwhile. */
  readonly tdur?: number;
}

/** Room for the tasks of a minute of the busiest window. */
const BUFFER_KB = 200_000;

/**
 * From here on Chromium notes the tasks of the window. Answers a function that ends it and tells what the longest of them took, in
 * milliseconds of CPU of its thread: what the clock says on a machine that does other work tells nothing.
 */
export async function watchWindowTasks({ app }: Studio): Promise<() => Promise<number>> {
  const pid = await app.evaluate(async ({ BrowserWindow, contentTracing }, sizeKb) => {
    const shown = BrowserWindow.getAllWindows()[0]?.webContents.getOSProcessId() ?? 0;
    await contentTracing.startRecording({
      included_categories: ['toplevel'],
      included_process_ids: [shown],
      trace_buffer_size_in_kb: sizeKb,
    });
    return shown;
  }, BUFFER_KB);
  return async () => {
    const file = await app.evaluate(({ contentTracing }) => contentTracing.stopRecording());
    try {
      return longestTaskMs(pid, (JSON.parse(readFileSync(file, 'utf8')) as { traceEvents: TraceEvent[] }).traceEvents);
    } finally {
      rmSync(file, { force: true });
    }
  };
}

function longestTaskMs(pid: number, events: readonly TraceEvent[]): number {
  const main = events.find(
    (event) => event.pid === pid && event.name === 'thread_name' && event.args.name === 'CrRendererMain',
  );
  const tasks = events.filter(
    (event) => event.pid === pid && event.tid === main?.tid && event.name === 'ThreadControllerImpl::RunTask',
  );
  if (tasks.length === 0) throw new Error('no task of the window was noted');
  return tasks.reduce((longest, { tdur = 0 }) => Math.max(longest, tdur), 0) / 1_000;
}
