import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { inspect } from 'node:util';
import {
  app,
  BrowserWindow,
  crashReporter,
  dialog,
  nativeTheme,
  powerMonitor,
  protocol,
  session,
  shell,
} from 'electron';
import { LINK_SCHEME } from '../../src-core/desk/deep-link.ts';
import { APP_SCHEME } from '../../src-core/ipc/channels.ts';
import type { Clock, Ids } from '../../src-core/ports.ts';
import { NOTHING_LEFT } from '../../src-core/desk/work-left.ts';
import type { Language } from '../../src-core/text-ref.ts';
import { TOPICS } from '../../src-core/ipc/channel-definition.ts';
import type { Handlers, Topic } from '../../src-core/ipc/contract.ts';
import { finishRestore } from '../../src-node/backup/finish-restore.ts';
import type { CreateDesk, DescribeDeskError, Desk } from '../desk/desk.ts';
import type { StoreOpening } from '../desk/store/open-store.ts';
import { isStoreError } from '../desk/store/examine-store.ts';
import { HOME_URL, answerAppRequest, isAppUrl } from './app-scheme.ts';
import { Arrivals } from './arrivals.ts';
import { Carried } from './carried.ts';
import { ChangeFeed } from './change-feed.ts';
import type { Development } from './development.ts';
import { CRASHES, dropOldDumps } from './crash-reports.ts';
import { DesktopNotices } from './desktop-notices.ts';
import { dialogsOver } from './dialogs.ts';
import { embeddedService } from './embedded-service.ts';
import { registerCalls, sendChange } from './ipc.ts';
import { FinishFirst } from './finish-first.ts';
import { heldBy, heldNow } from './held-process.ts';
import { openSecretStore } from './keychain.ts';
import { NextStart } from './next-start.ts';
import { packageKind, packageUpdater } from './package-updater.ts';
import { Updates } from './updates.ts';
import { NO_PRODUCT, productFacts } from './product-facts.ts';
import { cutOffChromium, refuseNavigation, refuseTheOutside } from './lockdown.ts';
import { LogFile } from './log-file.ts';
import { placesOf } from './places.ts';
import { closeBeforeQuit, type Quitting } from './quit.ts';
import type { ServiceHost } from './service-host.ts';
import { openSettings } from './settings.ts';
import { ShellError } from './shell-error.ts';
import { handlersWithoutDesk, shellHandlers, type ShellHandlerDeps } from './shell-handlers.ts';
import { handlersInTrouble } from './store-trouble.ts';
import { Sleep } from './sleep.ts';
import { keepHeapsSmall } from './small-heaps.ts';
import { systemDrag } from './system-drag.ts';
import { systemNotices } from './system-notices.ts';
import { systemPower } from './system-power.ts';
import { proxyOfSystem } from './system-proxy.ts';
import { systemTaskbar } from './system-taskbar.ts';
import { systemTray } from './system-tray.ts';
import { Launcher } from './launcher.ts';
import { systemLauncher } from './system-launcher.ts';
import { Taskbar, taskbarOf } from './taskbar.ts';
import { StudioTray, trayOf } from './tray.ts';
import { hasTray } from './tray-host.ts';
import { WindowClosing, hasWork } from './window-closing.ts';
import { StudioWindow } from './studio-window.ts';
import { sayIn, systemLanguage, type Say } from './texts.ts';

export interface StudioDeps {
  /** The folder of the running `main.js`. */
  readonly mainDir: string;
  /** A data folder of its own (`chosenDataDir`); null for the system's place. */
  readonly dataDir: string | null;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly random: () => number;
  readonly createDesk: CreateDesk;
  readonly describeDeskError: DescribeDeskError;
  /** Absent in the product. */
  readonly development?: Development;
}

/** What documents tell of; bytes that are on their way change none of them. */
const OF_DOCUMENTS: ReadonlySet<Topic> = new Set([
  'library',
  'orders',
  'orderRun',
  'manifests',
  'specs',
  'connections',
]);

