import { mkdirSync, readFileSync } from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import { join } from 'node:path';
import { HttpExecutor, type CancellationToken } from 'builder-util-runtime';
import type { AppUpdater, BaseUpdater } from 'electron-updater';
import { AppError, type AppErrorCode } from '../../src-core/desk/app-errors.ts';
import { mayCarryKey } from '../../src-core/desk/key-carrier.ts';
import type { Log } from '../../src-core/ports.ts';
import { writeSmallFile } from '../../src-node/small-file.ts';
import type { Updater } from './updates.ts';

export type PackageKind = 'deb' | 'AppImage' | 'nsis' | 'mac';

export interface RunningApp {
  readonly version: string;
  readonly name: string;
  /** As certificates have it: on Windows a package of another's is refused. */
  readonly publisher: string;
  readonly quit: () => void;
  /** Starts the program once more after its end; `program`: another file than the running one. */
  readonly relaunch: (program?: string) => void;
}

/** By which package this program was installed; null: by none that could replace it. */
export function packageKind(
  platform: NodeJS.Platform,
  resourcesDir: string,
  env: Readonly<Record<string, string | undefined>>,
): PackageKind | null {
  if (platform === 'win32') return 'nsis';
  if (platform === 'darwin') return 'mac';
  if (env['APPIMAGE'] !== undefined) return 'AppImage';
  try {
    return readFileSync(join(resourcesDir, 'package-type'), 'utf8').trim() === 'deb' ? 'deb' : null;
  } catch {
    return null;
  }
}

/** What electron-updater adds to every request. */
const COMPUTERS_NUMBER = 'x-user-staging-id';

/** More than any list of versions has; what answers with more is something else. */
const LIST_BYTES = 1024 * 1024;

/** How long macOS may take to unpack what was fetched, before the studio closes without it. */
const STAGED_MS = 120_000;

/**
 * electron-updater for one feed. What it keeps lies in `dir`, which it gets for itself. Node asks and not Chromium, which is cut off from
 * every network (docs/decisions/0073-updates.md).
 */
export function packageUpdater(kind: PackageKind, feed: string, dir: string, app: RunningApp, log: Log): Updater {
  let version: string | null = null;
  let packageBytes = Number.POSITIVE_INFINITY;
  let file = '';
  let made: Promise<AppUpdater> | null = null;
  const executor = new NodeExecutor();
  const updater = (): Promise<AppUpdater> => (made ??= make(kind, feed, dir, app, executor, log));
  const fault = (error: unknown): AppError => describe(error, { address: feed, version: version ?? '' });
  return {
    look: async () => {
      try {
        executor.mostBytes = LIST_BYTES;
        const found = await (await updater()).checkForUpdates();
        packageBytes = Math.max(...(found?.updateInfo.files ?? []).map(({ size }) => size ?? Number.POSITIVE_INFINITY));
        version = found?.isUpdateAvailable === true ? found.updateInfo.version : null;
        return version;
      } catch (error) {
        throw fault(error);
      }
    },
    download: async (told) => {
      const does = await updater();
      const listen = ({ percent }: { readonly percent: number }): void => told(percent);
      does.on('download-progress', listen);
      try {
        executor.mostBytes = packageBytes;
        [file = ''] = await does.downloadUpdate();
      } catch (error) {
        throw fault(error);
      } finally {
        does.off('download-progress', listen);
      }
    },
    install: async (opensAnew) => {
      const does = await updater();
      // It stands between such marks in what a shell is given to do as root.
      if (kind === 'deb' && file.includes("'")) throw new Error(`the system cannot be given ${file}`);
      if (kind === 'mac') await staged(does, opensAnew);
      else if (kind === 'AppImage') replaced(does as BaseUpdater, opensAnew, app);
      // Debian's is installed now, that for Windows waits for the end of this program.
      else if (!(does as BaseUpdater).install(true, opensAnew)) throw new Error('the package was not installed');
    },
  };
}

/** electron-updater would start the new file beside this program, which still holds the data folder. */
function replaced(does: BaseUpdater, opensAnew: boolean, app: RunningApp): void {
  let program = process.env['APPIMAGE'];
  does.once('appimage-filename-updated', (path) => {
    program = path;
  });
  if (!does.install(true, false)) throw new Error('the file was not replaced');
  if (opensAnew) app.relaunch(program);
}

/** Squirrel.Mac takes what was fetched and ends this program. Rejects where it does not come to that. */
function staged(does: AppUpdater, opensAnew: boolean): Promise<never> {
  does.autoRunAppAfterInstall = opensAnew;
  return new Promise((_ended, reject) => {
    const timer = setTimeout(() => reject(new Error('macOS did not take the package in time')), STAGED_MS);
    does.once('error', (error) => {
      clearTimeout(timer);
      reject(error);
    });
    does.quitAndInstall();
  });
}

