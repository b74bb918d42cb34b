import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { count, eq, isNull } from 'drizzle-orm';
import type { BookSpec } from '../../src-core/contract/specs.ts';
import { bookSpecSchema } from '../../src-core/contract/specs.ts';
import { AppError } from '../../src-core/desk/app-errors.ts';
import { readCatalogue, readCatalogueVersion } from '../../src-node/catalogue-file.ts';
import { writeDocument } from './documents/write-document.ts';
import { Disks, LOOK_MS } from '../../src-node/disks/disks.ts';
import { ActivityLog } from './client/activity-log.ts';
import { heldWork } from './connections/held-work.ts';
import { Connections } from './connections/connections.ts';
import { CreditDesk } from './credit/credit-desk.ts';
import type { CreateDesk, DeskHandlers, DeskStatus } from './desk.ts';
import type { DeskContext } from './desk-context.ts';
import { nameAnew, nameWhatIsLeft } from './hot-folders/hot-ledger.ts';
import { HotFolders } from './hot-folders/hot-folders.ts';
import { Importer } from './imports/importer.ts';
import { StudioNamingRules } from './naming/naming-rules.ts';
import { Checks } from './checks/checks.ts';
import { DeeperChecks } from './checks/deeper-checks.ts';
import { PrintGate } from './checks/print-gate.ts';
import { Recipients } from './recipients/recipients.ts';
import { Reports } from './checks/reports.ts';
import { SignOffs } from './checks/sign-offs.ts';
import { StudioThresholds } from './checks/studio-thresholds.ts';
import { FixDesk } from './fixes/fix-desk.ts';
import { AlikeRepairs } from './fixes/repair-alike.ts';
import { OverprintBytes } from './checks/overprint-bytes.ts';
import { readBytesId } from './store/bytes-id.ts';
import { FileHashes } from './preflight/file-hashes.ts';
import { FileFollower } from './library/file-follower.ts';
import { FileOpening } from './library/file-opening.ts';
import { FileWatch } from './library/file-watch.ts';
import { LayoutExports } from './layouts/layout-exports.ts';
import { LayoutPainter } from './layouts/layout-painter.ts';
import { LayoutComments } from './layouts/layout-comments.ts';
import { LayoutProofs } from './layouts/layout-proofs.ts';
import { LayoutPictures } from './layouts/layout-pictures.ts';
import { PicturePool } from './layouts/picture-pool.ts';
import { readRowsTable } from './layouts/rows-table.ts';
import { Layouts } from './layouts/layouts.ts';
import { Themes } from './layouts/themes.ts';
import { BookValues } from './library/book-values.ts';
import { Library } from './library/library.ts';
import { OpenBooks } from './library/open-books.ts';
import { Pairings } from './library/pairings.ts';
import { OrdersAgain } from './orders/order-again.ts';
import { OrdersSinceCopy } from './orders/orders-since-copy.ts';
import { OrderTables } from './orders/order-tables.ts';
import { ManifestFiles } from './manifests/manifest-files.ts';
import { ManifestResults } from './manifests/manifest-results.ts';
import { Manifests } from './manifests/manifests.ts';
import { TakenManifests } from './manifests/take-manifest.ts';
import { Backups } from './backups/backups.ts';
import { Packages } from './packages/packages.ts';
import { NoticeWatch } from './notices/notice-watch.ts';
import { PrintHouse } from './print-house/print-house.ts';
import { forgetWhereDecided } from './start-over/decided.ts';
import { FormerSandboxes } from './start-over/former-sandboxes.ts';
import { StartOver } from './start-over/start-over.ts';
import { LateOrders } from './orders/late-orders.ts';
import { OrderPolling } from './orders/order-polling.ts';
import { OrderReviews, partedOf } from './orders/order-review.ts';
import { Promotions } from './promotions/promotions.ts';
import { OrderRuns } from './orders/order-runs.ts';
import { OrdersDesk } from './orders/orders-desk.ts';
import { WorkerPool, type PoolLimits } from './preflight/worker-pool.ts';
import { Steps } from './steps/steps.ts';
import { ListChanges } from './store/list-changes.ts';
import { openStore } from './store/open-store.ts';
import { isRestored, isTakenForRestored, pauseHotFolders } from './store/restored.ts';
import { books, files } from './store/schema.ts';
import { UploadQueue } from './uploads/upload-queue.ts';

/** Reading structure takes milliseconds and is waited for. A thread takes twenty megabytes: it goes when nothing comes any more. */
const READING: PoolLimits = { seats: 1, taskTimeMs: 20_000, memoryMb: 512, idleMs: 10_000 };
/** Hashing waits for the disk: an upload must not wait for a page that is being rendered before it. One seat an upload. */
const HASHING: PoolLimits = { seats: 2, taskTimeMs: 600_000, memoryMb: 256, idleMs: 10_000 };
/**
 * Looking closely takes as long as it takes, a core being left for the window. A thread has sixty megabytes, with what draws pages: it goes
 * when there is nothing more to look at.
 */
