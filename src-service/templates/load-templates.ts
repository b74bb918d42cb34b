import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { SpecProfile } from '../../src-core/contract/specs.ts';
import type { CatalogueSpec } from '../../src-core/specs/catalogue.ts';
import {
  templateCatalogue,
  type FormerThemes,
  type TemplateCatalogue,
} from '../../src-core/templates/template-catalogue.ts';
import { readThemes } from '../../src-node/read-themes.ts';

/**
 * Reads the catalogue's theme files once, for every book spec: those that are offered, and in `former` those that were redrawn since, in
 * folders that are named after the last rules of books that have them. Throws with the file and the place of the first mistake.
 */
export async function loadTemplates(
  folder: string,
  specs: ReadonlyMap<string, CatalogueSpec>,
  specProfiles: ReadonlyMap<string, SpecProfile>,
): Promise<TemplateCatalogue> {
  const [themes, former] = await Promise.all([readThemes(folder), readFormer(join(folder, 'former'))]);
  return templateCatalogue({ themes, former }, [...specs.values()], [...specProfiles.values()]);
}

async function readFormer(folder: string): Promise<FormerThemes[]> {
  const names = await readdir(folder);
  return Promise.all(
    names.map(async (name) => {
      if (!/^[1-9]\d*$/.test(name)) throw new Error(`${join(folder, name)}: is not named after rules`);
      return { lastRules: Number(name), themes: await readThemes(join(folder, name)) };
    }),
  );
}
