/**
 * The one Electron channel for calls, the two for events, and the two of the farewell: whether the window may go, and how many
 * steps it could not keep. Apart from the contract, so that the preload stays small.
 */
export const IPC = {
  call: 'studio:call',
  change: 'studio:change',
  command: 'studio:command',
  leaving: 'studio:leaving',
  left: 'studio:left',
} as const;

/** The scheme and the host that the window's page and the library's files are served under. */
export const APP_SCHEME = 'app';
export const APP_HOST = 'studio';

/** A file of the library as the page may fetch it, with ranges: `app://studio/files/<bytesId>`. */
export const fileUrl = (bytesId: string): string => `${APP_SCHEME}://${APP_HOST}/files/${encodeURIComponent(bytesId)}`;

/** A picture of a layout as it is shown, by the hash of its bytes: its long side 320, 1024 or 2048 pixels. */
export const previewUrl = (hash: string, px: number): string => `${APP_SCHEME}://${APP_HOST}/previews/${hash}/${px}`;
