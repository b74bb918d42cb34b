import { app, type BrowserWindow } from 'electron';
import type { TaskbarPort } from './taskbar.ts';

/** Dock, task bar and launcher: each shows what it can, and Electron leaves out the rest. */
export const systemTaskbar = (withWindow: (run: (window: BrowserWindow) => void) => void): TaskbarPort => ({
  setProgress: (share, mode) => withWindow((window) => window.setProgressBar(share, { mode })),
  setBadge: (count) => void app.setBadgeCount(count),
});
