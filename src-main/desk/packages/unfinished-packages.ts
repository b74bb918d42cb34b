import { existsSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';
import { partOf } from '../../../src-node/job-package/write-package.ts';
import type { DeskContext } from '../desk-context.ts';
import { readDeskValue, writeDeskValue } from '../store/desk-values.ts';

/** Where packages are being written: a crash leaves its half beside them, in folders that nothing else of the desk knows. */
const NAME = 'packages.unfinished';

type Part = Pick<DeskContext, 'db' | 'log'>;

const placesOf = ({ db }: Part): readonly string[] => z.array(z.string()).catch([]).parse(readDeskValue(db, NAME));

/** Notes `place` on the disk while `work` writes to it. */
export async function whileUnfinished<T>(context: Part, place: string, work: () => Promise<T>): Promise<T> {
  writeDeskValue(context.db, NAME, [...placesOf(context), place]);
  try {
    return await work();
  } finally {
    const rest = [...placesOf(context)];
    rest.splice(rest.indexOf(place), 1);
    writeDeskValue(context.db, NAME, rest);
  }
}

/** Takes away what a crash left of them; on a drive that is not there it stays noted for the next start. */
export function sweepUnfinished(context: Part): void {
  const noted = placesOf(context);
  if (noted.length === 0) return;
  const left = noted.filter((place) => {
    try {
      rmSync(partOf(place));
      return false;
    } catch (error) {
      const reason = (error as NodeJS.ErrnoException).code ?? '';
      // Gone with its drive it comes back with it.
      const isAway = reason === 'ENOENT' && !existsSync(dirname(place));
      if (reason !== 'ENOENT') context.log.write('warn', 'half a job package could not be removed', { reason });
      return isAway || reason !== 'ENOENT';
    }
  });
  writeDeskValue(context.db, NAME, left);
}
