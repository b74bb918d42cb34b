import { join } from 'node:path';
import type { Handlers, ShellChannel, Topic } from '../../src-core/ipc/contract.ts';
import type { AppInfo, Preferences, ShownSteps, StatusView } from '../../src-core/ipc/subjects/app.ts';
import type { ServiceChoice } from '../../src-core/ipc/subjects/connections.ts';
import type { ProofWords } from '../../src-core/layout/proof-sheets.ts';
import type { Clock } from '../../src-core/ports.ts';
import type { Desk, DeskStatus } from '../desk/desk.ts';
import type { Arrivals } from './arrivals.ts';
import { CRASHES, crashLines } from './crash-reports.ts';
import { diagnosticsText, readLog } from './diagnostics.ts';
import type { Carried } from './carried.ts';
import type { FinishFirst, FinishView } from './finish-first.ts';
import type { Dialogs } from './dialogs.ts';
import { documentOf } from './documents.ts';
import type { ServiceHost, ServiceState } from './service-host.ts';
import { readingAlone } from '../desk/backups/backups.ts';
import { restoreBackup, saveBackup } from './backups.ts';
import { revealFormerSandbox, startOver } from './start-over.ts';
import { openInBrowser, openPdf } from './open-outside.ts';
import { isResting, type Quitting } from './quit.ts';
import type { Settings } from './settings.ts';
import { AppError } from '../../src-core/desk/app-errors.ts';
import { dayAt } from '../../src-core/desk/times-of-day.ts';
import type { Updates } from './updates.ts';
import type { Say } from './texts.ts';
import type { Language } from '../../src-core/text-ref.ts';

export interface ShellHandlerDeps {
  readonly desk: Desk;
  readonly service: ServiceHost;
  readonly settings: Settings;
  readonly dialogs: Dialogs;
  readonly arrivals: Arrivals;
  readonly clock: Clock;
  readonly say: () => Say;
  readonly language: () => Language;
  /** What does not change while the app runs. */
  readonly about: Pick<AppInfo, 'version' | 'runtime' | 'platform' | 'systemLanguage' | 'secretStore' | 'dataFolder'>;
  /** The desktop's part that shows it may come and go. */
  readonly hasTray: () => Promise<boolean>;
  readonly applyPreferences: (preferences: Preferences) => void;
  /** Names undo and redo in the menu. */
  readonly showSteps: (steps: ShownSteps) => void;
  readonly changed: (...topics: readonly Topic[]) => void;
  /** Shows a file in the system's file manager: one of the library, never a path from the page. */
  readonly revealFile: (path: string) => void;
  readonly revealFolder: (path: string) => Promise<void>;
  /** Opens a file in the program that the system has for it; answers what went wrong, nothing when all went well. */
  readonly openPath: (path: string) => Promise<string>;
  /** Gives an address to the system's browser; rejects where there is none. */
  readonly openExternal: (address: string) => Promise<void>;
  /** Quits, and opens again; `before` and the answer are those of `Quitting`. */
  readonly openAnewAfter: Quitting['quitAfter'];
  readonly carried: Carried;
  /** The changes to the library's tables that this program knows. */
  readonly deskMigrations: string;
  readonly finishFirst: Pick<FinishFirst, 'view' | 'takeBack'>;
  readonly quitNow: () => void;
  readonly updates: Updates;
  /** Quits; false: somebody would rather stay. */
  readonly quitForUpdate: () => Promise<boolean>;
}

