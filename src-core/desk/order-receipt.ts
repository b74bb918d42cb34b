import { z } from 'zod';
import { pdfKindSchema } from '../contract/books.ts';
import { printReceiptSchema } from './print-gate.ts';

/** What the copies of one book cost, without shipping and VAT, which are an order's and no book's. */
const bookPriceSchema = z.object({ unitPrice: z.number(), amount: z.number() });
export type BookPrice = z.infer<typeof bookPriceSchema>;

/** The spec of a book and its pages as the estimate had them by which it was ordered. */
export const orderedSpecSchema = z.object({
  specUid: z.string(),
  /** As it was called then; null where the desk did not know the spec. */
  name: z.string().nullable(),
  pageCount: z.int(),
  /** Of what the spec said then: the interface gives specs no version. Null of orders of an earlier version, and of specs not known. */
  version: z.string().nullable().default(null),
  /** Null where the service left the book out, and of orders of an earlier version. */
  estimated: bookPriceSchema.nullable().default(null),
});
export type OrderedSpec = z.infer<typeof orderedSpecSchema>;

const sentFileSchema = z.object({
  kind: pdfKindSchema,
  name: z.string(),
  sizeBytes: z.number(),
  sha256: z.string(),
});

/** What this desk kept of an order, for a dispute or a reorder. */
export const orderReceiptSchema = z.object({
  /** What the service estimated when it was ordered, with VAT; null where that was not kept. */
  estimated: z.number().nullable(),
  /** What was charged when it was placed, with VAT; null of orders that were not placed here. */
  charged: z.number().nullable(),
  books: z.array(
    z.object({
      bookUid: z.string(),
      title: z.string(),
      quantity: z.int(),
      /** As the service has it in the order. */
      charged: bookPriceSchema,
      /** Null where that was not kept. */
      spec: orderedSpecSchema.nullable(),
      /** What was known of its print, and who took it on; null where that was not kept. */
      print: printReceiptSchema.nullable(),
      /** The bytes that were sent; none where they were not sent from here. */
      files: z.array(sentFileSchema),
    }),
  ),
});
export type OrderReceipt = z.infer<typeof orderReceiptSchema>;

/** Whether this desk kept anything of the order: of one that was placed elsewhere it has the service's own record alone. */
export const isKept = ({ estimated, charged, books }: OrderReceipt): boolean =>
  estimated !== null ||
  charged !== null ||
  books.some(({ spec, print, files }) => spec !== null || print !== null || files.length > 0);
