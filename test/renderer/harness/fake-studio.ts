import type { Opened } from '../../../src-core/desk/job-package.ts';
import { DEFAULT_PRINT_RULE, type PrintRule } from '../../../src-core/desk/print-gate.ts';
import { DEFAULT_LATE_RULE, type LateRule } from '../../../src-core/orders/late-orders.ts';
import { ALL_NOTICES } from '../../../src-core/desk/notices.ts';
import { ORDER_HOLD } from '../../../src-core/desk/order-hold.ts';
import { TABLES_AS_THEY_WERE, type TableViews } from '../../../src-core/desk/table-views.ts';
import { AppError } from '../../../src-core/desk/app-errors.ts';
import type { Command } from '../../../src-core/commands.ts';
import type { PackageWork } from '../../../src-core/desk/package-work.ts';
import type { Call, Change, Channel, Handlers, StudioBridge, Topic } from '../../../src-core/ipc/contract.ts';
import type { ActivityEntry } from '../../../src-core/ipc/subjects/activity.ts';
import type { AppInfo, Preferences, StartupStep, StatusView } from '../../../src-core/ipc/subjects/app.ts';
import type { ThresholdView } from '../../../src-core/ipc/subjects/checks.ts';
import type { ConnectionView } from '../../../src-core/ipc/subjects/connections.ts';
import type { ImportReport } from '../../../src-core/ipc/subjects/imports.ts';
import type { LayoutExport } from '../../../src-core/ipc/subjects/layouts.ts';
import { MISFORTUNES, misfortuneText } from '../../../src-core/desk/misfortunes.ts';
import type { PrintHouseView } from '../../../src-core/ipc/subjects/print-house.ts';
import { BUILT_IN_RULES, type NamingRules } from '../../../src-core/imports/naming-rules.ts';
import type { BookDetail, LibraryRow } from '../../../src-core/ipc/subjects/library.ts';
import type { SignOff, Verdict } from '../../../src-core/preflight/verdicts.ts';
import { bookSpecSchema, type BookSpec } from '../../../src-core/contract/specs.ts';
import catalogue from '../../../resources/catalogue/book-specs.json' with { type: 'json' };
import { fixPreview, thresholdViews } from '../data/checks.ts';
import { updateState } from '../data/updates.ts';
import { creditReconciliation, creditView } from '../data/credit.ts';
import { DIFFERENCES } from '../../../src-core/credit/reconcile.ts';
import type { LayoutDocument } from '../../../src-core/layout/document.ts';
import { replayed } from '../../../src-core/layout/history.ts';
import { movedTurns } from '../../../src-core/desk/queue-order.ts';
import { limitAt, type SendLimit } from '../../../src-core/desk/send-limit.ts';
import { newLayout } from '../../../src-core/layout/new-document.ts';
import { sampleComments } from './sample-comments.ts';
import { templatesFor } from './sample-themes.ts';
import { sampleProofs } from './sample-proofs.ts';
import { sampleRows } from './sample-rows.ts';
import { sampleIntake, sampleLayout } from '../data/layout.ts';
import { hotFolders, NO_HOT_BOOKS } from '../data/hot-folders.ts';
import { bookDetail, libraryRows } from '../data/library.ts';
import { LINES_PAGE } from '../../../src-core/ipc/subjects/manifests.ts';
import { manifestCheck, manifestLines } from '../data/manifests.ts';
import {
  formerNotes,
  openRuns,
  orderDetail,
  orderReview,
  orderRows,
  orderRun,
  recipients,
  shipping,
} from '../data/orders.ts';
import { packageWorks } from '../data/packages.ts';
import { promotionLook, promotions as samplePromotions } from '../data/promotions.ts';
import { movedRow, printHouseView } from '../data/print-house.ts';
import { queueJobs } from '../data/queue-jobs.ts';

const sandbox: ConnectionView = {
  connectionId: 'c1',
  kind: 'builtIn',
  name: 'Built-in sandbox',
  environment: 'sandbox',
  host: 'http://127.0.0.1:4410',
  keyPrefix: 'SBx7Kq2Lm9Pa',
  keyState: 'osKeychain',
  active: true,
  away: null,
  refused: null,
};
const live: ConnectionView = {
  ...sandbox,
  connectionId: 'c2',
  kind: 'remote',
  name: 'Print house Seoul',
  environment: 'live',
  host: 'https://api.example.com',
  active: false,
};

const STEPS = ['dataFolder', 'database', 'migrations', 'specs', 'accounts', 'listening', 'keychain', 'credit'] as const;

/** How long an export takes, and its sheets. */
const EXPORT_MS = 3_300;
const SHEETS = 41;

/** What a screen asks before it can show anything: in the scenario `loading` it is not answered, in `error` it fails. */
const NAMES_TO_TRY = [
  '9월/JKT-1234.pdf',
  '9월/BLK-1234.pdf',
  '9월/2x_김민수_표지.pdf',
  '9월/2x_김민수_내지.pdf',
  '9월/메모.pdf',
];

const ASKED_BY_SCREENS: ReadonlySet<Channel> = new Set<Channel>([
  'connections.list',
  'specs.list',
  'library.changes',
  'queue.changes',
  'orders.changes',
  'credit.view',
]);

/**
 * A made-up main process. `?scenario=` full, empty, loading, error; importing, live, paused, held, away; welcome, starting, broken
 * (at a first start), restarting, unstarted (at a later one), noStore. `lang=ko|en`, `theme=light|dark`, `density=compact`, `rows=10000`, `orders=10000`;
 * `short`, `recent`, `former`: an order that the credit does not cover, that was given just now, of versions that others replaced.
 * `refused`: the service does not take the key, and nothing is sent.
 * `promotion=uploading|needsYou|ready|elsewhere`: orders from Sandbox that wait; `again`: some were ordered in Live before.
 * `house=live|sandbox`: the service in use is the built-in one, whose print house is simulated.
 * `unlisted`: the books of orders are not in the library; `gone`: nor at the service.
 * `packing=save,open`: job packages are under way, each half done; `packing=filing`: one that cannot be stopped any more.
 * `export=fails|succeeds`: an export that ends with the event `export-ends` and not by itself.
 * The native menu is the event `menu-command`, with the command as its detail.
 */
