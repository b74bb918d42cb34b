import { z } from 'zod';

/** The long tables that a person arranges as they like, on this computer. */
export const ARRANGED_TABLES = ['library', 'orders', 'queue', 'recipients'] as const;
export type ArrangedTable = (typeof ARRANGED_TABLES)[number];

export const LEAST_COLUMN_PX = 40;
export const MOST_COLUMN_PX = 1_000;
const columnId = z.string().min(1).max(40);

export const FILTER_NAME_MAX_CHARS = 60;
export const FILTER_TEXT_MAX_CHARS = 200;
/** What a table is filtered by, under a name. `fold`: a status, a verdict; null for all. */
export const savedFilterSchema = z.object({
  name: z.string().trim().min(1).max(FILTER_NAME_MAX_CHARS),
  text: z.string().max(FILTER_TEXT_MAX_CHARS),
  fold: z.string().max(40).nullable(),
});
export type SavedFilter = z.infer<typeof savedFilterSchema>;
export const MOST_FILTERS = 20;

export const tableViewSchema = z.object({
  hidden: z.array(columnId).max(30),
  /** Of columns that were drawn to a width; the others share the room. */
  widths: z.array(z.object({ id: columnId, px: z.int().min(LEAST_COLUMN_PX).max(MOST_COLUMN_PX) })).max(30),
  filters: z.array(savedFilterSchema).max(MOST_FILTERS),
  /** What its rows are grouped by; null: as the table groups them by itself. A file of before has no word of it. */
  groupBy: z.string().min(1).max(40).nullable().default(null),
});
export type TableView = z.infer<typeof tableViewSchema>;
export type ColumnView = Pick<TableView, 'hidden' | 'widths'>;

export const COLUMNS_AS_THEY_WERE: ColumnView = { hidden: [], widths: [] };
export const TABLE_AS_IT_WAS: TableView = { ...COLUMNS_AS_THEY_WERE, filters: [], groupBy: null };

/** A file of before has no word of the tables that could not be arranged then. */
const laterTable = tableViewSchema.default(TABLE_AS_IT_WAS);
export const tableViewsSchema = z.object({
  library: tableViewSchema,
  orders: tableViewSchema,
  queue: laterTable,
  recipients: laterTable,
} satisfies Record<ArrangedTable, z.ZodType>);
export type TableViews = z.infer<typeof tableViewsSchema>;
export const TABLES_AS_THEY_WERE: TableViews = tableViewsSchema.parse({
  library: TABLE_AS_IT_WAS,
  orders: TABLE_AS_IT_WAS,
});

/** The column as wide as a hand or a key makes it, within what can be read and what fits; null: its share of the room again. */
export function withColumnWidth<View extends ColumnView>(view: View, id: string, px: number | null): View {
  const others = view.widths.filter((one) => one.id !== id);
  if (px === null) return { ...view, widths: others };
  const within = Math.round(Math.min(MOST_COLUMN_PX, Math.max(LEAST_COLUMN_PX, px)));
  return { ...view, widths: [...others, { id, px: within }] };
}

export const withHiddenColumns = <View extends ColumnView>(view: View, hidden: readonly string[]): View => ({
  ...view,
  hidden: [...new Set(hidden)],
});

/** The filter under its name, in place of one of the same name. */
export const withFilter = (view: TableView, filter: SavedFilter): TableView => ({
  ...view,
  filters: view.filters.some(({ name }) => name === filter.name)
    ? view.filters.map((one) => (one.name === filter.name ? filter : one))
    : [...view.filters, filter],
});

export const withoutFilter = (view: TableView, name: string): TableView => ({
  ...view,
  filters: view.filters.filter((one) => one.name !== name),
});
