import { BrowserWindow, nativeTheme, screen } from 'electron';
import { HOME_URL } from './app-scheme.ts';
import { BLINK_FEATURES_OFF } from './unused-powers.ts';
import { SMALLEST, fitPlace, type WindowPlace } from './window-place.ts';

/** The grounds of the page's two themes, so that no white flash comes before the first paint. */
const GROUND = { light: '#f6f7f9', dark: '#15171b' } as const;

export interface WindowOptions {
  readonly preload: string;
  readonly place: WindowPlace;
  readonly title: string;
  readonly keepPlace: (place: WindowPlace) => void;
}

/** The studio's one window: sandboxed, isolated, without Node, on the app's own scheme. */
export function openWindow(options: WindowOptions): BrowserWindow {
  const screens = screen.getAllDisplays().map((display) => display.workArea);
  const place = fitPlace(options.place, screens);
  const window = new BrowserWindow({
    width: place.width,
    height: place.height,
    ...(place.x === null || place.y === null ? {} : { x: place.x, y: place.y }),
    minWidth: Math.min(SMALLEST.width, place.width),
    minHeight: Math.min(SMALLEST.height, place.height),
    title: options.title,
    backgroundColor: nativeTheme.shouldUseDarkColors ? GROUND.dark : GROUND.light,
    show: false,
    webPreferences: {
      preload: options.preload,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webviewTag: false,
      spellcheck: false,
      webgl: false,
      enableWebSQL: false,
      disableBlinkFeatures: BLINK_FEATURES_OFF,
    },
  });
  window.once('ready-to-show', () => {
    if (place.maximized) window.maximize();
    window.show();
  });
  // The title carries the environment's word: the page has no say in it.
  window.on('page-title-updated', (event) => event.preventDefault());
  window.on('close', () => {
    const { x, y, width, height } = window.getNormalBounds();
    options.keepPlace({ x, y, width, height, maximized: window.isMaximized() });
  });
  nativeTheme.on('updated', () => {
    if (!window.isDestroyed()) window.setBackgroundColor(nativeTheme.shouldUseDarkColors ? GROUND.dark : GROUND.light);
  });
  void window.loadURL(HOME_URL);
  return window;
}
