import { z } from 'zod';
import {
  layoutDocumentSchema,
  layoutPictureSchema,
  frameSchema,
  surfaceSchema,
  type LayoutDocument,
} from './document.ts';
import { layoutIdSchema, pictureKeySchema } from './names.ts';
import { themedEntrySchema } from './themed/entries.ts';
import { templateSchema } from '../contract/templates.ts';

/** Objects that a schema was found to hold for. Nobody changes them in place, so that it holds for ever. */
type Known = WeakSet<object>;
const known = new Map<z.ZodType, Known>();

function isSoundPart(schema: z.ZodType, part: unknown): boolean {
  const isObject = typeof part === 'object' && part !== null;
  let parts = known.get(schema);
  if (parts === undefined) known.set(schema, (parts = new WeakSet()));
  if (isObject && parts.has(part)) return true;
  if (!schema.safeParse(part).success) return false;
  if (isObject) parts.add(part);
  return true;
}

/** Fields that are records of many: their parts are known one by one. */
const RECORDS = {
  pages: { key: layoutIdSchema, value: surfaceSchema },
  pictures: { key: pictureKeySchema, value: layoutPictureSchema },
  setAside: { key: layoutIdSchema, value: frameSchema },
  entries: { key: layoutIdSchema, value: themedEntrySchema },
  templates: { key: z.string(), value: templateSchema },
} as const;

const isPlainRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Records that were looked through whole, each as what it is a record of. */
const knownRecords = {
  pages: new WeakSet(),
  pictures: new WeakSet(),
  setAside: new WeakSet(),
  entries: new WeakSet(),
  templates: new WeakSet(),
} as const satisfies Record<keyof typeof RECORDS, Known>;

function isSoundRecord(field: keyof typeof RECORDS, record: unknown): boolean {
  const { key, value } = RECORDS[field];
  const known = knownRecords[field];
  if (!isPlainRecord(record)) return false;
  if (known.has(record)) return true;
  const isSound = Object.entries(record).every(
    ([name, part]) => key.safeParse(name).success && isSoundPart(value, part),
  );
  if (isSound) known.add(record);
  return isSound;
}

/**
 * Whether `layoutDocumentSchema` holds for a state that a step led to. What is the same object as in a state that was asked about
 * before is not looked at again: it costs what changed, not what there is.
 */
export function isSoundDocument(document: LayoutDocument): boolean {
  const fields: Readonly<Record<string, unknown>> = document;
  return Object.entries(layoutDocumentSchema.shape).every(([name, schema]) =>
    name in RECORDS ? isSoundRecord(name as keyof typeof RECORDS, fields[name]) : isSoundPart(schema, fields[name]),
  );
}
