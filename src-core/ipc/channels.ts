/** The one Electron channel for calls, and the two for events. Apart from the contract, so that the preload stays small. */
export const IPC = { call: 'studio:call', change: 'studio:change', command: 'studio:command' } as const;

/** The scheme and the host that the window's page and the library's files are served under. */
export const APP_SCHEME = 'app';
export const APP_HOST = 'studio';

/** A file of the library as the page may fetch it, with ranges: `app://studio/files/<fileId>`. */
export const fileUrl = (fileId: string): string => `${APP_SCHEME}://${APP_HOST}/files/${encodeURIComponent(fileId)}`;
