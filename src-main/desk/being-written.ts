import { existsSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';
import type { DeskContext } from './desk-context.ts';
import { readDeskValue, writeDeskValue } from './store/desk-values.ts';

/** What is being written under a passing name: a crash leaves it in folders that nothing else of the desk knows. */
const NAME = 'beingWritten';

type Part = Pick<DeskContext, 'db' | 'log'>;

const notedIn = ({ db }: Part): readonly string[] => z.array(z.string()).catch([]).parse(readDeskValue(db, NAME));

/** Notes passing files and folders on the disk while `work` writes to them. */
export async function whileBeingWritten<T>(
  context: Part,
  passing: readonly string[],
  work: () => Promise<T>,
): Promise<T> {
  writeDeskValue(context.db, NAME, [...notedIn(context), ...passing]);
  try {
    return await work();
  } finally {
    const rest = [...notedIn(context)];
    for (const path of passing) rest.splice(rest.indexOf(path), 1);
    writeDeskValue(context.db, NAME, rest);
  }
}

/** Takes away what a crash left of them; on a drive that is not there it stays noted for the next start. */
export function sweepBeingWritten(context: Part): void {
  const noted = notedIn(context);
  if (noted.length === 0) return;
  const left = noted.filter((path) => {
    try {
      rmSync(path, { recursive: true });
      return false;
    } catch (error) {
      const reason = (error as NodeJS.ErrnoException).code ?? '';
      // Gone with its drive it comes back with it.
      const isAway = reason === 'ENOENT' && !existsSync(dirname(path));
      if (reason !== 'ENOENT')
        context.log.write('warn', 'what a crash left half written could not be removed', { reason });
      return isAway || reason !== 'ENOENT';
    }
  });
  writeDeskValue(context.db, NAME, left);
}
