import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { themeSchema, type Theme } from '../src-core/templates/theme.ts';

/** The theme files of a folder, by their names. Throws with the file and the place of the first mistake. */
export async function readThemes(folder: string): Promise<Theme[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json')).sort();
  return Promise.all(names.map((name) => readTheme(join(folder, name))));
}

async function readTheme(path: string): Promise<Theme> {
  const parsed = themeSchema.safeParse(JSON.parse(await readFile(path, 'utf8')));
  if (!parsed.success) throw new Error(`${path}: ${parsed.error.message}`, { cause: parsed.error });
  return parsed.data;
}
