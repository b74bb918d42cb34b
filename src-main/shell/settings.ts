import { join } from 'node:path';
import { z } from 'zod';
import { preferencesSchema, type Preferences } from '../../src-core/ipc/subjects/app.ts';
import { serviceChoiceSchema } from '../../src-core/ipc/subjects/connections.ts';
import { JsonFile } from './json-file.ts';
import { FIRST_PLACE, windowPlaceSchema } from './window-place.ts';

const FIRST_PREFERENCES: Preferences = { language: 'system', theme: 'system', density: 'comfortable' };

/** A file of before the switch for local addresses has only the contract. */
const keptServiceChoiceSchema = serviceChoiceSchema.extend({ allowLocalAddresses: z.boolean().default(false) });

/** What the shell remembers between runs: small files of the data folder, none of them worth a start that fails. */
export interface Settings {
  readonly preferences: JsonFile<typeof preferencesSchema>;
  readonly service: JsonFile<typeof keptServiceChoiceSchema>;
  readonly window: JsonFile<typeof windowPlaceSchema>;
}

export function openSettings(dataDir: string): Settings {
  return {
    preferences: new JsonFile(join(dataDir, 'preferences.json'), preferencesSchema, FIRST_PREFERENCES),
    service: new JsonFile(join(dataDir, 'service.json'), keptServiceChoiceSchema, {
      contract: 'specified',
      allowLocalAddresses: false,
    }),
    window: new JsonFile(join(dataDir, 'window.json'), windowPlaceSchema, FIRST_PLACE),
  };
}
