import { basename } from 'node:path';
import { AppError } from '../../../src-core/desk/app-errors.ts';
import type { Answers, TaskOf } from './tasks.ts';
import type { WorkerPool } from './worker-pool.ts';

type TableTask = 'manifest' | 'rows';

/** What a file of somebody's is called where it is told of. */
export const tableName = (path: string): string => basename(path).normalize('NFC');

/** What a thread reads of a table. Throws FILE_MISSING, FILE_SILENT, MANIFEST_…, TABLE_TOO_LARGE. */
export async function readTableIn<T extends TaskOf<TableTask>>(
  pool: Pick<WorkerPool, 'run'>,
  task: T,
): Promise<Extract<Answers[T['task']], { readonly ok: true }>> {
  const outcome = await pool.run<TableTask>(task);
  const params = { name: tableName(task.path) };
  if (!outcome.ok && outcome.isOfDisk) throw new AppError('FILE_SILENT', { params });
  if (!outcome.ok && outcome.reason === 'readFailed') throw new AppError('FILE_MISSING', { params });
  if (!outcome.ok) throw new AppError('MANIFEST_UNREADABLE');
  const { answer } = outcome;
  if (!answer.ok) throw new AppError(answer.code, answer.params === undefined ? {} : { params: answer.params });
  return answer as Extract<Answers[T['task']], { readonly ok: true }>;
}
