import { ipcMain, type BrowserWindow } from 'electron';
import type { Command } from '../../src-core/commands.ts';
import type { Change } from '../../src-core/ipc/contract.ts';
import { IPC } from '../../src-core/ipc/channels.ts';
import { answerCall, type CallRules } from './answer-call.ts';

/** The one place that listens to the window. */
export function registerCalls(rules: CallRules): void {
  ipcMain.handle(IPC.call, (event, raw: unknown) => {
    const frame = event.senderFrame;
    return answerCall(rules, frame === null ? null : { url: frame.url, isMainFrame: frame.parent === null }, raw);
  });
}

export function sendChange(window: BrowserWindow, change: Change): void {
  if (!window.isDestroyed()) window.webContents.send(IPC.change, change);
}

/** What was chosen in the menu. */
export function sendCommand(window: BrowserWindow, command: Command): void {
  if (!window.isDestroyed()) window.webContents.send(IPC.command, command);
}
