import { ipcMain, type BrowserWindow, type IpcMainEvent } from 'electron';
import type { Command } from '../../src-core/commands.ts';
import type { Change } from '../../src-core/ipc/contract.ts';
import { IPC } from '../../src-core/ipc/channels.ts';
import { unkeptOf } from '../../src-core/ipc/last-words.ts';
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

/** A window that says nothing for so long is not waited for: its own work may be what hangs, or a disk that takes its time. */
const ANSWER_LIMIT_MS = 5_000;

/** Lets the window keep what it still holds. Answers how many steps it could not; one that says nothing may hold some. */
export function lastWordsOf({ webContents }: BrowserWindow): Promise<number> {
  // Nothing is held by one that is gone, or not there yet.
  if (webContents.isCrashed() || webContents.isLoadingMainFrame()) return Promise.resolve(0);
  return new Promise((resolve) => {
    const end = (unkept: number): void => {
      clearTimeout(timer);
      ipcMain.off(IPC.left, heard);
      webContents.off('destroyed', gone);
      resolve(unkept);
    };
    const heard = (event: IpcMainEvent, answer: unknown): void => {
      if (event.sender === webContents && event.senderFrame?.parent === null) end(unkeptOf(answer));
    };
    const gone = (): void => end(0);
    const timer = setTimeout(() => end(unkeptOf(null)), ANSWER_LIMIT_MS);
    ipcMain.on(IPC.left, heard);
    webContents.once('destroyed', gone);
    webContents.send(IPC.leaving);
  });
}
