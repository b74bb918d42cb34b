import { app, type Session, type WebContents } from 'electron';
import { isAppUrl } from './app-scheme.ts';
import type { Development } from './development.ts';
import { CHROMIUM_SWITCHES } from './unused-powers.ts';

/** The one thing that the page may ask of the system: putting text on the clipboard. */
const ALLOWED_PERMISSION = 'clipboard-sanitized-write';

/** To be called before Electron is ready: later Chromium has read its command line. */
export function cutOffChromium(development: Development | undefined): void {
  for (const [name, value] of development?.chromiumSwitches ?? CHROMIUM_SWITCHES)
    app.commandLine.appendSwitch(name, value);
}

/**
 * Every page that is ever made stays where it is: no navigation, no second window, no webview.
 *
 * @param home where a page is taken back to that got away all the same: Chromium asks nobody before `about:blank`
 */
export function refuseNavigation(home: string, development: Development | undefined): void {
  const refuse = (event: { readonly url: string; preventDefault: () => void }): void => {
    if (development?.mayReload !== true || !isAppUrl(event.url) || new URL(event.url).pathname !== '/')
      event.preventDefault();
  };
  app.on('web-contents-created', (_event, contents) => {
    contents.on('will-navigate', refuse);
    contents.on('will-frame-navigate', refuse);
    contents.on('will-redirect', (event) => event.preventDefault());
    contents.on('will-attach-webview', (event) => event.preventDefault());
    contents.on('did-navigate', (_navigation, address) => {
      if (!isAppUrl(address)) void contents.loadURL(home);
    });
    contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp');
    contents.setWindowOpenHandler(() => ({ action: 'deny' }));
  });
}

/** Electron grants permissions unless told otherwise; and nothing that a page loads may come from a network. */
export function refuseTheOutside(session: Session, development: Development | undefined): void {
  session.setPermissionRequestHandler((contents, permission, answer) => answer(isAllowed(contents, permission)));
  session.setPermissionCheckHandler((contents, permission) => isAllowed(contents, permission));
  session.setDevicePermissionHandler(() => false);
  session.setBluetoothPairingHandler((_details, answer) => answer({ confirmed: false }));
  // No handler for displays means that asking for one is refused; and no dictionary is ever fetched.
  session.setSpellCheckerEnabled(false);
  session.webRequest.onBeforeRequest((details, answer) =>
    answer({ cancel: !isLocal(details.url) && development?.reaches(details.url) !== true }),
  );
  session.on('will-download', (event) => event.preventDefault());
}

function isAllowed(contents: WebContents | null, permission: string): boolean {
  return permission === ALLOWED_PERMISSION && contents !== null && isAppUrl(contents.getURL());
}

function isLocal(address: string): boolean {
  return (
    isAppUrl(address) || address.startsWith('blob:') || address.startsWith('data:') || address.startsWith('devtools:')
  );
}