/** Everything that must be said before Electron is ready; then the studio opens. */
export function runStudio(deps: StudioDeps): void {
  // Chromium does not run as root inside its sandbox, and its helpers must not be told otherwise than the app itself.
  // The window asks for the sandbox in any case.
  if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox();
  cutOffChromium(deps.development);
  keepHeapsSmall();
  protocol.registerSchemesAsPrivileged([
    { scheme: APP_SCHEME, privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true } },
  ]);
  refuseNavigation(HOME_URL, deps.development);
  // The lock is one a data folder, so the folder comes first.
  if (deps.dataDir !== null) app.setPath('userData', deps.dataDir);
  // What Chromium keeps goes to a folder of its own: the rest of the data folder is for people to read.
  // Other users of the computer have no business in it.
  mkdirSync(app.getPath('userData'), { recursive: true, mode: 0o700 });
  app.setPath('sessionData', join(app.getPath('userData'), 'window'));
  keepCrashes(join(app.getPath('userData'), CRASHES));
  if (!app.requestSingleInstanceLock()) {
    app.quit();
    return;
  }
  const arrivals = arrivalsOfSystem();
  void app
    .whenReady()
    .then(() => openStudio(deps, arrivals))
    .catch((error: unknown) => {
      const say = sayIn(systemLanguage(app.getPreferredSystemLanguages()));
      const reason = error instanceof Error ? error.message : String(error);
      // Where nobody sees a window somebody may read what it says.
      process.stderr.write(`${inspect(error)}\n`);
      dialog.showErrorBox(
        say('start.failedTitle'),
        say('start.failedText', { reason, folder: app.getPath('userData') }),
      );
      app.exit(1);
    });
}

/** Crashes of all processes are written to `folder` and nowhere else: nothing is sent. */
function keepCrashes(folder: string): void {
  app.setPath('crashDumps', folder);
  crashReporter.start({ uploadToServer: false });
  dropOldDumps(folder);
}

/** What the system asks this studio to open, from before its window on. */
function arrivalsOfSystem(): Arrivals {
  const folder = process.cwd();
  const arrivals = new Arrivals();
  arrivals.add(process.argv, folder);
  // Its words, and not the data that a start may add to them: with longer ones none arrive (Electron 33 on Linux).
  app.on('second-instance', (_event, words, ofSecond) => arrivals.add(words, ofSecond));
  // macOS, which starts no second one.
  app.on('open-file', (event, path) => {
    event.preventDefault();
    arrivals.add([path], folder);
  });
  app.on('open-url', (event, link) => {
    event.preventDefault();
    arrivals.add([link], folder);
  });
  // Elsewhere the package tells the system of links.
  if (process.platform === 'win32' && app.isPackaged) app.setAsDefaultProtocolClient(LINK_SCHEME);
  return arrivals;
}

