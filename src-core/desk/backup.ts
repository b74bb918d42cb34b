import { z } from 'zod';

/** What a backup's list of contents says of itself, so that nothing else is taken for one. */
export const BACKUP_FORMAT = 'book-print-studio/backup';
/** Of the form of the file. A later one is refused. */
export const BACKUP_VERSION = 1;
/** Of its name, without the dot. */
export const BACKUP_ENDING = 'bpbackup';
/** The list of contents, and its SHA-256 as text. */
export const BACKUP_ENTRY = 'backup.json';
export const BACKUP_SEAL = 'backup.json.sha256';
export const PARTS_FOLDER = 'data/';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** A place below the data folder, with slashes: it leads nowhere else on any system. */
const place = z
  .string()
  .refine((text) => !/[\\\0]|^[a-z]:/i.test(text) && text.split('/').every((name) => !['', '.', '..'].includes(name)));

export const backupSchema = z.strictObject({
  format: z.literal(BACKUP_FORMAT),
  version: z.literal(BACKUP_VERSION),
  programVersion: z.string(),
  /** Of the book specs that it was made with. */
  specVersion: z.string(),
  madeAt: z.iso.datetime(),
  /** Keys are never in it: each computer keeps its own in its keychain, and connections ask for theirs again. */
  holdsKeys: z.literal(false),
  /** Where its data folder lay, so that places within it are told from those of customers' files. */
  from: z.strictObject({ dataDir: z.string().min(1), separator: z.enum(['/', '\\']) }),
  counts: z.strictObject({ books: z.int(), orders: z.int(), files: z.int(), serviceRows: z.int() }),
  /** `modifiedAtMs` comes along: a file whose time the library noted looks there as it did. */
  parts: z.array(z.strictObject({ place, sizeBytes: z.int().nonnegative(), sha256, modifiedAtMs: z.number() })),
});

/** What a backup says that it holds. */
export type BackupContents = z.output<typeof backupSchema>;
export type BackupPart = BackupContents['parts'][number];
