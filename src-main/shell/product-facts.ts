import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const manifestSchema = z.object({ updateFeed: z.string(), author: z.object({ name: z.string() }) });

export interface ProductFacts {
  /** Where newer versions are listed; empty: nowhere. */
  readonly updateFeed: string;
  readonly publisher: string;
}

export const NO_PRODUCT: ProductFacts = { updateFeed: '', publisher: '' };

/** What package.json, which is packed with the app, says of the product. `appDir`: the folder, or the archive, that it lies in. */
export function productFacts(appDir: string): ProductFacts {
  const { updateFeed, author } = manifestSchema.parse(JSON.parse(readFileSync(join(appDir, 'package.json'), 'utf8')));
  return { updateFeed, publisher: author.name };
}
