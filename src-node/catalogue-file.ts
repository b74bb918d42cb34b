import { readFileSync } from 'node:fs';
import { catalogueSchema, type CatalogueSpec } from '../src-core/specs/catalogue.ts';

/**
 * The book specs of a catalogue file (`resources/catalogue/book-specs.json` is the one that is shipped).
 * @throws ZodError with the place of the first mistake when the file does not hold.
 */
export const readCatalogue = (path: string): readonly CatalogueSpec[] => read(path).specs;

/** The version of its book specs. Throws as above. */
export const readCatalogueVersion = (path: string): string => read(path).version;

const read = (path: string) => catalogueSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
