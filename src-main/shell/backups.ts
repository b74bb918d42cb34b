import { dayAt } from '../../src-core/desk/times-of-day.ts';
import type { BackupReading } from '../desk/backups/backups.ts';
import type { ShellHandlerDeps } from './shell-handlers.ts';

type Deps = Pick<ShellHandlerDeps, 'desk' | 'service' | 'dialogs' | 'clock' | 'say' | 'about'>;
type RestoreDeps = Pick<ShellHandlerDeps, 'dialogs' | 'say' | 'about' | 'openAnewAfter'>;

/** Asks where to, and writes the studio into one file. Null: it was cancelled. Throws DOCUMENT_OF_LIBRARY, BACKUP_…. */
export async function saveBackup({
  desk,
  service,
  dialogs,
  clock,
  say,
  about,
}: Deps): Promise<{ readonly books: number; readonly orders: number } | null> {
  const place = await dialogs.saveAs('backup', `${say()('dialog.backupName')}-${dayAt(clock.nowMs())}`);
  if (place === null) return null;
  const made = await desk.backups.write(place, about.dataFolder, (folder) => service.dump(folder));
  return made === null ? null : { books: made.counts.books, orders: made.counts.orders };
}

/** Asks which, and whether; then the studio opens again with what it holds. False: somebody would rather stay. Throws BACKUP_…. */
export async function restoreBackup(
  { dialogs, say, about, openAnewAfter }: RestoreDeps,
  backups: BackupReading,
): Promise<boolean> {
  const [place] = await dialogs.pickBackup();
  if (place === undefined) return false;
  const { counts, madeAt } = await backups.look(place, about.dataFolder);
  const isWanted = await dialogs.confirm({
    title: say()('restore.title', {
      at: Date.parse(madeAt),
    }),
    text: say()('restore.text', { books: counts.books, orders: counts.orders }),
    yes: say()('restore.yes'),
    no: say()('restore.no'),
  });
  if (!isWanted) return false;
  const unpacked = await backups.unpack(place, about.dataFolder);
  if (unpacked === null) return false;
  let isDecided = false;
  const decide = async (): Promise<void> => {
    isDecided = true;
    await unpacked.decide();
  };
  try {
    return await openAnewAfter(decide);
  } finally {
    if (!isDecided) await unpacked.withdraw();
  }
}
