import { z } from 'zod';

/** Where a restored service finds what its database held, below its data folder, until its first start has read it. */
export const DUMP_FOLDER = 'database';
export const DUMP_FILE = 'database.json';
export const DUMP_VERSION = 1;

/** Rows lie in `<table>.jsonl`, a JSON array a row: every value as PostgreSQL writes it as text (UTC, ISO), or null. */
export const dumpSchema = z.strictObject({
  version: z.literal(DUMP_VERSION),
  /** Of this dump alone: a database that read it says so. */
  id: z.string().min(1),
  /** Of the newest migration, as drizzle counts them. */
  migratedAtMs: z.int(),
  /** Those that are referred to before those that refer. */
  tables: z.array(
    z.strictObject({ name: z.string(), columns: z.array(z.string()).min(1), rows: z.int().nonnegative() }),
  ),
  /** The last number that each gave away. */
  sequences: z.array(z.strictObject({ name: z.string(), last: z.string().regex(/^-?\d+$/) })),
});
export type Dump = z.output<typeof dumpSchema>;

/** The file of a table below the folder of the dump. */
export const rowsFile = (table: string): string => `${table}.jsonl`;
