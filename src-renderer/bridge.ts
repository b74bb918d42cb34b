import {
  keepPreviousData,
  MutationCache,
  QueryClient,
  useMutation,
  useQueries,
  useQuery,
  type Query,
  type UseMutationResult,
  type UseQueryResult,
} from '@tanstack/react-query';
import type { Command } from '../src-core/commands.ts';
import {
  topicsOf,
  type AskedChannel,
  type Call,
  type Change,
  type Channel,
  type Input,
  type Output,
  type StudioBridge,
  type Topic,
  type WireError,
} from '../src-core/ipc/contract.ts';
import type { Opened } from '../src-core/desk/job-package.ts';
import type { ReadNotes, RowsTable } from '../src-core/ipc/subjects/layouts.ts';
import { fileUrl, previewUrl as previewAddress } from '../src-core/ipc/channels.ts';
import { NO_LIST, withPage, type KeptList, type ListOrder } from './kept-list.ts';
import { showToast } from './ui/toast-store.ts';

declare global {
  interface Window {
    readonly studio: StudioBridge;
  }
}

/** Lists of thousands of rows, of which the window keeps the rows and asks for what changed (`useList`). */
export type ListChannel = Extract<AskedChannel, `${string}.changes` | 'orders.run'>;
export type AnswerChannel = Exclude<AskedChannel, ListChannel>;
export type ActionChannel = Exclude<Channel, AskedChannel>;
type RowOf<C extends ListChannel> = Output<C>['rows'][number];

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** What tells the rows of a list apart, and the order they stand in. */
const LISTS: { readonly [C in ListChannel]: ListOrder<RowOf<C>> } = {
  'library.changes': {
    idOf: (row) => row.bookId,
    compare: (a, b) => a.addedAtMs - b.addedAtMs || byText(a.title, b.title) || byText(a.bookId, b.bookId),
  },
  'queue.changes': { idOf: (job) => job.jobId, compare: (a, b) => a.turn - b.turn },
  'orders.run': { idOf: (row) => row.intentId, compare: (a, b) => a.position - b.position },
  // Newest first.
  'orders.changes': {
    idOf: (row) => row.orderUid,
    compare: (a, b) => byText(b.orderedAt, a.orderedAt) || byText(b.orderUid, a.orderUid),
  },
};

export const callStudio: Call = (channel, input) => window.studio.call(channel, input);

/** Anything that was thrown, as the error that people are told about. */
export function wireErrorOf(error: unknown): WireError {
  if (typeof error === 'object' && error !== null && 'code' in error && 'text' in error) return error as WireError;
  return { code: 'WINDOW_UNEXPECTED', text: { key: 'ui.error.unexpected' } };
}

const toastOf = (error: unknown): void => {
  showToast({ text: wireErrorOf(error).text, tone: 'bad' });
};

/** Errors of actions become toasts, unless the action's `meta` says that they are shown in place. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: false,
      staleTime: Number.POSITIVE_INFINITY,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
  mutationCache: new MutationCache({
    onError: (error, _input, _context, mutation) => {
      if (mutation.meta?.['errorsInPlace'] !== true) toastOf(error);
    },
  }),
});

export interface AnswerOptions {
  readonly enabled?: boolean;
}

/** Answers with another input that may stand in until the right one is there: a page of a table, the panel of a row. */
const STANDS_IN: ReadonlySet<AnswerChannel> = new Set<AnswerChannel>([
  'credit.view',
  'library.book',
  'activity.list',
  'layouts.intake',
  'orders.review',
]);
/** Answers that are true only when they are given: prices, what was typed last, what lies on the disk, and what the system shows are asked for anew each time. */
const ASKED_ANEW: ReadonlySet<AnswerChannel> = new Set<AnswerChannel>([
  'app.hasTray',
  'layouts.missing',
  'layouts.proof',
  'library.fitting',
  'orders.review',
  'orders.lastAddress',
  'promotions.look',
  'checks.lastName',
  'manifests.check',
  'manifests.lines',
]);

const freshnessOf = (channel: AnswerChannel) => (ASKED_ANEW.has(channel) ? { staleTime: 0, gcTime: 0 } : {});

/** Asks the main process, and asks again whenever it says that the subject changed. */
export function useAnswer<C extends AnswerChannel>(
  channel: C,
  input: Input<C>,
  { enabled = true }: AnswerOptions = {},
): UseQueryResult<Output<C>, WireError> {
  return useQuery<Output<C>, WireError, Output<C>, readonly [C, Input<C>]>({
    queryKey: [channel, input],
    queryFn: () => callStudio(channel, input),
    enabled,
    ...freshnessOf(channel),
    ...(STANDS_IN.has(channel) ? { placeholderData: keepPreviousData } : {}),
  });
}

/** Asks for what is likely wanted next, so that it is there by then. */
export function askAhead<C extends AnswerChannel>(channel: C, input: Input<C>): void {
  void queryClient.prefetchQuery({ queryKey: [channel, input], queryFn: () => callStudio(channel, input) });
}

const noPages: readonly undefined[] = [];

/** The same question with several inputs, page by page; undefined where there is no answer yet. The same list until one of them is another. */
export function useAnswers<C extends AnswerChannel>(
  channel: C,
  inputs: readonly Input<C>[],
): readonly (Output<C> | undefined)[] {
  return useQueries({
    queries: inputs.map((input) => ({
      queryKey: [channel, input],
      queryFn: () => callStudio(channel, input),
      ...freshnessOf(channel),
    })),
    combine: answersOf,
  }) as readonly (Output<C> | undefined)[];
}

const answersOf = (results: readonly { readonly data: unknown }[]): readonly unknown[] =>
  results.length === 0 ? noPages : results.map(({ data }) => data);

