import { shell } from 'electron';

/** Shows a file in the system's file manager. Callers name a file of the library, never a path from the page. */
export function revealFile(path: string): void {
  shell.showItemInFolder(path);
}

export async function revealFolder(path: string): Promise<void> {
  await shell.openPath(path);
}
