import type { BookFile } from '../../../src-core/ipc/subjects/library.ts';
import { createStore } from '../../ui/store.ts';

type Stamped = Pick<BookFile, 'fileId' | 'sizeBytes' | 'modifiedAtMs'>;

/** Size and time of writing: `bytesId` becomes another one when a check ends, without a byte having changed. */
const stampOf = ({ sizeBytes, modifiedAtMs }: Stamped): string => `${sizeBytes} ${modifiedAtMs}`;

/** Files that were opened in another program, and the stamp that each had then, while this window lives. */
export const awaitedFiles = createStore<ReadonlyMap<string, string>>(new Map());

export function awaitNewVersion(file: Stamped): void {
  awaitedFiles.set((former) => new Map(former).set(file.fileId, stampOf(file)));
}

export function awaitNoLonger(fileId: string): void {
  awaitedFiles.set((former) => new Map([...former].filter(([other]) => other !== fileId)));
}

/** Waiting for a new version, or one that has come; null: nobody waits. */
export function useAwaited(file: Stamped): 'waiting' | 'come' | null {
  const stamp = awaitedFiles.useWith((awaited) => awaited.get(file.fileId));
  if (stamp === undefined) return null;
  return stamp === stampOf(file) ? 'waiting' : 'come';
}
