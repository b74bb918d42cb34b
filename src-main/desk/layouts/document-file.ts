import { LAYOUT_SCHEMA, layoutDocumentSchema, type LayoutDocument } from '../../../src-core/layout/document.ts';

/** A document of schema n as one of schema n + 1, of plain JSON; the first one is that of schema 1. A file of every schema is kept in the tests. */
export type Migration = (document: Readonly<Record<string, unknown>>) => Record<string, unknown>;
const MIGRATIONS: readonly Migration[] = [
  // 2 knows pages of PDFs among the pictures: nothing of 1 is otherwise.
  (document) => ({ ...document, schema: 2 }),
  // 3 knows covers and pages by templates. A step of 3 may have come to a document of 2 before this: what it has stays.
  (document) => ({ themed: null, templates: {}, entries: {}, ...document, schema: 3 }),
];

/** Whether a step that was kept in one schema leads on in another: no migration since 1 has changed what was there. */
export const isSameStep = (schema: number, other: number): boolean =>
  schema === other || Math.max(schema, other) <= LAYOUT_SCHEMA;

/** What a document's file says: plain JSON of its own schema, of which it is known that it can be read. */
export interface FiledDocument {
  readonly schema: number;
  /** Steps that it has. */
  readonly steps: number;
  readonly value: Readonly<Record<string, unknown>>;
}

export type ReadDocument =
  | { readonly is: 'sound'; readonly document: FiledDocument }
  /** Of a later version of the studio. */
  | { readonly is: 'newer'; readonly document: FiledDocument }
  | { readonly is: 'damaged' };

/** Reads what a document's file says. A file that ends too soon, or says something else, is damaged. */
export function readDocument(text: string): ReadDocument {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { is: 'damaged' };
  }
  if (!isRecord(value)) return { is: 'damaged' };
  const { schema, steps } = value;
  if (!isCount(schema) || schema === 0 || !isCount(steps)) return { is: 'damaged' };
  const document = { schema, steps, value };
  if (schema > LAYOUT_SCHEMA) return { is: 'newer', document };
  return currentDocument(value) === null ? { is: 'damaged' } : { is: 'sound', document };
}

/**
 * The document in this version's form; null when it has none. Of a later version's document what this one knows is shown,
 * if all of it is there.
 */
export function currentDocument(
  value: Readonly<Record<string, unknown>>,
  migrations: readonly Migration[] = MIGRATIONS,
): LayoutDocument | null {
  const { schema } = value;
  if (!isCount(schema)) return null;
  const migrated = migrations.slice(schema - 1).reduce((document, migrate) => migrate(document), { ...value });
  const parsed = layoutDocumentSchema.safeParse({ ...migrated, schema: LAYOUT_SCHEMA });
  return parsed.success ? parsed.data : null;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
