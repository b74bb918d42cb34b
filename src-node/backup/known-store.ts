import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { PackageError } from '../job-package/package-error.ts';
import { newestChangeIn } from './desk-copy.ts';

/** As drizzle-kit writes it beside the changes to the tables; `when` in milliseconds. */
const journalSchema = z.object({ entries: z.array(z.object({ when: z.number() })) });

/**
 * A library that a later version changed would be put in the place of one that opens, and be opened by nobody. `migrationsFolder` holds the
 * changes that this program knows. Throws PackageError `newer` with the version that made the backup, and `damaged` where nothing
 * says which changes were made.
 */
export function mustBeKnownStore(file: string, migrationsFolder: string, madeBy: string): void {
  const { entries } = journalSchema.parse(
    JSON.parse(readFileSync(join(migrationsFolder, 'meta/_journal.json'), 'utf8')),
  );
  const newest = Math.max(0, ...entries.map(({ when }) => when));
  if (changeIn(file) > newest) throw new PackageError('newer', madeBy);
}

function changeIn(file: string): number {
  try {
    return newestChangeIn(file);
  } catch (cause) {
    throw new PackageError('damaged', 'the library does not say which changes were made to it', basename(file), cause);
  }
}