const LOOKING: PoolLimits = {
  seats: Math.min(4, Math.max(1, availableParallelism() - 1)),
  taskTimeMs: 300_000,
  memoryMb: 1024,
  idleMs: 60_000,
};
/** Somebody waits for a repair: it does not stand behind the checks of other books. Its threads go when they are not used. */
const REPAIRING: PoolLimits = { ...LOOKING, idleMs: 30_000 };

/** Puts the desk's parts together and takes up what an earlier run left undone. */
export const createDesk: CreateDesk = async (deps) => {
  const store = openStore(deps.dataDir, deps);
  forgetWhereDecided(store.db);
  const changed: DeskContext['changed'] = (...topics) => {
    if (topics.includes('library')) onBooksChanged();
    if (topics.includes('status') || topics.includes('orderRun')) notices?.mayHaveChanged();
    deps.onChange(topics);
  };
  let onBooksChanged: () => void = () => undefined;
  let notices: NoticeWatch | null = null;
  const disks = Disks.open(deps.diskWorkerUrl);
  const context: DeskContext = {
    db: store.db,
    clock: deps.clock,
    ids: deps.ids,
    random: deps.random,
    log: deps.log,
    disks,
    activity: new ActivityLog(() => changed('activity')),
    proxyOf: deps.proxyOf ?? (() => null),
    changed,
  };
  const changes = new ListChanges(store.db, deps.ids);
  const pool = new WorkerPool(deps.preflightWorkerUrl, deps.log, disks, READING);
  const closePool = new WorkerPool(deps.preflightWorkerUrl, deps.log, disks, LOOKING);
  const connections = new Connections(context, deps.secretStore, shippedSpecs(deps.catalogueFile));
  const thresholds = new StudioThresholds(context, connections);
  const hashPool = new WorkerPool(deps.preflightWorkerUrl, deps.log, disks, HASHING);
  const hashes = new FileHashes(context, hashPool);
  const deeper = new DeeperChecks(context, {
    pool: closePool,
    seats: LOOKING.seats,
    hashes,
    measures: deps.measures,
  });
  const signOffs = new SignOffs(context, hashes);
  const checks = new Checks(context, connections, thresholds, deeper, signOffs, hashes);
  const watch = new FileWatch(context, connections, checks, pool, hashes);
  const follower = new FileFollower(context, watch);
  const layouts = new Layouts(context, connections, deps.layouts.folder);
  const openBooks = new OpenBooks(context, connections, checks);
  const steps = new Steps(deps.ids);
  const opening = new FileOpening(context, {
    kept: deps.dataDir,
    layouts: deps.layouts.folder,
    samples: deps.samplesFolder,
  });
  const library = new Library(context, connections, {
    checks,
    deeper,
    signOffs,
    changes,
    layouts,
    open: openBooks,
    steps,
    opening,
  });
  const pairings = new Pairings(context, checks, openBooks, steps);
  const repairPool = new WorkerPool(deps.preflightWorkerUrl, deps.log, disks, REPAIRING);
  const overprint = new OverprintBytes(store.db, disks, repairPool, () => context.changed('library'));
  const fixes = new FixDesk(
    context,
    connections,
    checks,
    { pool: repairPool, lanes: REPAIRING.seats, overprint },
    join(deps.dataDir, 'repaired'),
  );
  const alikeRepairs = new AlikeRepairs(fixes, context);
  const reports = new Reports(context, connections, checks, signOffs, closePool, deps.reportPlaces);
  const importer = new Importer(context, connections, checks, watch);
  const namingRules = new StudioNamingRules(context, steps);
  namingRules.onChanged = async () => {
    await nameAnew(store.db);
    manifests.libraryChanged();
  };
  const gate = new PrintGate(context);
  const queue = new UploadQueue(context, connections, checks, watch, hashes, changes, gate, steps);
  const recipients = new Recipients(context);
  const bookValues = new BookValues(context, { connections, checks, open: openBooks, layouts, recipients, steps });
  const promotions = new Promotions({ context, connections, checks, hashes, watch, library, queue, recipients });
  const manifestFiles = new ManifestFiles(context, pool);
  const manifests = new Manifests(
    context,
    connections,
    manifestFiles,
    steps,
    new TakenManifests(context, { connections, checks, open: openBooks, recipients }),
  );
  const manifestResults = new ManifestResults(
    context,
    { connections, files: manifestFiles, manifests },
    pool,
    deps.reportPlaces.locales,
  );
  const reviews = new OrderReviews(context, connections, recipients);
  const runs = new OrderRuns(context, connections, changes, gate, recipients);
  const packages = new Packages(context, {
    checks,
    hashes,
    library,
    recipients,
    steps,
    watch,
    folder: join(deps.dataDir, 'packages'),
  });
  const backups = new Backups(context, packages.works, {
    programVersion: deps.appVersion,
    specVersion: readCatalogueVersion(deps.catalogueFile),
    migrationsFolder: deps.migrationsFolder,
  });
  const hotFolders = new HotFolders({
    context,
    connections,
    importer,
    open: openBooks,
    watch,
    hashes,
    pool,
    gate,
    queue,
    recipients,
    reviews,
    runs,
  });
  onBooksChanged = () => {
    hotFolders.booksChanged();
    promotions.booksChanged();
  };
  const polling = new OrderPolling(context, connections, runs);
  const lateOrders = new LateOrders(context);
  const ordersDesk = new OrdersDesk(context, connections, changes, {
    late: lateOrders,
    readLedger: (connectionId) => aside('reading the ledger', credit.readLedger(connectionId)),
  });
  const ordersAgain = new OrdersAgain(context, {
    connections,
    recipients,
    readOrder: (connectionId, orderUid) => ordersDesk.wholeNow(connectionId, orderUid),
    orderOf: (connectionId, orderUid) => ordersDesk.whole(connectionId, orderUid),
  });
  const sinceCopy = new OrdersSinceCopy(context, {
    connections,
    recipients,
    readOrder: (connectionId, orderUid) => ordersDesk.wholeNow(connectionId, orderUid),
  });
  reviews.onReview = (connectionId) => sinceCopy.settle(connectionId);
  const orderTables = new OrderTables(store.db, ordersDesk, pool, deps.reportPlaces.locales);
  const credit = new CreditDesk(context, connections);
  const printHouse = new PrintHouse(context, connections);
  const formerSandboxes = new FormerSandboxes(context, deps.formerSandboxes);
  const startOver = new StartOver(context, {
    connections,
    printHouse,
    backups,
    former: formerSandboxes,
    isBusy: () => isBusy() || layoutExports.running() + proofs.running() > 0 || packages.works.list().length > 0,
  });
  const picturePool = new PicturePool(deps.layouts.pictureWorkerUrl);
  const pictures = new LayoutPictures(context, picturePool, deps.layouts, () => layouts.projects());
  const painter = new LayoutPainter(context, pictures, { ...deps.layouts, fontsFolder: deps.reportPlaces.fonts });
  const themes = new Themes(deps.layouts.themesFolder, context.log);
  const layoutExports = new LayoutExports(context, connections, painter);
  const proofs = new LayoutProofs(context, painter);
  const comments = new LayoutComments(context, proofs, closePool);
  const isBusy = () => queue.isBusy() || runs.isBusy();
  let isClosed = false;

  /** For work that nobody waits for. Its failure is a fault of the program, so it is logged and not shown. */
  const aside = (what: string, work: Promise<unknown>) =>
    void work.catch((error: unknown) => {
      if (!isClosed) deps.log.write('error', `${what} failed`, { error });
    });
  const lookAround = async (how: 'soon' | 'whole' = 'soon') => {
    await polling.sweepNow(how);
    await credit.refresh();
  };

  connections.onUsable = (connectionId) => {
    if (isClosed) return;
    onBooksChanged();
    runs.connectionUsable(connectionId);
    aside('taking up the queue', queue.connectionChanged());
    if (connections.active()?.connectionId === connectionId) aside('looking around', lookAround());
  };
  connections.onRulesChanged = () => aside('judging all books', checks.judgeAll());
  credit.onRead = (connectionId, balance) => runs.creditIs(connectionId, balance);
  polling.onSwept = (connectionId) => {
    if (runs.awaitsCredit(connectionId)) aside('reading the credit', credit.refresh());
    aside('finding what was ordered since', sinceCopy.settle(connectionId));
    aside('finding items that were cancelled', credit.followRefunds(connectionId));
  };
  queue.onHeld = () => aside('checking the orders', polling.sweepNow());
  runs.onHeld = queue.onHeld;
  runs.onPlaced = () => aside('looking around', lookAround());

  deeper.onRewritten = (fileId) => aside('looking at a rewritten file', watch.lookAtFiles([fileId]));

  layouts.onClosed = (layoutFolder) => {
    pictures.left(layoutFolder);
    proofs.left(layoutFolder);
  };
  layoutExports.onFiled = (layoutFolder) => layouts.follow(layoutFolder);
  layoutExports.onExported = (fileIds) => watch.lookAtFiles(fileIds);

  importer.readTable = (path, importId) => manifests.readFile(path, importId);
  importer.onFiled = () => {
    manifests.libraryChanged();
    aside('following the folders', follower.refresh());
  };
  packages.onFiled = importer.onFiled;

  deeper.onRead = (fileId) => aside('hashing a file', checks.hashFile(fileId));

  fixes.open();
  recipients.open();
  importer.open();
  packages.sweep();
  formerSandboxes.open();
  layouts.open();
  // What was sent since the copy was made is not known here: a person looks first.
  const isCopy = isRestored(store.db);
  if (isCopy) {
    await queue.pause('now');
    pauseHotFolders(store.db);
    sinceCopy.isCopy();
  }
  queue.open();
  runs.open(isCopy);
  if (isCopy) isTakenForRestored(store.db);
  await connections.open();
  aside('judging books', checks.open());
  follower.open();
  await nameWhatIsLeft(store.db);
  hotFolders.open();
  promotions.booksChanged();
  if (connections.active()?.kind === 'remote') connections.onUsable(connections.needActive().connectionId);

  const failure = (error: unknown) => {
    if (!(error instanceof AppError)) throw error;
    return { ok: false as const, problem: error.text, serviceText: error.serviceText };
  };

  /** What the print house was told, and what the desk sees of it then. */
  const told = (work: Promise<void>) =>
    work.then(() => ({ ok: true as const }), failure).finally(() => aside('looking around', lookAround()));

  if (deps.onNews !== undefined) {
    const watched = new NoticeWatch({ standing: () => standing(), tell: deps.onNews });
    polling.onMoved = (status) => watched.moved(status);
    notices = watched;
  }
  const standing = () => {
    const connection = connections.active();
    if (connection === null || isClosed) return null;
    const { state, done, total, failed } = queue.status();
    return {
      connectionId: connection.connectionId,
      queue: { open: total - done - failed, done, failed, isHeld: state === 'held' },
      runs: runs.standing(connection.connectionId),
      late: ordersDesk.late(),
    };
  };

  const handlers: DeskHandlers = {
    'connections.list': async () => {
      const holdsOf = heldWork(store.db);
      return connections.rows().map((row) => ({ ...connections.view(row), holds: holdsOf(row.connectionId) }));
    },
    'connections.add': (input) => connections.add(input),
    'connections.replaceKey': ({ connectionId, key }) => connections.replaceKey(connectionId, key),
    'connections.activate': async ({ connectionId }) => done(await connections.activate(connectionId)),
    'connections.remove': async ({ connectionId }) => done(await connections.remove(connectionId)),

    'specs.list': async () => [...connections.specs()],

    'imports.addPaths': async ({ paths }) => importer.start(paths),
    'imports.addSamples': async () => importer.start([deps.samplesFolder]),
    'imports.report': async ({ importId }) => importer.report(importId),
    'imports.cancel': async ({ importId }) => done(await importer.cancel(importId)),
    'imports.undo': async ({ importId }) => importer.undo(importId),
    'imports.namingRules': async () => namingRules.rules(),
    'imports.setNamingRules': (rules) => namingRules.set(rules),
    'imports.namesToTry': async ({ of }) => namingRules.names(of),

    'backups.last': async () => backups.last(),
    'startOver.look': () => startOver.look(),
    'startOver.former': async () => formerSandboxes.newest(),
    'packages.openPath': ({ path }) => packages.open(path),
    'packages.work': async () => packages.works.list(),
    'packages.cancel': async ({ workId }) => ({ isStopped: await packages.works.cancel(workId) }),

    'hotFolders.list': async () => hotFolders.list(),
    'hotFolders.set': async (input) => done(hotFolders.set(input)),
    'hotFolders.setPaused': async ({ hotFolderId, isPaused }) => done(hotFolders.setPaused(hotFolderId, isPaused)),
    'hotFolders.remove': async ({ hotFolderId }) => done(await hotFolders.remove(hotFolderId)),

    'library.changes': async ({ since }) => library.changes(since),
    'library.book': async ({ bookId }) => {
      follower.attend(bookId);
      return library.book(bookId);
    },
    'library.fitting': ({ bookIds }) => library.fitting(bookIds),
    'library.setSpec': async ({ bookIds, specUid }) => bookValues.setSpec(bookIds, specUid),
    'library.setQuantity': async ({ bookIds, quantity }) => bookValues.setCopies(bookIds, quantity),
    'library.setTitle': async ({ bookId, title }) => bookValues.setTitle(bookId, title),
    'library.sendAnew': async ({ bookId }) => done(library.sendAnew(bookId)),
    'library.swapRoles': ({ bookId }) => pairings.swapRoles(bookId),
    'library.pair': ({ coverBookId, contentsBookId }) => pairings.pair(coverBookId, contentsBookId),
    'library.setRole': ({ bookId, role }) => pairings.setRole(bookId, role),
    'library.takeApart': ({ bookId }) => pairings.takeApart(bookId),
    'library.leaveOut': async ({ bookIds }) => pairings.leaveOut(bookIds),
    'library.recheck': async ({ bookIds }) => done(await watch.readAnew(bookIds)),
    'library.remove': async ({ bookIds }) => library.remove(bookIds),

    'steps.takeBack': ({ undoId }) => steps.takeBack(undoId),

    'checks.signOff': ({ bookId, groupKey, name, reason }) => library.signOff(bookId, groupKey, { name, reason }),
    'checks.withdrawSignOff': async ({ bookId, groupKey }) => library.withdrawSignOff(bookId, groupKey),
    'checks.lastName': async () => signOffs.lastName(),
    'checks.printRule': async () => gate.rule(),
    'checks.setPrintRule': async (rule) => done(gate.setRule(rule)),
    'checks.thresholds': async () => thresholds.views(),
    'checks.setThreshold': async ({ name, value, layer }) => thresholds.set(name, value, layer),

    'fixes.preview': ({ bookId, kind, fix }) => fixes.preview(bookId, kind, fix),
    'fixes.progress': async () => fixes.progress(),
    'fixes.apply': async ({ previewId }) => steps.keep(await fixes.apply(previewId)),
    'fixes.discard': async ({ previewId }) => done(fixes.discard(previewId)),
    'fixes.alike': ({ bookId, kind, fix }) => fixes.alike(bookId, kind, fix),
    'fixes.repairAlike': async ({ bookIds, kind, fix }) => {
      const { step, ...outcome } = await alikeRepairs.run(bookIds, kind, fix);
      return { ...outcome, ...steps.keepChange(step) };
    },
    'fixes.alikeProgress': async () => alikeRepairs.progress(),
    'fixes.stopAlike': async () => done(alikeRepairs.stop()),
    'fixes.undo': async ({ bookId, kind }) => done(await fixes.undo(bookId, kind)),

    'queue.changes': async ({ since }) => queue.changes(since),
    'queue.progress': async () => queue.progress(),
    'queue.upload': ({ bookIds, print, sendAtMs }) => queue.upload(bookIds, print, sendAtMs ?? null),
    'queue.pause': async ({ how, until }) => done(await queue.pause(how, until ?? null)),
    'queue.resume': async () => {
      // Whoever resumes has mended something: whether the key is let in by now is seen at once.
      if (connections.isRefused) aside('checking the orders', polling.sweepNow());
      return done(queue.resume());
    },
    'queue.sendAt': async ({ jobIds, atMs }) => done(await queue.sendAt(jobIds, atMs)),
    'queue.limit': async () => queue.limit(),
    'queue.setLimit': async (limit) => done(queue.setLimit(limit)),
    'queue.move': async ({ jobIds, to }) => queue.move(jobIds, to),
    'queue.retry': async ({ jobIds }) => done(await queue.retry(jobIds)),
    'queue.cancel': ({ jobIds }) => queue.cancel(jobIds),

    'orders.review': ({ bookIds, promotionId, asOrdered, ...how }) =>
      watch
        .lookAtUploaded(bookIds)
        .then(async () => {
          await sinceCopy.settle(connections.needActive().connectionId);
          if (promotionId !== undefined) return reviews.reviewGiven(promotions.given(promotionId));
          if (asOrdered !== true) return reviews.review(bookIds, how);
          return reviews.reviewGiven(await ordersAgain.given(how.again ?? [], bookIds));
        })
        .then((review) => ({ ok: true as const, review }), failure),
    'orders.confirm': async ({ reviewId, address, onlyFitting, cheapestFirst, awaitCredit, print }) => {
      const { orders } = reviews.need(reviewId);
      await watch.lookAtUploaded(orders.flatMap(({ lines }) => lines.map(({ bookId }) => bookId)));
      for (const promotionId of new Set(orders.flatMap(({ promoted }) => promoted?.promotionId ?? [])))
        promotions.given(promotionId);
      const review = reviews.need(reviewId);
      const { connectionId, chargeMinor, batchRecipientId } = review;
      const parted = partedOf(review, { onlyFitting, cheapestFirst, awaitCredit });
      const run = runs.confirm({ connectionId, ...parted }, address, print, {
        holdMs: deps.orderHoldMs(),
        awaitsMinor: awaitCredit === true ? chargeMinor : null,
        batchRecipientId,
      });
      if (run.heldUntilMs === null) reviews.drop(reviewId);
      else reviews.confirmed(reviewId, run.runId);
      return run;
    },
    'orders.run': async ({ runId, since }) => runs.run(runId, since),
    'orders.undoRun': async ({ runId }) => {
      const undone = runs.undo(runId);
      if (undone) reviews.giveBack(runId);
      return { undone };
    },
    'orders.openRuns': async () => runs.openRuns(),
    'orders.putRunAside': async ({ runId }) => done(runs.putAside(runId)),
    'orders.stopRun': async ({ runId }) => done(runs.stop(runId)),
    'orders.changes': async ({ since }) => ordersDesk.changes(since),
    'orders.seenAt': async () => ordersDesk.seenAtMs(),
    'orders.detail': ({ orderUid }) => ordersDesk.detail(orderUid),
    'orders.booksOf': async ({ orderUids }) => ordersDesk.booksOf(orderUids),
    'orders.again': ({ orderUids }) => ordersAgain.prepare(orderUids),
    'orders.lateRule': async () => lateOrders.rule(),
    'orders.setLateRule': async (rule) => done(lateOrders.setRule(rule)),
    'orders.passOver': async ({ orderUids }) =>
      done(sinceCopy.passOver(connections.needActive().connectionId, orderUids)),
    'orders.markSeen': async () => done(ordersDesk.markSeen()),
    'orders.refresh': async () => done(await lookAround('whole')),
    'orders.cancel': ({ orderUids, reason }) =>
      ordersDesk.cancel(orderUids, reason).finally(() => aside('reading the credit', credit.refresh())),
    'orders.cancelItem': ({ orderUid, itemUid, reason }) =>
      ordersDesk.cancelItem(orderUid, itemUid, reason).finally(() => aside('reading the credit', credit.refresh())),
    'orders.changeShipping': ({ orderUid, shipping }) => ordersDesk.changeShipping(orderUid, shipping),
    'orders.lastAddress': async () => runs.lastAddress(),

    'promotions.look': ({ orderUids }) => promotions.look(orderUids),
    'promotions.start': async (input) => {
      const started = await promotions.start(input);
      await connections.activate(input.connectionId);
      await promotions.goOn();
      return started;
    },
    'promotions.list': async () => promotions.list(),
    'promotions.decide': async (input) => done(await promotions.decide(input)),
    'promotions.drop': async ({ promotionId }) => done(promotions.drop(promotionId)),

    'recipients.list': async () => recipients.list(connections.active()?.environment ?? null),
    'recipients.save': async ({ recipientId, address, kind }) => recipients.save(recipientId, address, kind),
    'recipients.remove': async ({ recipientId }) => steps.keep(recipients.remove(recipientId)),
    'recipients.ofBook': async ({ bookId }) => recipients.ofBook(bookId),
    'recipients.setForBook': async ({ bookId, consignments }) => bookValues.setRecipients(bookId, consignments),
    'recipients.assign': async ({ bookIds, recipientId }) => bookValues.assign(bookIds, recipientId),

    'manifests.latest': async () => manifestFiles.latest(),
    'manifests.read': async ({ manifestId, ...how }) => done(await manifests.readAgain(manifestId, how)),
    'manifests.check': ({ manifestId }) => manifests.check(manifestId),
    'manifests.lines': ({ manifestId, state, offset }) => manifests.lines(manifestId, state, offset),
    'manifests.take': ({ manifestId, besides }) => manifests.take(manifestId, besides),

    'credit.view': (page) => credit.view(page),
    'credit.reconciliation': () => credit.reconciliation(),
    'credit.charge': ({ amount }) => credit.charge(amount),

    'printHouse.view': () => printHouse.view(),
    'printHouse.move': (input) => printHouse.move(input).finally(() => aside('looking around', lookAround('whole'))),
    'printHouse.moveClock': ({ byMs }) => told(printHouse.moveClock(byMs)),
    'printHouse.produce': ({ enabled, minutesAStep }) => told(printHouse.produce(enabled, minutesAStep)),
    'printHouse.misfortune': ({ misfortune }) => told(printHouse.misfortune(misfortune)),
    'printHouse.clearMisfortunes': () => told(printHouse.clearMisfortunes()),
    'printHouse.topUp': ({ amount }) => told(printHouse.topUp(amount)),
    'printHouse.endPayment': ({ orderId, end }) => told(printHouse.endPayment(orderId, end)),

    'layouts.create': async (input) => layouts.create(input),
    'layouts.open': async ({ bookId }) => {
      const opened = layouts.openBook(bookId);
      return { ...opened, intakeId: pictures.untold(layouts.project(opened.bookId)) };
    },
    'layouts.append': async ({ bookId, after, lines }) => layouts.append(bookId, after, lines),
    'layouts.templates': ({ spec }) => themes.templatesFor(bookSpecSchema.parse(JSON.parse(spec))),
    'layouts.close': async ({ bookId }) => done(layouts.close(bookId)),
    'layouts.addPictures': async ({ bookId, paths }) => pictures.take(layouts.writable(bookId), paths),
    'layouts.addImported': async ({ bookId, importId }) =>
      pictures.take(layouts.writable(bookId), importer.pathsOf(importId), true),
    'layouts.export': ({ bookId, steps, ...choices }) => layoutExports.start(layouts.writable(bookId), steps, choices),
    'layouts.exportState': async ({ exportId }) => layoutExports.state(exportId),
    'layouts.exportNews': async () => layoutExports.news(),
    'layouts.exportTold': async ({ exportId }) => done(layoutExports.told(exportId)),
    'layouts.cancelExport': async ({ exportId }) => done(layoutExports.cancel(exportId)),
    'layouts.expectedExport': async ({ bookId, ...choices }) =>
      layoutExports.expected(layouts.project(bookId), choices),
    'layouts.proofs': async ({ bookId }) => proofs.list(layouts.project(bookId)),
    'layouts.proof': async ({ bookId, number }) => proofs.read(layouts.project(bookId), number),
    'layouts.cancelProof': async ({ bookId }) => done(proofs.cancel(layouts.project(bookId))),
    'layouts.comments': async ({ bookId }) => comments.list(layouts.project(bookId)),
    'layouts.addComments': async ({ bookId, proof, comments: found }) =>
      comments.add(layouts.writable(bookId), proof, found),
    'layouts.markComment': async ({ bookId, commentId, isDone }) =>
      done(comments.mark(layouts.writable(bookId), commentId, isDone)),
    'layouts.removeComment': async ({ bookId, commentId }) =>
      done(comments.remove(layouts.writable(bookId), commentId)),
    'layouts.restoreComment': async ({ bookId, comment }) => done(comments.restore(layouts.writable(bookId), comment)),
    'layouts.readNotes': ({ bookId, proof, path }) => comments.read(layouts.project(bookId), proof, path),
    'layouts.readTable': async ({ bookId, path }) => {
      layouts.project(bookId);
      return readRowsTable(pool, path);
    },
    'layouts.intake': async ({ intakeId, after }) => pictures.intake(intakeId, after),
    'layouts.stopIntake': async ({ intakeId }) => done(pictures.stop(intakeId)),
    'layouts.missing': async ({ bookId }) => ({ keys: await pictures.missing(layouts.project(bookId)) }),
    'layouts.collect': ({ bookId }) => pictures.collect(layouts.writable(bookId)),

    'activity.list': async ({ bookId }) => context.activity.list(bookId),
  };

  const statusSnapshot = (): DeskStatus => {
    const connection = connections.active();
    const counts = { all: 0, accepted: 0, warning: 0, refused: 0, notChecked: 0 };
    for (const { verdict, books: so } of store.db
      .select({ verdict: books.verdict, books: count() })
      .from(books)
      .where(isNull(books.undoId))
      .groupBy(books.verdict)
      .all()) {
      counts.all += so;
      counts[verdict] += so;
    }
    return {
      connection: connection === null ? null : connections.view(connection),
      counts,
      queue: queue.status(),
      orders: {
        checkedAtMs: connection?.ordersCheckedAtMs ?? null,
        nextCheckAtMs: polling.nextAtMs,
        changedSinceSeen: ordersDesk.changedSinceSeen(),
        late: ordersDesk.late(),
        unread: polling.unread(connection?.connectionId ?? ''),
      },
      credit: credit.known(),
    };
  };

  return {
    handlers,
    importPaths: async (paths) => importer.start(paths),
    writePackage: (bookIds, place) => packages.write(bookIds, place),
    backups,
    startOver,
    placeOfFormerSandbox: (name) => formerSandboxes.placeOf(name),
    readManifest: (path) => manifests.readFile(path, null),
    manifestResult: (manifestId, kind, language) => manifestResults.result(manifestId, kind, language),
    manifestTemplate: (kind, language) => manifestResults.template(kind, language),
    addHotFolder: (path) => hotFolders.add(path),
    fileOf: (fileId) => {
      const file = store.db.select().from(files).where(eq(files.fileId, fileId)).get();
      if (file === undefined) throw new AppError('FILE_UNKNOWN');
      return file.path;
    },
    fileToOpen: (fileId) => opening.placeOf(fileId),
    trackingPage: (orderUid, itemUid) => ordersDesk.trackingPage(orderUid, itemUid),
    writeDocument: (place, content) => writeDocument(context, place, content),
    placeOf: async (bytesId) => {
      const known = readBytesId(bytesId);
      const file =
        known === null ? undefined : store.db.select().from(files).where(eq(files.fileId, known.fileId)).get();
      if (known === null || file === undefined || file.rewrites !== known.rewrites) return null;
      const found = await disks.stat(file.path, LOOK_MS);
      if (found === null || found === 'silent' || !known.isAt(found)) return null;
      if (!known.isAsPrinted) return { path: file.path, behind: null };
      // A page is not shown as it is where the window says that it is shown as it prints: it asks again by another name.
      const behind = await overprint.toShow(bytesId, file.path);
      return behind === 'notAsSaid' ? null : { path: file.path, behind };
    },
    openFile: async (path) => {
      const opened = await disks.open(path, LOOK_MS);
      return opened === 'silent' ? null : opened;
    },
    makeProof: (bookId, steps, asked) => proofs.make(layouts.writable(bookId), steps, asked),
    readNotes: (bookId, proof, path) => comments.read(layouts.project(bookId), proof, path),
    proofOf: (bookId, number) => proofs.find(layouts.project(bookId), number),
    layoutAt: (documentFile) => layouts.bookAt(documentFile),
    takePictures: (bookId, paths) => pictures.take(layouts.writable(bookId), paths),
    relinkPictures: (bookId, folders) => pictures.relink(layouts.writable(bookId), folders),
    preview: (hash, px) => pictures.preview(hash, px),
    connectBuiltIn: async (hello) => {
      printHouse.begin(hello);
      const outcome = await connections.connectBuiltIn(hello);
      if (outcome === 'connected') startOver.serviceStarted();
      return outcome;
    },
    ordersTable: (orderUids, kind, language) => orderTables.board(orderUids, kind, language),
    runResult: (runId, kind, language) => orderTables.run(runId, kind, language),
    orderReceipts: (orderUids, kind, language) => orderTables.receipts(orderUids, kind, language),
    report: (bookIds, format, language) => reports.write(bookIds, format, language),
    statusSnapshot,
    environment: () => connections.active()?.environment ?? null,
    contractName: () => connections.contractName(),
    setForeground: (isInFront) => {
      polling.setForeground(isInFront);
      if (isInFront) void follower.lookAround();
    },
    wake: async () => {
      if (isClosed) return;
      // Timers do not count while the computer sleeps.
      queue.wake();
      runs.wake();
      formerSandboxes.sweep();
      const looked = follower.lookAround();
      if (await connections.reach.lookNow()) await lookAround();
      await looked;
    },
    isBusy,
    workLeft: () => {
      const uploads = queue.left();
      const orders = runs.left();
      const hot = hotFolders.ordersLeft();
      return {
        connectionId: connections.active()?.connectionId ?? null,
        moving: {
          uploads: uploads.moving,
          orders: orders.moving + hot.moving,
          exports: layoutExports.running() + proofs.running(),
          intakes: pictures.running(),
          packages: packages.works.list().length,
        },
        waiting: { uploads: uploads.waiting, orders: orders.waiting + hot.waiting },
        why: { uploads: uploads.why, orders: orders.why ?? hot.why },
        failed: uploads.failed,
        notPlaced: orders.notPlaced,
      };
    },
    close: async () => {
      if (isClosed) return;
      isClosed = true;
      // Nothing more is sent or ordered from here on, however long the rest takes.
      const sending = Promise.all([queue.close(), runs.close(), polling.close()]);
      overprint.close();
      alikeRepairs.stop();
      notices?.close();
      formerSandboxes.close();
      pictures.cancel();
      await Promise.all([layoutExports.close(), proofs.close(), packages.works.close()]);
      await painter.close();
      layouts.closeAll();
      // Whoever waits for a file to be read, from a disk that may not answer, waits no longer: what was not read is read by the next desk.
      watch.close();
      const reading = pool.close();
      // Before disks are given up: an import that finds nothing any more would end as if that were all.
      const importing = importer.close();
      disks.hurry();
      // What a round is asking the service for is cut off below.
      const rounds = Promise.all([hotFolders.close(), promotions.close()]);
      await Promise.all([sending, importing]);
      await connections.close();
      await rounds;
      follower.close();
      deeper.close();
      checks.close();
      await Promise.all([
        reading,
        hashPool.close(),
        closePool.close(),
        repairPool.close(),
        picturePool.close(),
        disks.close(),
      ]);
      store.close(deps.clock.nowMs());
    },
  };
};

const done = (_: void): null => null;

/** The shipped specs in their wire form. */
const shippedSpecs = (file: string): readonly BookSpec[] => readCatalogue(file).map(({ origin: _, ...spec }) => spec);
