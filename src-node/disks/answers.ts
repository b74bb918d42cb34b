import { closeSync, fstatSync, openSync, readdirSync, readSync, realpathSync, statfsSync, statSync } from 'node:fs';
import { type Entry, entryOf, type Found, foundOf } from './found.ts';

export type DiskQuestion =
  | {
      /** `disk`: whether it answers at all. Systems remember much of what they asked of one that is gone by now. */
      readonly about: 'disk' | 'stat' | 'list' | 'place' | 'open';
      readonly path: string;
    }
  | { readonly about: 'read'; readonly file: number; readonly offset: number; readonly length: number }
  | { readonly about: 'opened' | 'close'; readonly file: number };

/** A file's descriptor, which every thread of the process may use and close, and the file as it was when it was opened. */
export interface OpenedAtDisk {
  readonly file: number;
  readonly found: Found;
}

export type DiskAnswer = Found | OpenedAtDisk | Uint8Array<ArrayBuffer> | readonly Entry[] | string | null;

/** Waits for the disk itself. */
export const answersTo = (questions: readonly DiskQuestion[]): DiskAnswer[] =>
  questions.map((question) => {
    try {
      return answerTo(question);
    } catch {
      return null;
    }
  });

function answerTo(question: DiskQuestion): DiskAnswer {
  switch (question.about) {
    case 'disk':
      statfsSync(question.path);
      return null;
    case 'stat': {
      const found = statSync(question.path, { throwIfNoEntry: false });
      return found === undefined ? null : foundOf(found, question.path);
    }
    case 'list':
      return readdirSync(question.path, { withFileTypes: true }).map(entryOf);
    case 'place':
      return realpathSync.native(question.path);
    case 'open':
      return opened(question.path);
    case 'opened':
      return foundOf(fstatSync(question.file), null);
    case 'read': {
      const bytes = new Uint8Array(question.length);
      return bytes.subarray(0, readSync(question.file, bytes, 0, question.length, question.offset));
    }
    case 'close':
      closeSync(question.file);
      return null;
  }
}

function opened(path: string): OpenedAtDisk {
  const file = openSync(path, 'r');
  try {
    return { file, found: foundOf(fstatSync(file), null) };
  } catch (error) {
    closeSync(file);
    throw error;
  }
}
