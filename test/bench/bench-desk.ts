import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createDesk } from '../../src-main/desk/create-desk.ts';
import type { Desk, DeskDeps } from '../../src-main/desk/desk.ts';
import { systemClock, systemIds } from '../../src-main/desk/system-ports.ts';

const root = resolve(import.meta.dirname, '../..');

/** A desk as the app opens one, beside no window. */
export const openBenchDesk = (
  dataDir: string,
  samplesFolder: string,
  { secretStore, onChange = () => undefined }: Pick<DeskDeps, 'secretStore'> & Partial<Pick<DeskDeps, 'onChange'>>,
): Promise<Desk> =>
  createDesk({
    appVersion: '0.0.0-bench',
    opening: 'whole',
    dataDir,
    measures: join(dataDir, 'measures'),
    formerSandboxes: join(dataDir, 'former-sandboxes'),
    layouts: {
      folder: join(dataDir, 'layouts'),
      previews: join(dataDir, 'previews'),
      // Nothing is laid out here: no thread is begun.
      pictureWorkerUrl: pathToFileURL(join(import.meta.dirname, 'picture-worker.js')),
      exportWorkerUrl: pathToFileURL(join(import.meta.dirname, 'export-worker.js')),
      themesFolder: '',
      graphicsFolder: '',
      facesFolder: '',
    },
    migrationsFolder: join(root, 'src-main/desk/store/migrations'),
    catalogueFile: join(root, 'resources/catalogue/book-specs.json'),
    samplesFolder,
    reportPlaces: { locales: join(root, 'resources/locales'), fonts: join(root, 'resources/fonts') },
    preflightWorkerUrl: pathToFileURL(join(import.meta.dirname, 'preflight-worker.js')),
    diskWorkerUrl: pathToFileURL(join(import.meta.dirname, 'disk-worker.js')),
    secretStore,
    orderHoldMs: () => 0,
    clock: systemClock,
    ids: systemIds,
    random: () => 0,
    log: { write: (level, message, fields) => level === 'error' && console.error(message, fields) },
    onChange,
  });
