import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { SpecProfile } from '../../src-core/contract/specs.ts';
import type { CatalogueSpec } from '../../src-core/specs/catalogue.ts';
import { expandTheme } from '../../src-core/templates/expand-theme.ts';
import { themeSchema } from '../../src-core/templates/theme.ts';
import type { TemplateCatalogue } from '../ports.ts';

/** Reads the catalogue's theme files once, for every book spec. Throws with the file and the place of the first mistake. */
export async function loadTemplates(
  folder: string,
  specs: ReadonlyMap<string, CatalogueSpec>,
  specProfiles: ReadonlyMap<string, SpecProfile>,
): Promise<TemplateCatalogue> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json')).sort();
  const themes = await Promise.all(names.map((name) => readTheme(join(folder, name))));
  const all = themes.flatMap((theme) =>
    [...specs.values()].flatMap((spec) => expandTheme(theme, spec, [...specProfiles.values()])),
  );
  return { all, byUid: new Map(all.map((template) => [template.templateUid, template])) };
}

async function readTheme(path: string) {
  const parsed = themeSchema.safeParse(JSON.parse(await readFile(path, 'utf8')));
  if (!parsed.success) throw new Error(`${path}: ${parsed.error.message}`, { cause: parsed.error });
  return parsed.data;
}