export function fakeStudio(query: URLSearchParams): StudioBridge {
  const scenario = query.get('scenario') ?? 'full';
  const startedMs = Date.now();
  /** `until=90`: the queue is paused for so many minutes from now. */
  let isFinishing = query.has('finishing');
  let pausedUntilMs = query.has('until') ? startedMs + Number(query.get('until')) * 60_000 : null;
  /** `limit=20`: uploads send so many Mbit/s at most; `hours=09:00-18:00`: between these times alone. */
  const [from, to] = (query.get('hours') ?? '').split('-');
  let limit: SendLimit = {
    mbitPerSecond: query.has('limit') ? Number(query.get('limit')) : null,
    hours: from !== undefined && to !== undefined ? { from, to } : null,
  };
  const limitNow = () => {
    const { mbitPerSecond, untilMs } = limitAt(limit, Date.now());
    return mbitPerSecond === null ? null : { mbitPerSecond, untilMs };
  };
  const away = scenario === 'away' ? { sinceMs: startedMs - 96_000, nextLookAtMs: startedMs + 3_000 } : null;
  const liveInUse: ConnectionView = {
    ...live,
    active: true,
    refused: query.has('refused') ? { key: 'errors.KEY_REFUSED', params: { status: 401, code: '' } } : null,
  };
  let preferences: Preferences = {
    language: (query.get('lang') ?? 'en') as Preferences['language'],
    theme: (query.get('theme') ?? 'light') as Preferences['theme'],
    density: (query.get('density') ?? 'comfortable') as Preferences['density'],
    notices: ALL_NOTICES,
    orderHoldSeconds: ORDER_HOLD,
    closing: 'ask',
  };
  let rows: LibraryRow[] =
    scenario === 'empty' || scenario === 'welcome' ? [] : libraryRows(startedMs, Number(query.get('rows') ?? 212));
  let promotions = samplePromotions(startedMs, rows, query.get('promotion'));
  const signOffs = new Map<string, SignOff>();
  let thresholds: ThresholdView[] = thresholdViews();
  let isStoppingRepairs = false;
  let printRule: PrintRule = DEFAULT_PRINT_RULE;
  let namingRules: NamingRules = BUILT_IN_RULES;
  let tables: TableViews = TABLES_AS_THEY_WERE;
  let lateRule: LateRule = DEFAULT_LATE_RULE;
  const detailOf = (bookId: string): BookDetail | null => {
    const row = rows.find((candidate) => candidate.bookId === bookId);
    if (row === undefined) return null;
    const book = bookDetail(row, startedMs);
    return {
      ...book,
      groups: book.groups.map((group) => ({ ...group, signOff: signOffs.get(`${bookId} ${group.groupKey}`) ?? null })),
    };
  };
  /** As they were left: the window may open one again. */
  const layouts = new Map<string, LayoutDocument>();
  const titleOf = (bookId: string): string => layouts.get(bookId)?.title ?? '';
  const size = { pictures: Number(query.get('pictures') ?? 60), pages: Number(query.get('pages') ?? 40) };
  let exportBegunMs = 0;
  /** The rows of the layout that is made, the newest one last: that of an ordered row becomes a new version. */
  let exportedRows: readonly string[] = ['book-11'];
  let timesAskedForMissing = 0;
  let isExportTold = false;
  let hasExportEnded = false;
  window.addEventListener('export-ends', () => {
    hasExportEnded = true;
    changed('layouts');
  });
  const exportNow = (): LayoutExport => {
    const byItself = Math.min(SHEETS, Math.floor(((Date.now() - exportBegunMs) / EXPORT_MS) * SHEETS));
    const sheets = hasExportEnded ? SHEETS : query.has('export') ? Math.min(byItself, SHEETS - 1) : byItself;
    const state = sheets < SHEETS ? 'running' : query.get('export') === 'fails' ? 'failed' : 'done';
    return {
      state,
      sheets,
      sheetsInAll: SHEETS,
      bytes: sheets * 7_900_000,
      bookId: state === 'done' ? (exportedRows.at(-1) ?? null) : null,
      problem: state === 'failed' ? { key: 'desk.export.pictureBroken', params: { name: 'DSC_0412.jpg' } } : null,
    };
  };
  let intakeLooked = 0;
  let isIntakeStopped = false;
  /** What takes steps back; each answers the step that does it again. */
  const ways = new Map<string, () => { undoId: string }>();
  let lastWay = 0;
  const listeners = new Set<(change: Change) => void>();
  let phase: StatusView['phase'] =
    scenario === 'welcome'
      ? 'needsConnection'
      : scenario === 'starting' || scenario === 'restarting'
        ? 'starting'
        : scenario === 'broken' || scenario === 'unstarted'
          ? 'broken'
          : scenario === 'noStore'
            ? 'noStore'
            : 'ready';
  let doneSteps = phase === 'starting' ? 4 : phase === 'broken' ? 1 : 8;
  /** The service was there in an earlier run. */
  const isKnown = scenario === 'restarting' || scenario === 'unstarted';
  let seq = 0;
  const changed = (...topics: Topic[]): void => {
    seq += 1;
    for (const listener of listeners) listener({ seq, topics });
  };

  const count = (verdict: Verdict): number => rows.filter((row) => row.verdict === verdict).length;
  const startup = (): StartupStep[] =>
    STEPS.map((step, index) => ({
      step,
      state: index < doneSteps ? 'done' : index === doneSteps ? (phase === 'broken' ? 'failed' : 'running') : 'waiting',
      note: null,
      tookMs: index < doneSteps ? 40 + ((index * 337) % 1200) : null,
    }));
  const inUseId = (scenario === 'live' ? liveInUse : sandbox).connectionId;
  const status = (): StatusView => ({
    phase,
    store:
      phase === 'noStore'
        ? {
            code: 'DESK_STORE_DAMAGED',
            backups: [0, 1, 2].map((days) => ({
              name: `clean-${days}`,
              kind: 'clean' as const,
              atMs: startedMs - (days + 0.4) * 86_400_000,
              sizeBytes: 4_812_000 - days * 90_000,
            })),
            canStartEmpty: true,
            canGoOn: true,
            folder: '/home/studio/.config/Book Print Studio/desk',
            logFile: '/home/studio/.config/Book Print Studio/logs/studio.log',
          }
        : null,
    startup: startup(),
    problem:
      phase === 'broken'
        ? { key: 'shell.service.startFailed', params: { reason: 'no space left on device' } }
        : phase === 'noStore'
          ? { key: 'errors.DESK_STORE_DAMAGED', params: { reason: 'database disk image is malformed' } }
          : null,
    connection: phase === 'ready' || isKnown ? (scenario === 'live' ? liveInUse : { ...sandbox, away }) : null,
    counts: {
      all: rows.length,
      accepted: count('accepted'),
      warning: count('warning'),
      refused: count('refused'),
      notChecked: count('notChecked'),
    },
    queue: {
      state:
        pausedUntilMs !== null
          ? 'paused'
          : query.has('refused')
            ? 'held'
            : scenario === 'empty'
              ? 'idle'
              : scenario === 'paused' || scenario === 'held' || scenario === 'away'
                ? scenario
                : 'running',
      heldReason: query.has('refused')
        ? { key: 'errors.KEY_REFUSED' }
        : scenario === 'held'
          ? { key: 'queue.etaBound.rate' }
          : null,
      done: scenario === 'empty' ? 0 : 34,
      total: scenario === 'empty' ? 0 : 187,
      failed: scenario === 'empty' ? 0 : 1,
      bytesPerSecond: 10_750_000,
      etaMs: 12 * 60_000,
      etaBound: limitNow() === null ? 'rate' : 'limit',
      later: later(),
      limit: limitNow(),
      resumesAtMs: pausedUntilMs ?? (scenario === 'held' ? startedMs + 42_000 : null),
    },
    orders: {
      checkedAtMs: startedMs - 6_000,
      nextCheckAtMs: startedMs + 24_000,
      changedSinceSeen: scenario === 'empty' ? 0 : 3,
      late: scenario === 'live' ? 3 : 0,
      unread: [],
    },
    credit:
      phase === 'ready' && scenario !== 'empty'
        ? { balance: creditView(startedMs, 1, 0).balance.balance, currency: 'KRW' }
        : null,
    finish: isFinishing
      ? {
          left: { uploads: 153, orders: 12, exports: 0, intakes: 0, packages: 1 },
          still: scenario === 'away' ? { key: 'desk.still.away' } : null,
        }
      : null,
  });
  const info = (): AppInfo => ({
    version: '0.1.0',
    runtime: 'Electron 33.2.1',
    platform: 'linux',
    systemLanguage: 'ko',
    preferences,
    secretStore: 'osKeychain',
    dataFolder: '/home/studio/.config/Book Print Studio',
    service: { contract: 'specified', allowLocalAddresses: false },
  });
  const report = (): ImportReport => ({
    importId: 'i1',
    folderName: '2026-09 웨딩',
    state: scenario === 'importing' ? 'scanning' : 'done',
    pdfsFound: 403,
    paired: 198,
    guessed: 2,
    alone: 3,
    pictures: 312,
    ignored: [
      { name: '.DS_Store', reason: { key: 'desk.ignored.hidden' } },
      { name: '견적/견적서_최종.xlsx', reason: { key: 'desk.ignored.notPdf' } },
    ],
    conflicts: [
      {
        name: 'Kim-Lee_cover.pdf',
        reason: {
          key: 'library.conflict.sameName',
          params: { role: 'cover', other: 'KIM-LEE_cover.pdf', more: 0, how: 'case' },
        },
      },
    ],
    updated: 0,
    leftOut: 1,
    manifests: [],
  });
  const lines = manifestLines(Number(query.get('lines') ?? 40));
  let manifest = manifestCheck(lines, { isUnsure: query.has('unsure') });
  /** What is shown from now on, with the way back. */
  const keepWay = (way: () => { undoId: string }): { undoId: string } => {
    const undoId = `u${++lastWay}`;
    ways.set(undoId, way);
    return { undoId };
  };
  const undoable = (next: LibraryRow[]): { undoId: string } => {
    const before = rows;
    rows = next;
    changed('library', 'status');
    return keepWay(() => undoable(before));
  };
  /** Three books come, and two were here. */
  const openPackage = (): Opened => {
    const come = libraryRows(startedMs, 3).map((row) => ({ ...row, bookId: `packed-${row.bookId}` }));
    return { added: come.length, known: 2, differing: 0, ...undoable([...rows, ...come]) };
  };
  let updates = updateState(query.get('updates'), startedMs);
  let packing: PackageWork[] = packageWorks(query.get('packing'), startedMs);
  const specs = (): BookSpec[] => catalogue.specs.map((spec) => bookSpecSchema.parse(spec));
  /** `house=live` or `house=sandbox`: the service in use is the built-in one. */
  const played = query.get('house');
  let house = played === 'live' || played === 'sandbox' ? printHouseView(played, startedMs) : null;
  const setHouse = (change: (before: PrintHouseView) => Partial<PrintHouseView>): { readonly ok: true } => {
    if (house !== null) house = { ...house, ...change(house) };
    changed('printHouse');
    return { ok: true };
  };
  let orders =
    scenario === 'empty'
      ? []
      : orderRows(startedMs, { count: Number(query.get('orders') ?? 64), hasLate: scenario === 'live' });
  let jobs = scenario === 'empty' ? [] : queueJobs(startedMs, { isAway: away !== null });
  const later = () => {
    const times = jobs.flatMap(({ sendAtMs }) => sendAtMs ?? []);
    return times.length === 0 ? null : { count: times.length, atMs: Math.min(...times) };
  };
  const setJobs = (next: typeof jobs): { undoId: string } => {
    const before = jobs;
    jobs = next;
    changed('queue', 'status');
    return keepWay(() => setJobs(before));
  };
  const setNamingRules = (next: NamingRules): { undoId: string } => {
    const before = namingRules;
    namingRules = next;
    changed('preferences');
    return keepWay(() => setNamingRules(before));
  };
  const setSignOff = (key: string, next: SignOff | undefined): { undoId: string } => {
    const before = signOffs.get(key);
    if (next === undefined) signOffs.delete(key);
    else signOffs.set(key, next);
    changed('library');
    return keepWay(() => setSignOff(key, before));
  };
  /** Every answer begins anew: changes since a mark are the main process's own. */
  const whole = <T>(all: T[]) => ({ mark: '', isFresh: true, rows: all, gone: [], hasMore: false });
  const activity: ActivityEntry[] = Array.from({ length: 60 }, (_, id) => ({
    id,
    atMs: startedMs - id * 4_000,
    method: id % 3 === 0 ? 'GET' : 'POST',
    path: id % 3 === 0 ? '/v1/orders?limit=100' : `/v1/books/bk_${1000 + id}/pdf-contents`,
    status: id === 4 ? 400 : id === 9 ? null : 200,
    tookMs: 38 + ((id * 91) % 900),
    errorCode: id === 4 ? 'ERR_VALIDATION' : null,
    bookId: `book-${id}`,
    curl: 'curl -X POST "http://127.0.0.1:4410/v1/books" -H "Authorization: Bearer $BOOK_PRINT_KEY"',
  }));

  let hot = scenario === 'empty' ? [] : hotFolders(startedMs);

  /** `startedOver`: the Sandbox was started over two days ago. */
  const formerSandbox = query.has('startedOver')
    ? {
        name: 'sandbox-2026-09-01T09-00-00-000Z.bpbackup',
        madeAtMs: startedMs - 2 * 86_400_000,
        untilMs: startedMs + 5 * 86_400_000,
      }
    : null;

  const comments = sampleComments(
    (bookId) => layouts.get(bookId),
    () => changed('comments'),
  );
  const handlers: Handlers = {
    'app.info': async () => info(),
    'app.hasTray': async () => !query.has('noTray'),
    'app.setPreferences': async (input) => {
      preferences = {
        ...preferences,
        ...(Object.fromEntries(
          Object.entries(input).filter(([, value]) => value !== undefined),
        ) as Partial<Preferences>),
      };
      changed('preferences');
      return preferences;
    },
    'app.tables': async () => tables,
    'app.setTable': async ({ table, view }) => {
      tables = { ...tables, [table]: view };
      changed('preferences');
      return tables;
    },
    'app.showSteps': async () => null,
    'app.status': async () => status(),
    'app.stay': async () => {
      isFinishing = false;
      changed('status');
      return null;
    },
    'app.quitNow': async () => null,
    'app.revealDataFolder': async () => null,
    'app.diagnostics': async () => ({ text: 'Book Print Studio 0.1.0\n' }),
    'store.recover': async () => null,
    'connections.startBuiltIn': async () => {
      phase = 'starting';
      doneSteps = 0;
      const step = (): void => {
        doneSteps += 1;
        if (doneSteps > 8) phase = 'ready';
        else setTimeout(step, 450);
        changed('status');
      };
      setTimeout(step, 300);
      changed('status');
      return null;
    },
    'connections.list': async () =>
      scenario === 'empty'
        ? []
        : [
            { ...sandbox, away, active: scenario !== 'live', holds: { books: 153, orders: 12 } },
            { ...(scenario === 'live' ? liveInUse : live), holds: { books: 12, orders: 3 } },
          ],
    'connections.add': async ({ key, environment }) =>
      key.startsWith('SB')
        ? { ok: true, connection: environment === 'live' ? live : sandbox }
        : { ok: false, problem: { key: 'welcome.connect.keyRefused' }, serviceText: 'API Key가 유효하지 않습니다.' },
    'connections.replaceKey': async () => ({ ok: true }),
    'connections.activate': async () => {
      phase = 'ready';
      changed('status');
      return null;
    },
    'connections.remove': async () => null,
    'specs.list': async () => (scenario === 'empty' ? [] : specs()),
    'imports.pickFolder': async () => ({ importId: 'i1' }),
    'imports.pickFiles': async () => ({ importId: 'i1' }),
    'imports.addPaths': async () => ({ importId: 'i1' }),
    'imports.addSamples': async () => {
      rows = libraryRows(startedMs, 10);
      changed('library', 'status');
      return { importId: 'i1' };
    },
    'imports.report': async () => report(),
    'imports.cancel': async () => null,
    'imports.undo': async () => ({ removed: 203 }),
    'imports.namingRules': async () => namingRules,
    'imports.setNamingRules': async (rules) => setNamingRules(rules),
    'imports.namesToTry': async ({ of }) => (of === 'lastImport' ? NAMES_TO_TRY : NAMES_TO_TRY.slice(-1)),
    'packages.save': async ({ bookIds }) => ({ books: bookIds.length, left: 0 }),
    'packages.open': async () => openPackage(),
    'packages.openPath': async () => openPackage(),
    'arrivals.waiting': async () => [],
    'arrivals.take': async () => null,
    'packages.work': async () => packing,
    'backups.last': async () => ({ name: '스튜디오-2026-09-01.bpbackup', atMs: Date.UTC(2026, 8, 1, 9) }),
    'backups.save': async () => ({ books: rows.length, orders: 0 }),
    'backups.restore': async () => ({ isClosing: false }),
    'startOver.look': async () => ({
      goes: { books: 14, orders: 9, creditMovements: 23 },
      onTheirWay: { books: query.has('onTheirWay') ? 3 : 0, orders: 0 },
      notDone: query.has('notDone') ? { books: 2, orders: 5 } : { books: 0, orders: 0 },
      isBusy: false,
      hotFolders: hot.length,
      former: formerSandbox,
    }),
    'startOver.former': async () => formerSandbox,
    'startOver.begin': async () => ({ isClosing: true }),
    'startOver.reveal': async () => null,
    'packages.cancel': async ({ workId }) => {
      packing = packing.filter((work) => work.workId !== workId);
      changed('packages');
      return { isStopped: true };
    },
    'updates.state': async () => updates,
    'updates.choose': async (wish) => {
      updates = { ...updates, mode: wish.mode ?? updates.mode, feed: wish.feed ?? updates.feed };
      changed('updates');
      return null;
    },
    'updates.look': async () => null,
    'updates.download': async () => null,
    'updates.refuse': async () => {
      updates = { ...updates, phase: 'refused' };
      changed('updates');
      return null;
    },
    'updates.install': async () => ({ isClosing: false }),
    'hotFolders.list': async () => hot,
    'hotFolders.pick': async () => {
      const [first] = hotFolders(startedMs);
      const hotFolderId = `hot-${hot.length + 1}`;
      if (first !== undefined)
        hot = [
          ...hot,
          {
            ...first,
            hotFolderId,
            name: '새 폴더',
            path: '/Users/mina/새 폴더',
            whenGreen: 'nothing',
            afterwards: 'leave',
            copying: 0,
            copyingNames: [],
            books: NO_HOT_BOOKS,
          },
        ];
      changed('hotFolders');
      return { hotFolderId };
    },
    'hotFolders.set': async ({ hotFolderId, whenGreen, afterwards, specUid }) => {
      hot = hot.map((one) => (one.hotFolderId === hotFolderId ? { ...one, whenGreen, afterwards, specUid } : one));
      changed('hotFolders');
      return null;
    },
    'hotFolders.setPaused': async ({ hotFolderId, isPaused }) => {
      hot = hot.map((one) =>
        one.hotFolderId === hotFolderId ? { ...one, state: isPaused ? 'paused' : 'watching' } : one,
      );
      changed('hotFolders');
      return null;
    },
    'hotFolders.remove': async ({ hotFolderId }) => {
      hot = hot.filter((one) => one.hotFolderId !== hotFolderId);
      changed('hotFolders');
      return null;
    },
    'library.changes': async () => whole(rows),
    'library.book': async ({ bookId }) => detailOf(bookId),
    'library.fitting': async ({ bookIds }) => ({
      books: bookIds.length,
      specs: specs().map(({ bookSpecUid }, at) => ({ specUid: bookSpecUid, fits: at === 0 ? bookIds.length : 0 })),
    }),
    'library.setSpec': async ({ bookIds, specUid }) => {
      const spec = catalogue.specs.find(({ bookSpecUid }) => bookSpecUid === specUid);
      return undoable(
        rows.map((row) =>
          bookIds.includes(row.bookId) ? { ...row, specUid, specName: spec?.name ?? null, specOrigin: 'given' } : row,
        ),
      );
    },
    'library.setQuantity': async ({ bookIds, quantity }) =>
      undoable(rows.map((row) => (bookIds.includes(row.bookId) ? { ...row, quantity } : row))),
    'library.setTitle': async ({ bookId, title }) =>
      undoable(rows.map((row) => (row.bookId === bookId ? { ...row, title } : row))),
    'library.sendAnew': async ({ bookId }) => {
      rows = rows.map((row) => (row.bookId === bookId ? { ...row, stage: 'checking', orderUid: null } : row));
      changed('library');
      return null;
    },
    'library.swapRoles': async ({ bookId }) =>
      undoable(
        rows.map((row) =>
          row.bookId === bookId ? { ...row, coverFileId: row.contentsFileId, contentsFileId: row.coverFileId } : row,
        ),
      ),
    'library.pair': async ({ coverBookId, contentsBookId }) => {
      const cover = rows.find(({ bookId }) => bookId === coverBookId);
      const coverFileId = cover?.coverFileId ?? cover?.contentsFileId ?? null;
      const whole = (row: LibraryRow): LibraryRow => ({
        ...row,
        coverFileId,
        contentsFileId: row.contentsFileId ?? row.coverFileId,
        stage: 'ready',
        verdict: 'accepted',
        headline: null,
      });
      const others = rows.filter(({ bookId }) => bookId !== coverBookId);
      const next = others.map((row) => (row.bookId === contentsBookId ? whole(row) : row));
      return { ...undoable(next), bookId: contentsBookId };
    },
    'library.setRole': async ({ bookId, role }) =>
      undoable(
        rows.map((row) => {
          const fileId = row.coverFileId ?? row.contentsFileId;
          const filed = {
            coverFileId: role === 'cover' ? fileId : null,
            contentsFileId: role === 'contents' ? fileId : null,
          };
          return row.bookId === bookId ? { ...row, ...filed } : row;
        }),
      ),
    'library.takeApart': async ({ bookId }) =>
      undoable(
        rows.flatMap((row) =>
          row.bookId === bookId
            ? [
                { ...row, contentsFileId: null, stage: 'incomplete' as const },
                { ...row, bookId: `${bookId}-contents`, coverFileId: null, stage: 'incomplete' as const },
              ]
            : [row],
        ),
      ),
    'library.leaveOut': async ({ bookIds }) => undoable(rows.filter(({ bookId }) => !bookIds.includes(bookId))),
    'library.recheck': async () => null,
    'library.remove': async ({ bookIds }) => {
      return undoable(rows.filter((row) => !bookIds.includes(row.bookId)));
    },
    'steps.takeBack': async ({ undoId }) => {
      const takeBack = ways.get(undoId);
      if (takeBack === undefined) throw new Error(`there is no step ${undoId}`);
      ways.delete(undoId);
      return { ...takeBack(), left: 0 };
    },
    'library.openFile': async () => null,
    'library.revealFile': async () => null,
    'checks.signOff': async ({ bookId, groupKey, name, reason }) =>
      setSignOff(`${bookId} ${groupKey}`, { name, reason, atMs: Date.now() }),
    'checks.withdrawSignOff': async ({ bookId, groupKey }) => setSignOff(`${bookId} ${groupKey}`, undefined),
    'checks.lastName': async () => '이정민',
    'checks.printRule': async () => printRule,
    'checks.setPrintRule': async (rule) => {
      printRule = rule;
      changed('status');
      return null;
    },
    'documents.save': async () => ({ saved: true }),
    'documents.prepare': async () => ({ dragId: 'drag_1' }),
    'documents.drag': async () => ({ isDragged: true }),
    'checks.thresholds': async () => thresholds,
    'checks.setThreshold': async ({ name, value, layer }) => {
      thresholds = thresholds.map((one) =>
        one.name !== name
          ? one
          : value === null
            ? { ...one, value: one.builtIn, origin: 'builtIn' }
            : { ...one, value, origin: layer },
      );
      changed('library');
      return thresholds;
    },
    'fixes.preview': async ({ bookId, kind, fix }) => {
      const book = detailOf(bookId);
      const preview = book === null || fix === 'bleedByStretch' ? null : fixPreview(fix, kind, book);
      return preview === null
        ? { ok: false, problem: { key: 'fixes.problem.sizeDiffers', params: { page: 3 } } }
        : { ok: true, preview };
    },
    'fixes.progress': async () => [
      { bookId: rows[0]?.bookId ?? '', kind: 'contents', fix: 'bakeRotation', step: 'comparing', done: 12, total: 48 },
    ],
    'fixes.apply': async () => keepWay(() => ({ undoId: 'none' })),
    'fixes.discard': async () => null,
    'fixes.alike': async ({ bookId }) =>
      query.has('alike')
        ? rows
            .filter((row) => row.bookId !== bookId)
            .slice(0, 3)
            .map((row) => ({ bookId: row.bookId, title: row.title, batch: row.batch }))
        : [],
    'fixes.repairAlike': async ({ bookIds }) => ({
      repaired: bookIds.length - 1,
      left: bookIds.slice(-1).map((bookId) => ({ bookId, reason: { key: 'desk.fix.bringsOthers' } })),
      undoId: 'none',
    }),
    'fixes.alikeProgress': async () =>
      query.get('alike') === 'running' ? { done: 1, total: 3, isStopping: isStoppingRepairs } : null,
    'fixes.stopAlike': async () => {
      isStoppingRepairs = true;
      changed('progress');
      return null;
    },
    'fixes.undo': async () => null,
    'queue.changes': async () => whole(jobs),
    'queue.progress': async () => ({ queue: status().queue, jobs: [] }),
    'queue.upload': async ({ bookIds }) => ({
      queued: bookIds.length,
      left: 0,
      notes: query.has('former') ? [...formerNotes(rows.map(({ title }) => title))] : [],
    }),
    'queue.pause': async ({ until }) => {
      if (until !== undefined) pausedUntilMs = until.by === 'clock' ? until.atMs : Date.now() + until.minutes * 60_000;
      changed('queue', 'status');
      return null;
    },
    'queue.resume': async () => {
      pausedUntilMs = null;
      changed('queue', 'status');
      return null;
    },
    'queue.sendAt': async ({ jobIds, atMs }) => {
      jobs = jobs.map((job) => (jobIds.includes(job.jobId) ? { ...job, sendAtMs: atMs } : job));
      changed('queue', 'status');
      return null;
    },
    'queue.limit': async () => limit,
    'queue.setLimit': async (given) => {
      limit = given;
      changed('queue', 'status');
      return null;
    },
    'queue.move': async ({ jobIds, to }) => {
      const waiting = jobs.filter(({ state }) => state.status === 'waiting').sort((a, b) => a.turn - b.turn);
      const all = jobs.map(({ turn }) => turn);
      const edges = { lowest: Math.min(...all), highest: Math.max(...all) };
      const turns = new Map(movedTurns(waiting, new Set(jobIds), to, edges).map(({ jobId, turn }) => [jobId, turn]));
      if (turns.size === 0) return { moved: 0, undoId: null };
      const moved = jobs.map((job) => ({ ...job, turn: turns.get(job.jobId) ?? job.turn }));
      return { moved: jobIds.length, ...setJobs(moved) };
    },
    'queue.retry': async () => null,
    'queue.cancel': async ({ jobIds }) => setJobs(jobs.filter(({ jobId }) => !jobIds.includes(jobId))),
    'orders.review': async ({ bookIds: _, ...plan }) => ({
      ok: true,
      review: orderReview(startedMs, {
        short: query.has('short'),
        recent: query.has('recent'),
        former: query.has('former'),
        live: scenario === 'live',
        plan,
      }),
    }),
    'orders.confirm': async () => ({
      runId: 'r1',
      heldUntilMs: query.has('held') ? Date.now() + 1_000 * Number(query.get('held')) : null,
    }),
    'orders.undoRun': async () => ({ undone: true }),
    'orders.run': async () => {
      const { state, rows: ofRun } = orderRun(query.has('running') || query.has('held') ? 'running' : 'done');
      return { ...whole(ofRun), state };
    },
    'orders.openRuns': async () => (query.has('runs') ? openRuns(startedMs, Number(query.get('runs'))) : []),
    'orders.putRunAside': async () => null,
    'orders.stopRun': async () => null,
    'orders.changes': async () => whole(orders),
    'orders.seenAt': async () => startedMs - 3_600_000,
    'orders.detail': async ({ orderUid }) => {
      const row = orders.find((candidate) => candidate.orderUid === orderUid);
      return row === undefined ? null : orderDetail(row, startedMs);
    },
    'orders.again': async () => ({
      connectionId: query.has('switched') ? 'left' : (scenario === 'live' ? liveInUse : sandbox).connectionId,
      books: query.has('gone')
        ? []
        : [
            {
              bookId: 'b_sent',
              title: 'Park family',
              ...(query.has('looked')
                ? { print: 'good', checkedLevel: 3 }
                : { print: 'notChecked', checkedLevel: null }),
            },
          ],
      gone: query.has('gone') ? ['Park family'] : [],
      changed: query.has('changed') ? ['Jeju', 'Seoul', 'Busan', 'Daegu', 'Ulsan'] : [],
      underWay: [],
    }),
    'orders.booksOf': async ({ orderUids }) => ({
      bookIds: query.has('unlisted') ? [] : rows.slice(0, orderUids.length).map(({ bookId }) => bookId),
      others: query.has('unlisted') ? orderUids.length : 0,
    }),
    'orders.lateRule': async () => lateRule,
    'orders.setLateRule': async (rule) => {
      lateRule = rule;
      changed('orders', 'status');
      return null;
    },
    'orders.markSeen': async () => null,
    'orders.passOver': async () => null,
    'orders.refresh': async () => null,
    'orders.cancel': async ({ orderUids }) => {
      const isOut = { allowed: false, reason: { key: 'desk.why.order.cancel' } };
      orders = orders.map((row) =>
        orderUids.includes(row.orderUid)
          ? { ...row, orderStatus: 'CANCELLED_REFUND', actions: { ...row.actions, cancel: isOut } }
          : row,
      );
      changed('orders');
      return orderUids.map((orderUid) => ({ orderUid, ok: true, refund: 17_160, problem: null, serviceText: null }));
    },
    'orders.cancelItem': async ({ orderUid }) => ({
      orderUid,
      ok: true,
      refund: 13_860,
      problem: null,
      serviceText: null,
    }),
    'orders.changeShipping': async () => ({ ok: true }),
    'orders.openTrackingPage': async () => null,
    'orders.lastAddress': async () => shipping,
    'promotions.look': async () => promotionLook(startedMs, rows, query.has('again')),
    'promotions.start': async () => {
      promotions = samplePromotions(startedMs, rows, 'uploading');
      changed('promotions', 'status');
      return { promotionId: 'p1' };
    },
    'promotions.list': async () => promotions,
    'promotions.decide': async ({ bookIds, take }) => {
      promotions = promotions.map((one) => ({
        ...one,
        books: take ? one.books : one.books.filter((bookId) => !bookIds.includes(bookId)),
        troubles: one.troubles.filter(({ bookId }) => !bookIds.includes(bookId)),
      }));
      changed('promotions');
      return null;
    },
    'promotions.drop': async () => {
      promotions = [];
      changed('promotions');
      return null;
    },
    'printHouse.view': async () => (phase === 'ready' ? house : null),
    'printHouse.move': async ({ orderUids, move, trackingNumber }) => {
      orders = orders.map((row) => (orderUids.includes(row.orderUid) ? movedRow(row, move, trackingNumber) : row));
      changed('orders');
      return orderUids.map((orderUid) => ({ orderUid, ok: true, problem: null, serviceText: null }));
    },
    'printHouse.moveClock': async ({ byMs }) =>
      setHouse(({ clock }) => {
        const offsetMs = byMs === null ? 0 : clock.offsetMs + byMs;
        return { clock: { nowMs: startedMs + offsetMs, offsetMs } };
      }),
    'printHouse.produce': async (production) => setHouse(() => ({ production })),
    'printHouse.misfortune': async ({ misfortune }) =>
      setHouse(({ misfortunes }) => {
        const { times, ...fault } = MISFORTUNES[misfortune];
        return { misfortunes: [...misfortunes, { text: misfortuneText(fault), left: times }] };
      }),
    'printHouse.clearMisfortunes': async () => setHouse(() => ({ misfortunes: [] })),
    'printHouse.topUp': async () => ({ ok: true }),
    'printHouse.endPayment': async () => ({
      ok: false,
      problem: { key: 'errors.SERVICE_NOT_FOUND', params: { status: 404, code: 'ERR_NOT_FOUND' } },
      serviceText: '결제 주문을 찾을 수 없습니다',
    }),
    'credit.view': async ({ limit, offset }) =>
      scenario === 'empty' ? null : { connectionId: inUseId, ...creditView(startedMs, limit, offset) },
    'credit.reconciliation': async () =>
      scenario === 'empty'
        ? null
        : { connectionId: inUseId, ...creditReconciliation(startedMs, scenario === 'live' ? DIFFERENCES : []) },
    'recipients.list': async () => (scenario === 'empty' ? [] : [...recipients]),
    'recipients.save': async ({ recipientId, ...recipient }) => ({
      recipientId: recipientId ?? 'rcp_new',
      ...recipient,
    }),
    'recipients.remove': async () => undoable(rows),
    'recipients.ofBook': async ({ bookId }) =>
      bookId.endsWith('3')
        ? recipients.slice(1, 3).map((recipient, index) => ({ ...recipient, quantity: index + 1 }))
        : [],
    'recipients.setForBook': async () => undoable(rows),
    'recipients.assign': async () => undoable(rows),
    'manifests.pick': async () => ({ manifestId: 'mf1' }),
    'manifests.latest': async () => 'mf1',
    'manifests.read': async ({ encoding, restoreZeros }) => {
      manifest = { ...manifest, restoreZeros, ...(encoding === null ? {} : { encoding, isUnsure: false }) };
      changed('manifests');
      return null;
    },
    'manifests.check': async () => manifest,
    'manifests.lines': async ({ state, offset }) => {
      const wanted = lines.filter((line) => state === null || line.state === state);
      return { total: wanted.length, lines: wanted.slice(offset, offset + LINES_PAGE) };
    },
    'manifests.take': async ({ besides }) => ({ ...undoable(rows), books: manifest.taken + besides.length }),
    'credit.charge': async () => ({ ok: true }),
    'layouts.create': async ({ title, specUid, pageCount }) => {
      const spec = specs().find(({ bookSpecUid }) => bookSpecUid === specUid) ?? specs()[0];
      if (spec === undefined) throw new Error('there are no specs');
      const bookId = `made-${layouts.size + 1}`;
      layouts.set(bookId, newLayout({ layoutId: bookId, title, spec, pageCount }));
      rows = [
        ...rows,
        ...libraryRows(startedMs, 12)
          .slice(11)
          .map((row) => ({ ...row, bookId, title, specUid, pageCount })),
      ];
      changed('library', 'layouts');
      return { bookId };
    },
    'layouts.open': async ({ bookId }) => {
      const document = layouts.get(bookId) ?? sampleLayout(specs(), size);
      layouts.set(bookId, document);
      return { bookId, document, readOnly: null, notes: [], done: [], undone: [], intakeId: null };
    },
    'layouts.append': async ({ bookId, lines }) => {
      if (query.get('disk') === 'full')
        return Promise.reject<never>(new AppError('LAYOUT_DISK_FULL', { params: { title: titleOf(bookId) } }));
      if (query.get('disk') === 'slow') await new Promise((settle) => setTimeout(settle, 700));
      const document = replayed(layouts.get(bookId) ?? sampleLayout(specs(), size), lines);
      layouts.set(bookId, document);
      return { steps: document.steps };
    },
    'layouts.close': async () => null,
    'layouts.pickPictures': async () => ({ intakeId: 'in1' }),
    'layouts.addImported': async () => ({ intakeId: 'in1' }),
    'layouts.addPictures': async () => ({ intakeId: 'in1' }),
    'layouts.intake': async ({ after }) => {
      if (!isIntakeStopped) intakeLooked += 1;
      setTimeout(() => changed('layouts'), 30);
      return sampleIntake(after, intakeLooked, isIntakeStopped);
    },
    'layouts.stopIntake': async () => {
      isIntakeStopped = true;
      changed('layouts');
      return null;
    },
    'layouts.export': async ({ bookId, steps }) => {
      if (layouts.get(bookId)?.steps !== steps)
        return Promise.reject<never>(new AppError('LAYOUT_OUT_OF_STEP', { params: { title: titleOf(bookId) } }));
      exportedRows = bookId === 'book-9' ? ['book-9', 'book-12'] : ['book-11'];
      exportBegunMs = Date.now();
      isExportTold = false;
      hasExportEnded = false;
      setTimeout(() => changed('layouts'), EXPORT_MS + 20);
      return { exportId: 'ex1' };
    },
    'layouts.exportState': async () => {
      const state = exportNow();
      if (state.state === 'running') setTimeout(() => changed('layouts'), 80);
      return state;
    },
    'layouts.exportNews': async () => {
      const { state, bytes, problem } = exportNow();
      const isNews = exportBegunMs > 0 && !isExportTold && (state === 'done' || state === 'failed');
      const made = { exportId: 'ex1', bookId: exportedRows.at(-1) ?? null, layoutBookIds: [...exportedRows] };
      return isNews ? [{ ...made, title: 'Kim & Lee', state, bytes, problem }] : [];
    },
    'layouts.exportTold': async () => {
      isExportTold = true;
      changed('layouts');
      return null;
    },
    'layouts.cancelExport': async () => null,
    'layouts.expectedExport': async ({ bookId, maxPpi }) => ({
      bytes: maxPpi === null ? 323_000_000 : 96_000_000,
      isAtMost: false,
      newVersion: bookId === 'book-9' ? 2 : null,
    }),
    ...comments.handlers,
    ...sampleProofs(
      (bookId) => layouts.get(bookId),
      () => changed('layouts'),
    ),
    'layouts.pickTable': async () => sampleRows,
    'layouts.readTable': async () => sampleRows,
    'layouts.templates': async ({ spec }) => templatesFor(JSON.parse(spec) as BookSpec),
    'layouts.missing': async ({ bookId }) => {
      timesAskedForMissing += 1;
      // As on a slow share: the screen's own question is never answered.
      if (query.has('slow') && timesAskedForMissing === 1) return new Promise<never>(() => undefined);
      const isMissing = query.get('missing') === 'later' ? timesAskedForMissing > 1 : query.has('missing');
      const keys = isMissing ? (layouts.get(bookId)?.pictureOrder ?? []) : [];
      return { keys: query.get('missing') === 'some' ? keys.slice(-3) : [...keys] };
    },
    'layouts.relink': async () => ({ found: 0 }),
    'layouts.collect': async () => ({ copied: 60, failed: 0 }),
    'activity.list': async () => activity,
  };
  const call: Call = (channel, input) => {
    if (ASKED_BY_SCREENS.has(channel) && scenario === 'loading') return new Promise<never>(() => undefined);
    if (ASKED_BY_SCREENS.has(channel) && scenario === 'error')
      return Promise.reject<never>({ code: 'INTERNAL', text: { key: 'ui.error.unexpected' } });
    return (handlers[channel as Channel] as (input: unknown) => Promise<never>)(input);
  };
  return {
    call,
    onChange: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    onCommand: (listener) => {
      const onMenu = (event: Event): void => listener((event as CustomEvent<Command>).detail);
      window.addEventListener('menu-command', onMenu);
      return () => window.removeEventListener('menu-command', onMenu);
    },
    onLeaving: () => () => undefined,
    importDropped: async () => ({ importId: 'i1' }),
    packageDropped: async () => openPackage(),
    layoutDropped: async () => ({ intakeId: 'in1' }),
    notesDropped: async (bookId, proof) => comments.notes(bookId, proof),
    tableDropped: async () => sampleRows,
  };
}
