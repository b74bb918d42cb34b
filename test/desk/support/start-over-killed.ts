import { subscribe } from 'node:diagnostics_channel';
import { join } from 'node:path';
import { STATEMENT_CHANNEL } from '../../../src-main/desk/store/open-store.ts';
import { openStudio } from './drilled-studio.ts';

/**
 * Starts over with the Sandbox of a studio, in a process that takes its own life at a point: `writing` the file, when it is `written`, right after it was
 * `decided`; at the next opening within the desk's transaction (`forgetting`), behind it (`desk`), so many milliseconds into the service's own
 * (`emptying:5`), behind that (`service`), or when all is done (`done`).
 */
const [repository = '', dataDir = '', point = ''] = process.argv.slice(2);
const tools = join(import.meta.dirname, '..');
const [name, afterMs] = point.split(':');

function dieAt(reached: string): void {
  if (reached === point) process.kill(process.pid, 'SIGKILL');
}

/** Blocks as well: what goes on meanwhile is PostgreSQL alone, and nothing of this process. */
function dieIn(ms: number): void {
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), ms);
}

const first = await openStudio(dataDir, tools, { repository });
const view = await first.desk.handlers['startOver.look']({});
if (view === null) throw new Error('there is no Sandbox');
const prepared = await first.desk.startOver.prepare(view.goes, dataDir, async (folder) => {
  await first.service.dump(folder);
  dieAt('writing');
  return true;
});
dieAt('written');
await prepared?.decide();
dieAt('decided');
await first.close();
let isLeaving = false;
subscribe(STATEMENT_CHANNEL, (statement) => {
  isLeaving ||= /^delete from "orders"/.test(String(statement));
  if (isLeaving) dieAt('forgetting');
});
const second = await openStudio(dataDir, tools, {
  repository,
  at: (reached) => {
    dieAt(reached);
    // It is emptied between this step and the next.
    if (name === 'emptying' && reached === 'accounts') dieIn(Number(afterMs));
  },
});
dieAt('done');
await second.close();
