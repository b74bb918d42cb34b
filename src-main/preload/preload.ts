import { contextBridge, ipcRenderer, webFrame, webUtils } from 'electron';
import type { z } from 'zod';
import type { Command } from '../../src-core/commands.ts';
import type { Call, Change, Contract, StudioBridge, WireError, replySchema } from '../../src-core/ipc/contract.ts';
import type { ReadNotes, RowsTable } from '../../src-core/ipc/subjects/layouts.ts';
import type { Opened } from '../../src-core/desk/job-package.ts';
import { IPC } from '../../src-core/ipc/channels.ts';
import { lastWords } from '../../src-core/ipc/last-words.ts';

type Reply = z.infer<typeof replySchema>;

/** Interfaces without a switch: the page's own world does without them (shell/unused-powers.ts has the others). */
const INTERFACES_TAKEN_AWAY = [
  'RTCPeerConnection',
  'webkitRTCPeerConnection',
  'RTCDataChannel',
  'RTCSessionDescription',
  'RTCIceCandidate',
  'openDatabase',
  'WebTransport',
  'IdleDetector',
  'MediaRecorder',
  'AudioContext',
  'SpeechSynthesisUtterance',
  'speechSynthesis',
  'getScreenDetails',
] as const;

/** Paths come from dropped files alone: a page that names one is refused before the main process hears of it. */
const ADD_PATHS = 'imports.addPaths';
const ADD_PICTURES = 'layouts.addPictures';
const READ_NOTES = 'layouts.readNotes';
const READ_TABLE = 'layouts.readTable';
const OPEN_PACKAGE = 'packages.openPath';
const WITH_PATHS: ReadonlySet<string> = new Set([ADD_PATHS, ADD_PICTURES, READ_NOTES, READ_TABLE, OPEN_PACKAGE]);

async function send(channel: string, input: unknown): Promise<unknown> {
  const reply = (await ipcRenderer.invoke(IPC.call, { channel, input })) as Reply;
  if (reply.ok) return reply.value;
  throw reply.error;
}

function refused(): Promise<never> {
  const error: WireError = { code: 'IPC_BAD_INPUT', text: { key: 'shell.error.badInput' } };
  return Promise.reject(error);
}

function listen<T>(channel: string, listener: (value: T) => void): () => void {
  const heard = (_event: unknown, value: T): void => listener(value);
  ipcRenderer.on(channel, heard);
  return () => void ipcRenderer.removeListener(channel, heard);
}

/** Null: the page holds nothing that is not kept. */
let keepBeforeLeaving: (() => Promise<number>) | null = null;
ipcRenderer.on(IPC.leaving, () => {
  void lastWords(keepBeforeLeaving).then((unkept) => ipcRenderer.send(IPC.left, unkept));
});

const pathsOf = (files: readonly object[]): string[] =>
  files.map((file) => webUtils.getPathForFile(file as File)).filter((path) => path !== '');

const bridge: StudioBridge = {
  // The main process checks channel, input and output against the contract: here the types stand for them.
  call: ((channel: keyof Contract, input: unknown) =>
    WITH_PATHS.has(channel) ? refused() : send(channel, input)) as Call,
  onChange: (listener) => listen<Change>(IPC.change, listener),
  onCommand: (listener) => listen<Command>(IPC.command, listener),
  onLeaving: (keep) => {
    keepBeforeLeaving = keep;
    return () => {
      if (keepBeforeLeaving === keep) keepBeforeLeaving = null;
    };
  },
  importDropped: async (files) => {
    return (await send(ADD_PATHS, { paths: pathsOf(files) })) as { importId: string };
  },
  packageDropped: async (file) => (await send(OPEN_PACKAGE, { path: pathsOf([file])[0] ?? '' })) as Opened | null,
  layoutDropped: async (bookId, files) =>
    (await send(ADD_PICTURES, { bookId, paths: pathsOf(files) })) as { intakeId: string },
  notesDropped: async (bookId, proof, file) =>
    (await send(READ_NOTES, { bookId, proof, path: pathsOf([file])[0] ?? '' })) as ReadNotes,
  tableDropped: async (bookId, file) =>
    (await send(READ_TABLE, { bookId, path: pathsOf([file])[0] ?? '' })) as RowsTable,
};

contextBridge.exposeInMainWorld('studio', bridge);
// Runs before the page's first script, in the page's own world.
void webFrame.executeJavaScript(
  `for (const name of ${JSON.stringify(INTERFACES_TAKEN_AWAY)}) delete globalThis[name];`,
);
