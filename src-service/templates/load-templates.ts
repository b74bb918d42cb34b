import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { templateSchema } from '../../src-core/contract/templates.ts';
import type { CatalogueSpec } from '../../src-core/specs/catalogue.ts';
import type { TemplateCatalogue } from './template-catalogue.ts';

/** Reads the catalogue's theme files once. Throws with the file and the place of the first mistake. */
export async function loadTemplates(folder: string, specs: ReadonlyMap<string, CatalogueSpec>): Promise<TemplateCatalogue> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json')).sort();
  const files = await Promise.all(names.map(async (name) => z.array(templateSchema).parse(JSON.parse(await readFile(join(folder, name), 'utf8')))));
  const all = files.flat().filter((template) => specs.has(template.bookSpecUid));
  return { all, byUid: new Map(all.map((template) => [template.templateUid, template])) };
}