async function make(
  kind: PackageKind,
  feed: string,
  dir: string,
  app: RunningApp,
  executor: NodeExecutor,
  log: Log,
): Promise<AppUpdater> {
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const settings = join(dir, 'feed.json');
  // JSON is YAML, which is what it reads.
  writeSmallFile(
    settings,
    JSON.stringify({ provider: 'generic', url: feed, updaterCacheDirName: 'fetched', publisherName: [app.publisher] }),
  );
  const adapter = {
    version: app.version,
    name: app.name,
    isPackaged: true,
    appUpdateConfigPath: settings,
    userDataPath: dir,
    baseCachePath: dir,
    whenReady: async () => undefined,
    relaunch: () => app.relaunch(),
    quit: app.quit,
    onQuit: () => undefined,
  };
  const { AppImageUpdater, DebUpdater, MacUpdater, NsisUpdater } = (await import('electron-updater')).default;
  const Kind = { deb: DebUpdater, AppImage: AppImageUpdater, nsis: NsisUpdater, mac: MacUpdater }[kind];
  const does: AppUpdater = new Kind(null as never, adapter);
  Object.assign(does, { httpExecutor: executor });
  does.autoDownload = false;
  does.autoInstallOnAppQuit = false;
  // A release has no lists of blocks.
  does.disableDifferentialDownload = true;
  does.logger = {
    info: () => undefined,
    warn: (message: unknown) => log.write('warn', 'updates', { message: String(message) }),
    error: (message: unknown) => log.write('warn', 'updates', { message: String(message) }),
  };
  // Without a listener an event of this name is thrown; every call here has its own way of telling.
  does.on('error', () => undefined);
  return does;
}

/** Asks over TLS, or this computer itself, also where it is sent on to. */
class NodeExecutor extends HttpExecutor<http.ClientRequest> {
  /** Of an answer: whoever sends more is not listened to any further. */
  mostBytes = LIST_BYTES;

  createRequest(options: http.RequestOptions, callback: (response: http.IncomingMessage) => void): http.ClientRequest {
    const parts = {
      protocol: options.protocol ?? 'https:',
      hostname: options.hostname ?? options.host ?? '',
      username: '',
      password: '',
    };
    if (!mayCarryKey(parts))
      throw new Error(`${parts.protocol}//${parts.hostname} is not asked: neither TLS nor this computer`);
    // A number by which this computer would be known from one look to the next.
    const { [COMPUTERS_NUMBER]: _number, ...headers } = { ...options.headers } as http.OutgoingHttpHeaders;
    const most = this.mostBytes;
    const request = (parts.protocol === 'https:' ? https : http).request({ ...options, headers }, (response) => {
      let bytes = 0;
      response.on('data', (chunk: Buffer | string) => {
        bytes += chunk.length;
        if (bytes > most) request.destroy(new Error(`more than ${most} bytes came`));
      });
      callback(response);
    });
    return request;
  }

  /** To a file; electron-updater has this in the executor of Chromium alone. */
  async download(
    url: URL,
    destination: string,
    options: Parameters<HttpExecutor<http.ClientRequest>['downloadToBuffer']>[1],
  ): Promise<string> {
    const token: CancellationToken = options.cancellationToken;
    return token.createPromise<string>((resolve, reject, onCancel) => {
      const { protocol, hostname, port, pathname, search } = url;
      this.doDownload(
        {
          protocol,
          hostname,
          ...(port === '' ? {} : { port }),
          path: pathname + search,
          headers: options.headers ?? {},
        },
        {
          destination,
          options,
          onCancel,
          // Of a file that was closed well it is undefined, whatever its type says.
          callback: (error) => (error instanceof Error ? reject(error) : resolve(destination)),
          responseHandler: null,
        },
        0,
      );
    });
  }
}

/** electron-updater's errors, by their codes, as the table's. */
function describe(error: unknown, params: { readonly address: string; readonly version: string }): AppError {
  const { code = '', message = String(error) } = error as { readonly code?: string; readonly message?: string };
  const reason = message.split('\n', 1)[0] ?? '';
  const of = (name: AppErrorCode): AppError => new AppError(name, { params: { ...params, reason }, cause: error });
  if (code === 'ENOSPC') return of('UPDATE_NO_ROOM');
  if (code === 'ERR_CHECKSUM_MISMATCH' || code === 'ERR_UPDATER_INVALID_SIGNATURE') return of('UPDATE_DAMAGED');
  if (/^HTTP_ERROR_4|^ERR_UPDATER_(CHANNEL|INVALID|NO_FILES|ASSET|LATEST)/.test(code)) return of('UPDATE_NO_FEED');
  return of('UPDATE_UNREACHABLE');
}