/** Which list of its channel is meant: a run's. */
type ListInput<C extends ListChannel> = Omit<Input<C>, 'since'>;

/** What the window has of each list: it outlives the screens, so that coming back asks for changes alone. A mark of another run's list begins anew. */
const keptLists = new Map<ListChannel, KeptList<unknown>>();

/** Asks for what changed since the last time, page by page, and answers the whole list. */
async function readList<C extends ListChannel>(channel: C, input: ListInput<C>): Promise<readonly RowOf<C>[]> {
  const order = LISTS[channel] as unknown as ListOrder<RowOf<C>>;
  let list = (keptLists.get(channel) ?? NO_LIST) as KeptList<RowOf<C>>;
  for (let hasMore = true; hasMore; ) {
    const page = (await callStudio<ListChannel>(channel, { ...input, since: list.mark } as Input<C>)) as Output<C>;
    list = withPage<RowOf<C>>(list, page, order);
    ({ hasMore } = page);
  }
  keptLists.set(channel, list);
  return list.rows;
}

/** A list of the main process as it is now. Rows that did not change stay the same objects. */
export function useList<C extends ListChannel>(
  channel: C,
  ...[input]: keyof ListInput<C> extends never ? [] : [ListInput<C>]
): UseQueryResult<readonly RowOf<C>[], WireError> {
  const asked = input ?? ({} as ListInput<C>);
  return useQuery<readonly RowOf<C>[], WireError, readonly RowOf<C>[], readonly [C, object]>({
    queryKey: [channel, asked],
    queryFn: () => readList(channel, asked),
    // What is equal is the same already; comparing ten thousand rows to find that out would cost more than the change.
    structuralSharing: false,
  });
}

export interface ActionOptions<C extends ActionChannel> {
  readonly onDone?: (output: Output<C>, input: Input<C>) => void;
  /** The caller shows the error beside its control; otherwise it becomes a toast. */
  readonly errorsInPlace?: boolean;
}

/** Tells the main process to do something. */
export function useAction<C extends ActionChannel>(
  channel: C,
  { onDone, errorsInPlace = false }: ActionOptions<C> = {},
): UseMutationResult<Output<C>, WireError, Input<C>> {
  return useMutation<Output<C>, WireError, Input<C>>({
    mutationKey: [channel],
    mutationFn: (input) => callStudio(channel, input),
    meta: { errorsInPlace },
    onSuccess: (output, input) => onDone?.(output, input),
  });
}

/** First answers that are on their way and were overtaken by a change. */
const overtaken = new WeakSet<Query>();

/** Asks again for what is asked for at all. A first answer that is still on its way may tell of before the change: once it is there it is asked for again. */
function renew(isMeant: (query: Query) => boolean): void {
  for (const query of queryClient.getQueryCache().findAll({ predicate: isMeant })) {
    if (query.state.fetchStatus !== 'fetching' || query.state.data !== undefined || overtaken.has(query)) continue;
    overtaken.add(query);
    void query.promise
      ?.catch(() => undefined)
      .then(() => {
        overtaken.delete(query);
        return queryClient.invalidateQueries({ predicate: (other) => other === query });
      });
  }
  void queryClient.invalidateQueries({ predicate: isMeant });
}

/** Renews what the change speaks of; after a gap in the sequence, everything. */
export function followChanges(): () => void {
  let lastSeq: number | null = null;
  return window.studio.onChange((change: Change) => {
    const missedSome = lastSeq !== null && change.seq !== lastSeq + 1;
    lastSeq = change.seq;
    const topics = new Set<Topic>(change.topics);
    renew(({ queryKey }) => missedSome || topicsOf(queryKey[0] as AskedChannel).some((topic) => topics.has(topic)));
  });
}

/** For what is not asked for by `useAnswer`. */
export const followTopic = (topic: Topic, listener: () => void): (() => void) =>
  window.studio.onChange(({ topics }) => {
    if (topics.includes(topic)) listener();
  });

/** Menu items and global shortcuts. */
export const followCommands = (listener: (command: Command) => void): (() => void) => window.studio.onCommand(listener);

/** What the window holds and has not kept yet, before it goes. */
export const beforeLeaving = (keep: () => Promise<number>): (() => void) => window.studio.onLeaving(keep);

/** The paths of dropped files go to the main process without the page seeing them. */
export const importDropped = (files: readonly File[]): Promise<{ importId: string }> =>
  window.studio.importDropped(files);

/** The same for a job package. */
export const packageDropped = (file: File): Promise<Opened | null> => window.studio.packageDropped(file);

/** The same for pictures and folders that were dropped onto a layout. */
export const layoutDropped = (bookId: string, files: readonly File[]): Promise<{ intakeId: string }> =>
  window.studio.layoutDropped(bookId, files);

/** The same for a PDF that a customer wrote onto. */
export const notesDropped = (bookId: string, proof: number, file: File): Promise<ReadNotes> =>
  window.studio.notesDropped(bookId, proof, file);

/** The same for a table whose rows may become entries of a layout. */
export const tableDropped = (bookId: string, file: File): Promise<RowsTable> =>
  window.studio.tableDropped(bookId, file);

/** An address of the app as the page fetches it: its path on the page's own origin. */
const onThisPage = (address: string): string => new URL(new URL(address).pathname, window.location.href).href;

/** Where a small picture of a layout is fetched, the same for the same bytes for ever. */
export const previewUrl = (key: string, px: number): string => onThisPage(previewAddress(key, px));

/** Where pdf.js fetches a file of the library, with ranges. */
export const pdfUrl = (bytesId: string): string => onThisPage(fileUrl(bytesId));