async function openStudio(deps: StudioDeps, arrivals: Arrivals): Promise<void> {
  const { clock } = deps;
  const dataDir = app.getPath('userData');
  // A restore that the power cut off is carried out before anything of the data folder is opened.
  finishRestore(dataDir, clock.nowMs());
  const places = placesOf(deps.mainDir, app.isPackaged ? process.resourcesPath : null);
  const log = new LogFile(join(dataDir, 'logs/studio.log'), clock);
  // Electron would stop everything with a box that nobody understands. What is on the disk is whole at any moment.
  process.on('uncaughtException', (error) => log.write('error', 'an error that nothing caught', { error }));
  process.on('unhandledRejection', (error) => log.write('error', 'a rejection that nothing caught', { error }));
  const settings = openSettings(dataDir);
  const ofSystem = systemLanguage(app.getPreferredSystemLanguages());
  const language = (): Language =>
    settings.preferences.value.language === 'system' ? ofSystem : settings.preferences.value.language;
  const say = (): Say => sayIn(language());
  nativeTheme.themeSource = settings.preferences.value.theme;

  const secretStore = await openSecretStore({ log, scope: deps.dataDir });
  const proxyOf = await proxyOfSystem(process.env);
  // The desk reports changes while it opens, when there is no window yet to tell them to.
  let window: StudioWindow | null = null;
  const feed = new ChangeFeed({
    send: (change) => {
      if (change.topics.includes('status') || change.topics.includes('connections')) window?.retitle();
      if (desk !== null && (change.topics.includes('status') || change.topics.includes('queue'))) showAround();
      window?.with((open) => sendChange(open, change));
    },
    after: (delayMs, run) => void setTimeout(run, delayMs),
  });
  const deskDir = join(dataDir, 'desk');
  let desk: Desk | null = null;
  let service: ServiceHost | null = null;
  let quitting: Quitting | null = null;
  const nextStart = new NextStart({
    words: process.argv.slice(1),
    folder: process.cwd(),
    arrivals,
    relaunch: (how) => app.relaunch(how),
  });
  const theWindow: StudioWindow = new StudioWindow({
    preload: places.preload,
    settings,
    say,
    log,
    environment: () => desk?.environment() ?? null,
    mayLose: (unkept) =>
      dialogs.confirm({
        title: say()('unkept.title', { unkept }),
        text: say()('unkept.text'),
        yes: say()('unkept.leave'),
        no: say()('quit.stay'),
      }),
    closing: { decide: () => closing.decide() },
    opensLater: () => {
      const isClosing = quitting?.isClosing === true;
      if (isClosing) nextStart.want();
      return isClosing;
    },
    onThere: (isThere) => {
      isWindowThere = isThere;
      if (!isThere) notices.windowGoes();
      showAround();
    },
    onForeground: (isInFront) => {
      taskbar.showAgain();
      notices.setForeground(isInFront);
      desk?.setForeground(isInFront);
    },
    revealDataFolder: () => void shell.openPath(dataDir),
    notices: places.notices,
    showNotices: () => void shell.openPath(places.notices),
  });
  window = theWindow;
  const dialogs = dialogsOver(() => theWindow.open(), say);
  const taskbar = new Taskbar(systemTaskbar((run) => theWindow.with(run)));
  const notices = new DesktopNotices({
    port: systemNotices(),
    say,
    wanted: () => settings.preferences.value.notices,
    show: (command) => theWindow.show(command),
  });
  const finishFirst: FinishFirst = new FinishFirst({
    work: () => desk?.workLeft() ?? NOTHING_LEFT,
    every: (ms, run) => {
      const timer = setInterval(run, ms);
      return () => clearInterval(timer);
    },
    changed: () => feed.changed('status'),
    standsStill: (left) => notices.staysOpen(left),
    goesOn: () => notices.staysOpen(null),
    connectionChanged: () =>
      void dialogs.choose({
        title: say()('finish.connectionTitle'),
        text: say()('finish.connectionText'),
        ways: [{ way: 'stay', label: say()('quit.stay') }],
      }),
    quit: () => app.quit(),
  });
  const canHaveTray = () => hasTray(process.platform);
  const closing: WindowClosing = new WindowClosing({
    platform: process.platform,
    finishing: () => finishFirst.view,
    hasWork: () => desk !== null && hasWork(desk),
    hasTray: canHaveTray,
    wish: () => settings.preferences.value.closing,
    keepWish: (wish) => {
      settings.preferences.remember({ ...settings.preferences.value, closing: wish }, log);
      feed.changed('preferences');
    },
    dialogs,
    say,
  });
  const tray = new StudioTray(systemTray(places.trayIcon), (does) => {
    if (does === 'open') theWindow.toFront();
    if (does === 'quit') app.quit();
    if (does === 'pause' || does === 'resume') turnQueue(does);
  });
  const turnQueue = (turn: 'pause' | 'resume'): void => {
    if (turn === 'pause') void desk?.handlers['queue.pause']({ how: 'afterThisFile' });
    else void desk?.handlers['queue.resume']({});
  };
  const launcher = new Launcher(systemLauncher(process.platform), (does) => {
    if (does === 'pause' || does === 'resume') turnQueue(does);
    else theWindow.show(does);
  });
  let isWindowThere = false;
  /** What stands beside the window, and in its place. */
  const showAround = (): void => {
    if (desk === null) return;
    const status = desk.statusSnapshot();
    taskbar.show(taskbarOf(status));
    launcher.show(status, say());
    const how = { title: theWindow.title(), isFinishing: finishFirst.view !== null, say: say() };
    tray.show(closing.isInTray && !isWindowThere ? trayOf(status, how) : null);
  };
  const sleep = new Sleep({
    port: systemPower(),
    isBusy: () => desk?.isBusy() ?? false,
    wake: () => void desk?.wake().catch((error: unknown) => log.write('error', 'looking around failed', { error })),
    note: (what) => log.write('info', what),
  });
  const kind = app.isPackaged ? packageKind(process.platform, process.resourcesPath, process.env) : null;
  // What runs from sources has no manifest of a product beside it.
  const { updateFeed, publisher } = kind === null ? NO_PRODUCT : productFacts(app.getAppPath());
  const updates = new Updates({
    kept: settings.updates,
    productFeed: updateFeed,
    version: app.getVersion(),
    updaterOf:
      kind === null
        ? null
        : (feed) =>
            packageUpdater(
              kind,
              feed,
              join(dataDir, 'updates'),
              {
                version: app.getVersion(),
                name: app.getName(),
                publisher,
                quit: () => app.quit(),
                relaunch: (program) => nextStart.want(program),
              },
              log,
            ),
    clock,
    after: (delayMs, run) => {
      const timer = setTimeout(run, delayMs);
      return () => clearTimeout(timer);
    },
    changed: () => feed.changed('updates'),
    openAnew: () => nextStart.want(),
    log,
  });
  const carried = new Carried({ dataDir, clock, ids: deps.ids, log, port: systemDrag(() => theWindow.open()) });
  const shellDeps = {
    deskMigrations: places.deskMigrations,
    settings,
    updates,
    carried,
    finishFirst,
    quitNow: () => quitting?.quitNow(),
    quitForUpdate: async () => (await quitting?.quitAfter(async () => undefined, { isForUpdate: true })) ?? false,
    arrivals,
    dialogs,
    hasTray: canHaveTray,
    clock,
    say,
    language,
    about: {
      version: app.getVersion(),
      runtime: `Electron ${process.versions.electron}`,
      platform: process.platform === 'darwin' || process.platform === 'win32' ? process.platform : 'linux',
      systemLanguage: ofSystem,
      secretStore: secretStore.state,
      dataFolder: dataDir,
    },
    applyPreferences: ({ theme }) => {
      nativeTheme.themeSource = theme;
      theWindow.retitle();
      theWindow.remakeMenu();
      showAround();
    },
    showSteps: (steps) => theWindow.showSteps(steps),
    changed: (...topics) => feed.changed(...topics),
    revealFile: (path) => shell.showItemInFolder(path),
    revealFolder: async (path) => void (await shell.openPath(path)),
    openPath: (path) => shell.openPath(path),
    openExternal: (address) => shell.openExternal(address),
    openAnewAfter: async (before) =>
      (await quitting?.quitAfter(async () => {
        await before();
        nextStart.want();
      })) ?? false,
  } satisfies Omit<ShellHandlerDeps, 'desk' | 'service'>;

  /** Opens the desk, or what the window can ask while its store cannot be opened. */
  const begin = async (opening: StoreOpening): Promise<Handlers> => {
    try {
      const opened = await deps.createDesk({
        appVersion: app.getVersion(),
        opening,
        dataDir: deskDir,
        measures: join(dataDir, 'measures'),
        formerSandboxes: join(dataDir, 'former-sandboxes'),
        layouts: {
          folder: join(dataDir, 'layouts'),
          previews: join(dataDir, 'previews'),
          pictureWorkerUrl: pathToFileURL(places.pictureWorker),
          exportWorkerUrl: pathToFileURL(places.exportWorker),
          themesFolder: places.themes,
          graphicsFolder: places.graphics,
          facesFolder: places.faces,
        },
        migrationsFolder: places.deskMigrations,
        catalogueFile: places.catalogue,
        samplesFolder: places.samples,
        reportPlaces: { locales: places.locales, fonts: places.fonts },
        preflightWorkerUrl: pathToFileURL(places.preflightWorker),
        diskWorkerUrl: pathToFileURL(places.diskWorker),
        secretStore,
        proxyOf,
        clock,
        ids: deps.ids,
        random: deps.random,
        log,
        orderHoldMs: () => settings.preferences.value.orderHoldSeconds * 1_000,
        onChange: (topics) => {
          if (topics.some((topic) => OF_DOCUMENTS.has(topic))) carried.forget();
          feed.changed(...topics);
          sleep.mayHaveChanged();
        },
        onNews: (news) => notices.tell(news.notices, news.over),
      });
      desk = opened;
      service = embeddedService({ places, dataDir, clock, log, desk: opened, changed: () => feed.changed('status') });
      return {
        ...opened.handlers,
        'imports.addPaths': ({ paths }) => opened.handlers['imports.addPaths']({ paths: carried.foreign(paths) }),
        ...shellHandlers({ ...shellDeps, desk: opened, service }),
      };
    } catch (error) {
      if (!isStoreError(error)) throw error;
      log.write('error', 'the library could not be opened', { code: error.code, error });
      return handlersInTrouble({
        error,
        deskDir,
        logFile: join(dataDir, 'logs/studio.log'),
        nowMs: () => clock.nowMs(),
        others: handlersWithoutDesk(shellDeps),
        openAgain: async (how) => {
          handlers = await begin(how);
          feed.changed(...TOPICS);
          aside(startBuiltIn());
        },
      });
    }
  };
  const startBuiltIn = async (): Promise<void> => {
    if (desk === null || service === null) return;
    const connections = await desk.handlers['connections.list']({});
    if (!connections.some((one) => one.kind === 'builtIn')) return;
    // A start that fails is told by `app.status`.
    await service.start(settings.service.value).catch(() => undefined);
    feed.changed('status', 'connections');
  };
  const aside = (work: Promise<void>) =>
    void work.catch((error: unknown) => log.write('error', 'the built-in service was not started', { error }));
  let handlers = await begin('whole');

  refuseTheOutside(session.defaultSession, deps.development);
  protocol.handle(
    APP_SCHEME,
    answerAppRequest({
      pageRoot: places.pageRoot,
      fonts: places.fonts,
      fileOf: async (bytesId) => (await desk?.placeOf(bytesId)) ?? null,
      openFile: async (path) => (await desk?.openFile(path)) ?? null,
      previewOf: async (hash, px) => desk?.preview(hash, px) ?? null,
      development: deps.development,
    }),
  );
  registerCalls({
    get handlers() {
      return handlers;
    },
    isTrusted: (sender) => isAppUrl(sender.url),
    describe: (error) => (error instanceof ShellError ? error.toWire() : deps.describeDeskError(error)),
    log,
  });
  quitting = closeBeforeQuit({
    electron: { app, powerMonitor, BrowserWindow },
    desk: () => desk,
    service: () => service,
    dialogs,
    finishFirst,
    staysWithoutWindow: () => closing.staysWithoutWindow,
    takeLeave: (how) => theWindow.takeLeave(how),
    stays: () => theWindow.stays(),
    silence: () => {
      feed.stop();
      sleep.close();
    },
    afterRest: () => updates.finish(),
    nextStart,
    heldBy,
    heldNow,
    endByForce: () => process.kill(process.pid, 'SIGKILL'),
    say,
    log,
  });
  arrivals.onChange = () => feed.changed('arrivals');
  app.on('second-instance', () => theWindow.toFront());
  app.on('open-file', () => theWindow.toFront());
  app.on('open-url', () => theWindow.toFront());
  app.on('activate', () => theWindow.toFront());
  theWindow.remakeMenu();
  theWindow.open();
  updates.begin();
  void carried.sweep();
  deps.development?.opened({ restartService: async () => service?.restart() });
  await startBuiltIn();
}
