/**
 * The folders that the dropped one of a file lies in, the outermost first: `path` is the file's own, `folder` its folders from the dropped one on.
 * Null where it lies elsewhere by now, as one that was repaired.
 */
export function foldersAbove(path: string, folder: readonly string[]): readonly string[] | null {
  const folders = path.split(/[\\/]/u).slice(0, -1);
  const above = folders.slice(0, folders.length - folder.length);
  const isBelow = folder.length <= folders.length && folder.every((name, at) => folders[above.length + at] === name);
  return isBelow ? above.filter((name) => name !== '' && !/^[a-z]:$/iu.test(name)) : null;
}
