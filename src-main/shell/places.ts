import { join, resolve } from 'node:path';

/** Where the built parts lie, seen from `dist/main/main.js`. */
export interface Places {
  readonly pageRoot: string;
  readonly preload: string;
  readonly service: string;
  /** Writes the database of a service that does not run. */
  readonly portable: string;
  readonly preflightWorker: string;
  readonly diskWorker: string;
  readonly pictureWorker: string;
  readonly exportWorker: string;
  readonly deskMigrations: string;
  readonly samples: string;
  /** The catalogues and the fonts that reports are written with. */
  readonly locales: string;
  readonly fonts: string;
  readonly catalogue: string;
  /** The template catalogue, and its drawings. */
  readonly themes: string;
  readonly graphics: string;
  /** The network that finds faces. */
  readonly faces: string;
  /** As this system's tray takes it. */
  readonly trayIcon: string;
  /** The licences of the parts of others, for people to read. */
  readonly notices: string;
}

/**
 * @param mainDir the folder of the running `main.js`
 * @param resourcesDir where a packaged app's loose files lie; null when the app runs from its source tree
 */
export function placesOf(mainDir: string, resourcesDir: string | null): Places {
  const dist = resolve(mainDir, '..');
  const resources = resourcesDir ?? resolve(dist, '../resources');
  return {
    pageRoot: join(dist, 'renderer'),
    preload: join(dist, 'preload/preload.cjs'),
    service: join(dist, 'service/embedded.js'),
    portable: join(dist, 'service/portable.js'),
    preflightWorker: join(mainDir, 'preflight-worker.js'),
    diskWorker: join(mainDir, 'disk-worker.js'),
    pictureWorker: join(mainDir, 'picture-worker.js'),
    exportWorker: join(mainDir, 'export-worker.js'),
    deskMigrations: join(mainDir, 'migrations'),
    samples: join(resources, 'samples'),
    locales: join(resources, 'locales'),
    fonts: join(resources, 'fonts'),
    catalogue: join(resources, 'catalogue/book-specs.json'),
    themes: join(resources, 'templates'),
    graphics: join(resources, 'templates/graphics'),
    faces: join(resources, 'faces'),
    trayIcon: join(resources, process.platform === 'win32' ? 'icons/icon.ico' : 'icons/linux/32x32.png'),
    notices: join(resourcesDir ?? dist, 'THIRD-PARTY-NOTICES.txt'),
  };
}

/** `--data-dir=DIR` or `STUDIO_DATA_DIR`: a data folder of one's own, so that two studios never share one. */
export function chosenDataDir(
  argv: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): string | null {
  const given =
    argv.findLast((one) => one.startsWith('--data-dir='))?.slice('--data-dir='.length) ??
    environment['STUDIO_DATA_DIR'];
  return given === undefined || given === '' ? null : resolve(given);
}
