import { copyFile, mkdir, rename, rm } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import type { LayoutPicture } from '../../../src-core/layout/document.ts';
import { endingOf } from '../../../src-node/pictures/layout-picture.ts';
import { folderNameOf, type ProjectFolder } from './project-folder.ts';

export type CopiedFacts = Pick<LayoutPicture, 'name' | 'mimeType'> & { readonly key: string };

/** On their way. Whoever wants the same copy at the same time is given that one: two would write one file. */
const underWay = new Map<string, Promise<void>>();

/**
 * Copies a picture into its project, under the name that the operator knows. Answers its path as the project keeps it. Throws what
 * the file system throws; nothing of the copy is left then.
 */
export async function copyIntoProject(folder: ProjectFolder, path: string, facts: CopiedFacts): Promise<string> {
  const { key, name, mimeType } = facts;
  const stem = folderNameOf(basename(name, extname(name)));
  const from = `pictures/${key.slice(0, 12)} ${stem}.${endingOf(mimeType)}`;
  const target = join(folder.path, from);
  const copying = underWay.get(target) ?? copyWhole(path, target).finally(() => underWay.delete(target));
  underWay.set(target, copying);
  await copying;
  return from;
}

/** Where a picture lies, as its project keeps it. No path leads from one drive to another: it comes along then. Throws as `copyIntoProject`. */
export const placeInProject = async (folder: ProjectFolder, path: string, facts: CopiedFacts): Promise<string> =>
  folder.pathTo(path) ?? copyIntoProject(folder, path, facts);

/** Under a passing name until all of it is there: a half picture never has the name of a whole one. */
async function copyWhole(path: string, target: string): Promise<void> {
  const next = `${target}.next`;
  await mkdir(join(target, '..'), { recursive: true, mode: 0o700 });
  try {
    await rm(next, { force: true });
    await copyFile(path, next);
    await rename(next, target);
  } catch (error) {
    await rm(next, { force: true }).catch(() => undefined);
    throw error;
  }
}