/** The channels that need a window, a dialog or the embedded service. */
export function shellHandlers(deps: ShellHandlerDeps): Pick<Handlers, ShellChannel> {
  const { desk, settings, dialogs } = deps;
  const importThese = async (paths: readonly string[]) => (paths.length === 0 ? null : desk.importPaths(paths));
  return {
    ...handlersWithoutDesk(deps),
    'app.status': async () => statusOf(deps.service.state, desk.statusSnapshot(), deps.finishFirst.view),
    'app.stay': async () => {
      deps.finishFirst.takeBack();
      return null;
    },
    'app.quitNow': async () => {
      deps.quitNow();
      return null;
    },
    'app.diagnostics': async () => ({
      text: diagnosticsText({
        info: infoOf(deps),
        connections: await desk.handlers['connections.list']({}),
        counts: desk.statusSnapshot().counts,
        log: readLog(join(deps.about.dataFolder, 'logs/studio.log')),
        crashes: crashLines(join(deps.about.dataFolder, CRASHES)),
      }),
    }),
    // The library is open: there is nothing to recover.
    'store.recover': async () => null,
    'connections.startBuiltIn': async (wish) => {
      await startBuiltIn(deps, { ...settings.service.value, ...given(wish) });
      return null;
    },
    'documents.save': async ({ document }) => {
      const { kind, name, content } = await documentOf(deps, document);
      const place = await dialogs.saveAs(kind, name);
      if (place === null) return { saved: false };
      await desk.writeDocument(place, await content());
      return { saved: true };
    },
    'documents.prepare': async ({ document }) => ({
      dragId: await deps.carried.prepare(document, () => documentOf(deps, document)),
    }),
    'documents.drag': async ({ dragId }) => ({ isDragged: deps.carried.drag(dragId) }),
    'imports.pickFolder': async () => importThese(await dialogs.pickFolder()),
    'imports.pickFiles': async () => importThese(await dialogs.pickPdfs()),
    'packages.save': async ({ bookIds }) => {
      const day = dayAt(deps.clock.nowMs());
      const place = await dialogs.saveAs('package', `${deps.say()('dialog.packageName')}-${day}`);
      return place === null ? null : desk.writePackage(bookIds, place);
    },
    'backups.save': () => saveBackup(deps),
    'backups.restore': async () => ({ isClosing: await restoreBackup(deps, desk.backups) }),
    'startOver.begin': async ({ goes }) => ({ isClosing: await startOver(deps, goes) }),
    'startOver.reveal': async ({ name }) => {
      revealFormerSandbox(deps, name);
      return null;
    },
    'updates.install': async () => ({ isClosing: await installUpdate(deps) }),
    'packages.open': async () => {
      const [path] = await dialogs.pickPackage();
      return path === undefined ? null : desk.handlers['packages.openPath']({ path });
    },
    'arrivals.waiting': async () => deps.arrivals.waiting(),
    'arrivals.take': async ({ arrivalId }) => {
      const arrival = deps.arrivals.take(arrivalId);
      if (arrival === null || arrival.kind === 'place') return arrival;
      const { kind, path } = arrival;
      if (kind === 'layout') return { kind, bookId: desk.layoutAt(path) };
      const opened = await desk.handlers['packages.openPath']({ path });
      return opened === null ? null : { kind, opened };
    },
    'manifests.pick': async () => {
      const [path] = await dialogs.pickTable();
      return path === undefined ? null : desk.readManifest(path);
    },
    'hotFolders.pick': async () => {
      const [path] = await dialogs.pickHotFolder();
      return path === undefined ? null : desk.addHotFolder(path);
    },
    'layouts.pickPictures': async ({ bookId, what }) => {
      const paths = await dialogs.pickPictures(what);
      return paths.length === 0 ? null : desk.takePictures(bookId, paths);
    },
    'layouts.relink': async ({ bookId }) => {
      const folders = await dialogs.pickSearched();
      return { found: folders.length === 0 ? 0 : await desk.relinkPictures(bookId, folders) };
    },
    'layouts.makeProof': async ({ bookId, kind, steps }) => {
      const [say, language] = [deps.say(), deps.language()];
      const date = new Intl.DateTimeFormat(language, { dateStyle: 'medium' }).format(deps.clock.nowMs());
      await desk.makeProof(bookId, steps, {
        kind,
        wordsOf: (title, number) => proofWords(say, { title, number, date }),
      });
      return null;
    },
    'layouts.openProof': async ({ bookId, number }) => {
      await openPdf(deps.openPath, desk.proofOf(bookId, number).path);
      return null;
    },
    'layouts.pickNotes': async ({ bookId, proof }) => {
      const [path] = await dialogs.pickNotes();
      return path === undefined ? null : desk.readNotes(bookId, proof, path);
    },
    'layouts.pickTable': async ({ bookId }) => {
      const [path] = await dialogs.pickTable();
      return path === undefined ? null : desk.handlers['layouts.readTable']({ bookId, path });
    },
    'orders.openTrackingPage': async ({ orderUid, itemUid }) => {
      await openInBrowser(deps.openExternal, desk.trackingPage(orderUid, itemUid ?? null));
      return null;
    },
    'library.openFile': async ({ fileId }) => {
      await openPdf(deps.openPath, await desk.fileToOpen(fileId));
      return null;
    },
    'library.revealFile': async ({ fileId }) => {
      deps.revealFile(desk.fileOf(fileId));
      return null;
    },
  };
}

