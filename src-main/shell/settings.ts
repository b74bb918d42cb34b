import { basename, join, dirname } from 'node:path';
import { mkdirSync } from 'node:fs';
import { z } from 'zod';
import { closingSchema } from '../../src-core/desk/closing.ts';
import { ALL_NOTICES, noticeSettingsSchema } from '../../src-core/desk/notices.ts';
import { ORDER_HOLD, orderHoldSchema } from '../../src-core/desk/order-hold.ts';
import type { Log } from '../../src-core/ports.ts';
import { preferencesSchema, type Preferences } from '../../src-core/ipc/subjects/app.ts';
import { serviceChoiceSchema } from '../../src-core/ipc/subjects/connections.ts';
import { TABLES_AS_THEY_WERE, tableViewsSchema } from '../../src-core/desk/table-views.ts';
import { FIRST_UPDATES, keptUpdatesSchema } from './updates.ts';
import { FIRST_PLACE, windowPlaceSchema } from './window-place.ts';
import { readSmallJson, writeSmallFile } from '../../src-node/small-file.ts';

const FIRST_PREFERENCES: Preferences = {
  language: 'system',
  theme: 'system',
  density: 'comfortable',
  notices: ALL_NOTICES,
  orderHoldSeconds: ORDER_HOLD,
  closing: 'ask',
};

/** A file of before the notifications, the hold or the tray has no word of them. */
const keptPreferencesSchema = preferencesSchema.extend({
  notices: noticeSettingsSchema.default(ALL_NOTICES),
  orderHoldSeconds: orderHoldSchema.default(ORDER_HOLD),
  closing: closingSchema.default('ask'),
});

/** A file of before the switch for local addresses has only the contract. */
const keptServiceChoiceSchema = serviceChoiceSchema.extend({ allowLocalAddresses: z.boolean().default(false) });

/** What the shell remembers between runs: small files of the data folder, none of them worth a start that fails. */
export interface Settings {
  readonly preferences: JsonFile<typeof keptPreferencesSchema>;
  readonly service: JsonFile<typeof keptServiceChoiceSchema>;
  readonly window: JsonFile<typeof windowPlaceSchema>;
  readonly tables: JsonFile<typeof tableViewsSchema>;
  readonly updates: JsonFile<typeof keptUpdatesSchema>;
}

export function openSettings(dataDir: string): Settings {
  return {
    preferences: new JsonFile(join(dataDir, 'preferences.json'), keptPreferencesSchema, FIRST_PREFERENCES),
    service: new JsonFile(join(dataDir, 'service.json'), keptServiceChoiceSchema, {
      contract: 'specified',
      allowLocalAddresses: false,
    }),
    window: new JsonFile(join(dataDir, 'window.json'), windowPlaceSchema, FIRST_PLACE),
    tables: new JsonFile(join(dataDir, 'tables.json'), tableViewsSchema, TABLES_AS_THEY_WERE),
    updates: new JsonFile(join(dataDir, 'updates.json'), keptUpdatesSchema, FIRST_UPDATES),
  };
}

/** A small JSON file, read once and written whole. */
class JsonFile<S extends z.ZodType> {
  readonly #path: string;
  readonly #schema: S;
  #value: z.output<S>;

  /** A file that is missing or doesn't parse gives the fallback: settings are never worth a start that fails. */
  constructor(path: string, schema: S, fallback: z.output<S>) {
    this.#path = path;
    this.#schema = schema;
    this.#value = readSmallJson(path, schema) ?? fallback;
  }

  get value(): z.output<S> {
    return this.#value;
  }

  write(value: z.output<S>): void {
    this.#value = this.#schema.parse(value);
    mkdirSync(dirname(this.#path), { recursive: true });
    writeSmallFile(this.#path, `${JSON.stringify(this.#value, null, 2)}\n`);
  }

  /** The same beside something that must not fail by it, as closing the window must not: it holds for this run then, and never throws. */
  remember(value: z.output<S>, log: Log): void {
    try {
      this.write(value);
    } catch (error) {
      log.write('warn', 'what the studio remembers could not be kept', { file: basename(this.#path), error });
    }
  }
}
