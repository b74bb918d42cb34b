import { statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Clock } from '../src-core/ports.ts';
import { BackupError } from '../src-node/backup/backup-error.ts';
import { backupFailure } from '../src-node/backup/backup-failure.ts';
import { readCatalogueVersion } from '../src-node/catalogue-file.ts';
import { restoreBackup } from '../src-node/backup/restore.ts';
import { writeBackup } from '../src-node/backup/write-backup.ts';
import { openMessages } from '../src-node/report/messages.ts';
import { BadArguments, type BackupArguments } from './arguments.ts';
import { productVersion } from './installation.ts';
import type { ExitCode, Output } from './preflight-command.ts';

type DumpOfService = (serviceDir: string, folder: string) => Promise<boolean>;

/** The service's own end of it lies beside this program and is loaded by its address: this room does not know the service. */
const SERVICE_END = pathToFileURL(join(import.meta.dirname, '../service/portable.js')).href;

/** The list of the changes to a library's tables that this program's studio knows. */
const DESK_MIGRATIONS = join(import.meta.dirname, 'migrations');

/** Where the app keeps its data when nobody names another folder: Electron's place for a product of this name. */
export function usualDataFolder(environment: Readonly<Record<string, string | undefined>>): string {
  const home = homedir();
  const place =
    process.platform === 'win32'
      ? (environment['APPDATA'] ?? join(home, 'AppData/Roaming'))
      : process.platform === 'darwin'
        ? join(home, 'Library/Application Support')
        : (environment['XDG_CONFIG_HOME'] ?? join(home, '.config'));
  return join(place, 'Book Print Studio');
}

/**
 * Writes everything of a data folder into one file, or puts what such a file holds in its place. Exit code 2 when it was not done. Throws
 * BadArguments when there is no file to restore.
 */
export async function backupCommand(
  what: 'backup' | 'restore',
  { file, dataDir, language, json }: BackupArguments,
  resources: string,
  { out, problem }: Output,
  clock: Clock,
  signal: AbortSignal,
): Promise<ExitCode> {
  const messages = openMessages(join(resources, 'locales'), language);
  if (what === 'restore' && statSync(file, { throwIfNoEntry: false })?.isFile() !== true)
    throw new BadArguments(`${file}: there is no such file`);
  try {
    if (what === 'backup') {
      const contents = await writeBackup(dataDir, file, {
        programVersion: productVersion(),
        specVersion: readCatalogueVersion(join(resources, 'catalogue/book-specs.json')),
        nowMs: () => clock.nowMs(),
        dumpService,
        signal,
      });
      const { counts } = contents;
      out(
        json
          ? `${JSON.stringify({ file: resolve(file), ...counts, madeAt: contents.madeAt })}\n`
          : `${messages.say('report.backup.made', { file: resolve(file), books: counts.books, orders: counts.orders })}\n`,
      );
    } else {
      const { contents, former } = await restoreBackup(file, dataDir, clock.nowMs(), {
        signal,
        migrationsFolder: DESK_MIGRATIONS,
      });
      const aside = former === null ? null : join(resolve(dataDir), former);
      const { books, orders } = contents.counts;
      out(
        json
          ? `${JSON.stringify({ dataDir: resolve(dataDir), former: aside, ...contents.counts, madeAt: contents.madeAt })}\n`
          : [
              messages.say('report.backup.restored', { folder: resolve(dataDir), books, orders }),
              ...(aside === null ? [] : [messages.say('report.backup.former', { folder: aside })]),
              '',
            ].join('\n'),
      );
    }
    return 0;
  } catch (error) {
    const found = backupFailure(error, file, dataDir);
    if (found === null) throw error;
    if (process.env['STUDIO_TRACE'] !== undefined && error instanceof Error) problem(`${error.stack}\n`);
    problem(`studio: ${messages.ref(found.text)}\n`);
    return 2;
  }
}

const dumpService: DumpOfService = async (serviceDir, folder) => {
  const { dumpOfService } = (await import(SERVICE_END)) as { readonly dumpOfService: DumpOfService };
  return dumpOfService(serviceDir, folder).catch((cause: unknown) => {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw /another|running/i.test(reason) ? new BackupError('inUse', reason, cause) : cause;
  });
};