const proofWords = (
  say: Say,
  { title, number, date }: { readonly title: string; readonly number: number; readonly date: string },
): ProofWords => ({
  watermark: say('proof.watermark'),
  cover: say('proof.cover'),
  title,
  about: say('proof.about', { number, date }),
  panels: { front: say('proof.front'), back: say('proof.back'), spine: say('proof.spine') },
});

/** The channels that the window needs whether or not there is a library. */
export function handlersWithoutDesk(
  deps: Omit<ShellHandlerDeps, 'desk' | 'service' | 'carried'>,
): Pick<
  Handlers,
  | 'app.info'
  | 'app.hasTray'
  | 'app.setPreferences'
  | 'app.tables'
  | 'app.setTable'
  | 'app.showSteps'
  | 'app.revealDataFolder'
  | 'updates.state'
  | 'updates.choose'
  | 'updates.look'
  | 'updates.download'
  | 'updates.refuse'
  | 'backups.restore'
> {
  const { settings, updates } = deps;
  return {
    'app.info': async () => infoOf(deps),
    'app.hasTray': () => deps.hasTray(),
    'app.setPreferences': async (wish) => {
      const next = { ...settings.preferences.value, ...given(wish) };
      settings.preferences.write(next);
      deps.applyPreferences(next);
      deps.changed('preferences');
      return next;
    },
    'app.tables': async () => settings.tables.value,
    'app.setTable': async ({ table, view }) => {
      settings.tables.write({ ...settings.tables.value, [table]: view });
      deps.changed('preferences');
      return settings.tables.value;
    },
    'app.showSteps': async (steps) => {
      deps.showSteps(steps);
      return null;
    },
    'app.revealDataFolder': async () => {
      await deps.revealFolder(deps.about.dataFolder);
      return null;
    },
    'backups.restore': async () => ({ isClosing: await restoreBackup(deps, readingAlone(deps.deskMigrations)) }),
    'updates.state': async () => updates.state,
    'updates.choose': async (wish) => {
      updates.choose(given(wish));
      return null;
    },
    'updates.look': async () => {
      await updates.look();
      return null;
    },
    'updates.download': async () => {
      await updates.download();
      return null;
    },
    'updates.refuse': async () => {
      updates.refuse();
      return null;
    },
  };
}

/** Never in the middle of anything. */
async function installUpdate({ desk, updates, quitForUpdate }: ShellHandlerDeps): Promise<boolean> {
  if (!isResting(desk)) throw new AppError('UPDATE_BUSY', { params: { version: updates.state.version ?? '' } });
  if (!updates.wantNow()) return false;
  const isClosing = await quitForUpdate();
  if (!isClosing) updates.wantLater();
  return isClosing;
}

const infoOf = ({ about, settings }: Pick<ShellHandlerDeps, 'about' | 'settings'>): AppInfo => ({
  ...about,
  preferences: settings.preferences.value,
  service: settings.service.value,
});

async function startBuiltIn({ service, settings, changed }: ShellHandlerDeps, choice: ServiceChoice): Promise<void> {
  settings.service.write(choice);
  await service.start(choice);
  changed('status', 'connections', 'preferences', 'specs');
}

/** Only the keys that were given: a key that stands there as undefined must not wipe what is set. */
function given<T extends object>(wish: { readonly [K in keyof T]?: T[K] | undefined }): Partial<T> {
  return Object.fromEntries(Object.entries(wish).filter(([, value]) => value !== undefined)) as Partial<T>;
}

/** The desk's part and the embedded service's part as one answer. */
export function statusOf(service: ServiceState, desk: DeskStatus, finish: FinishView | null): StatusView {
  return {
    ...desk,
    store: null,
    finish,
    phase: phaseOf(service, desk.connection),
    startup: service.status === 'off' ? [] : [...service.start.steps],
    problem: service.status === 'broken' ? service.problem : null,
  };
}

/** The embedded service only matters to someone who works with it, or who is about to. */
function phaseOf(service: ServiceState, connection: DeskStatus['connection']): StatusView['phase'] {
  if (connection?.kind === 'remote') return 'ready';
  if (service.status === 'starting' || service.status === 'broken') return service.status;
  if (connection === null) return 'needsConnection';
  return service.status === 'running' ? 'ready' : 'starting';
}
