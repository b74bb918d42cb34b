import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Libsql from 'libsql';
import { z } from 'zod';
import { PackageError } from '../job-package/package-error.ts';

/** As drizzle-kit writes it beside the changes to the tables; `when` in milliseconds. */
const journalSchema = z.object({ entries: z.array(z.object({ when: z.number() })) });

/**
 * A library that a later version changed would be put in the place of one that opens, and be opened by nobody. `migrationsFolder` holds the
 * changes that this program knows. Throws PackageError `newer` with the version that made the backup.
 */
export function mustBeKnownStore(file: string, migrationsFolder: string, madeBy: string): void {
  const { entries } = journalSchema.parse(
    JSON.parse(readFileSync(join(migrationsFolder, 'meta/_journal.json'), 'utf8')),
  );
  const newest = Math.max(0, ...entries.map(({ when }) => when));
  if (newestIn(file) > newest) throw new PackageError('newer', madeBy);
}

function newestIn(file: string): number {
  const db = new Libsql(file);
  try {
    const [found] = db.prepare('SELECT max(created_at) AS newest FROM __drizzle_migrations').all([]) as {
      newest: number | null;
    }[];
    return Number(found?.newest ?? 0);
  } finally {
    db.close();
  }
}
