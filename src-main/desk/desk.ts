import type { DiskFile } from '../../src-node/disks/disk-file.ts';
import type { ProxyOf } from '../../src-node/proxies/proxy-of-environment.ts';
import type { StoreOpening } from './store/open-store.ts';
import type { Packed } from '../../src-core/desk/job-package.ts';
import type { Channel, Handlers, ShellChannel, Topic, WireError } from '../../src-core/ipc/contract.ts';
import type { ServiceHello } from '../../src-core/ipc/service-host.ts';
import type { WorkLeft } from '../../src-core/desk/work-left.ts';
import type { AppInfo, StatusView } from '../../src-core/ipc/subjects/app.ts';
import type { Clock, Ids, Log, SecretStore } from '../../src-core/ports.ts';
import type { Language } from '../../src-core/text-ref.ts';
import type { TableKind } from '../../src-node/manifests/write-table.ts';
import type { Backups } from './backups/backups.ts';
import type { ReadNotes } from '../../src-core/ipc/subjects/layouts.ts';
import type { AskedProof } from './layouts/layout-proofs.ts';
import type { DocumentContent } from './documents/write-document.ts';
import type { News } from './notices/notice-watch.ts';
import type { StartOver } from './start-over/start-over.ts';
import type { ReportFormat, ReportPlaces } from './checks/reports.ts';

/** What the shell does not answer. */
export type DeskHandlers = Pick<Handlers, Exclude<Channel, ShellChannel>>;

/** What belongs to books that are made here. */
export interface LayoutPlaces {
  /** Where their project folders lie. Made with the first of them. */
  readonly folder: string;
  /** Previews of pictures: may be removed at any time. */
  readonly previews: string;
  /** The built or plain script of `layouts/picture-worker.ts`. */
  readonly pictureWorkerUrl: URL;
  /** The same of `layouts/export-worker.ts`. */
  readonly exportWorkerUrl: URL;
  /** Where the themes lie that books are made by. */
  readonly themesFolder: string;
  /** Where their drawings lie. */
  readonly graphicsFolder: string;
  /** Where the network that finds faces lies. */
  readonly facesFolder: string;
}

export interface DeskDeps {
  /** Of the app: a store remembers who opened it last. */
  readonly appVersion: string;
  readonly opening: StoreOpening;
  /** The desk keeps `desk.db` in here. Made when it is not there. */
  readonly dataDir: string;
  readonly layouts: LayoutPlaces;
  /** Where files lie of what was there before the Sandbox was started over, each for seven days. Made with the first of them. */
  readonly formerSandboxes: string;
  /** What was measured of rendered pages: may be removed at any time. */
  readonly measures: string;
  readonly migrationsFolder: string;
  /** `resources/catalogue/book-specs.json`: specs for checks before a service has given its own. */
  readonly catalogueFile: string;
  readonly samplesFolder: string;
  /** `resources/locales` and `resources/fonts`, for what leaves the studio as a file. */
  readonly reportPlaces: ReportPlaces;
  /** The built or plain worker script of `preflight/worker.ts`. */
  readonly preflightWorkerUrl: URL;
  /** The built or plain script of `src-node/disks/disk-worker.ts`. */
  readonly diskWorkerUrl: URL;
  readonly secretStore: SecretStore;
  /** Which proxy leads to a service; absent: every one is reached straight. */
  readonly proxyOf?: ProxyOf;
  readonly clock: Clock;
  readonly ids: Ids;
  /** In [0, 1); spreads retries. */
  readonly random: () => number;
  readonly log: Log;
  /** How long a run that a person confirmed is held before anything of it is sent. */
  readonly orderHoldMs: () => number;
  /** What the window should ask for again. Called as often as it happens: gather before sending on. */
  readonly onChange: (topics: readonly Topic[]) => void;
  /** What somebody who is elsewhere wants to hear; absent where there is nobody to tell. */
  readonly onNews?: (news: News) => void;
}

/** What of `app.status` the desk knows; the shell adds phase, start-up steps and its own problem. */
export type DeskStatus = Pick<StatusView, 'connection' | 'counts' | 'queue' | 'orders' | 'credit'>;

/**
 * The operator's desk: library, checks, queue, orders, money. Plain Node.
 * Handlers throw `AppError` (`toWire` gives its wire form) and nothing else on purpose.
 */
export interface Desk {
  readonly handlers: DeskHandlers;
  /** Walks folders and files in the background; ask `imports.report` how far it is. */
  importPaths(paths: readonly string[]): Promise<{ importId: string }>;
  /** Null: it was stopped. Throws PACKAGE_…, FILE_CHANGED. */
  writePackage(bookIds: readonly string[], place: string): Promise<Packed | null>;
  /** The whole studio as one file. */
  readonly backups: Pick<Backups, 'write' | 'look' | 'unpack'>;
  readonly startOver: Pick<StartOver, 'prepare' | 'ofService'>;
  /** Where the file lies; null when none of this name is kept. */
  placeOfFormerSandbox(name: string): string | null;
  /** Reads a list of books; nothing of it is set yet. Throws MANIFEST_…, FILE_MISSING. */
  readManifest(path: string): Promise<{ manifestId: string }>;
  /** The manifest's table with what became of its rows, and what it is called. Throws MANIFEST_UNKNOWN. */
  manifestResult(
    manifestId: string,
    kind: TableKind,
    language: Language,
  ): Promise<{ readonly name: string; readonly bytes: Uint8Array }>;
  /** A manifest to be filled in. */
  manifestTemplate(kind: TableKind, language: Language): Promise<Uint8Array>;
  /** Watches a folder from now on. Throws `AppError` HOT_FOLDER_UNUSABLE, HOT_FOLDER_WITHIN. */
  addHotFolder(path: string): Promise<{ hotFolderId: string }>;
  /** Where a file of a book lies. Throws FILE_UNKNOWN. */
  fileOf(fileId: string): string;
  /** Where a file lies that may be opened to be changed in place. Throws FILE_UNKNOWN, FILE_KEPT, FILE_MISSING, FILE_SILENT. */
  fileToOpen(fileId: string): Promise<string>;
  /** The carrier's page for the parcel of an order, or of one of its items, as last read. Throws TRACKING_NONE, TRACKING_PAGE_UNKNOWN. */
  trackingPage(orderUid: string, itemUid: string | null): string;
  /** Writes what leaves the studio to where the operator wants it. Throws DOCUMENT_…. */
  writeDocument(place: string, content: DocumentContent): Promise<void>;
  /**
   * Where the bytes lie that a `bytesId` stands for, and what has to stand behind them; null when the library does not know it, or
   * other bytes lie there now.
   */
  placeOf(bytesId: string): Promise<{ readonly path: string; readonly behind: Uint8Array | null } | null>;
  /** A file of the library to be read, whatever its disk does. Null: it cannot be opened now. */
  openFile(path: string): Promise<DiskFile | null>;
  /** Begins a proof of an open layout behind its step number `steps`. Throws LAYOUT_NONE, LAYOUT_READ_ONLY, and as `LayoutPainter.ready`. */
  makeProof(bookId: string, steps: number, asked: AskedProof): Promise<void>;
  /** Where a proof of an open layout lies, and which book it is of. Throws LAYOUT_NONE, PROOF_GONE. */
  proofOf(bookId: string, number: number): { readonly path: string; readonly title: string };
  /** What was written onto a proof of an open layout. Throws LAYOUT_NONE, and as `LayoutComments.read`. */
  readNotes(bookId: string, proof: number, path: string): Promise<ReadNotes>;
  /** The book whose layout has this document. Throws LAYOUT_ELSEWHERE. */
  layoutAt(documentFile: string): string;
  /** Takes pictures and folders of them into an open layout. Throws LAYOUT_NONE. */
  takePictures(bookId: string, paths: readonly string[]): { readonly intakeId: string };
  /** Looks for the missing pictures of an open layout in folders; answers how many were found. Throws LAYOUT_NONE. */
  relinkPictures(bookId: string, folders: readonly string[]): Promise<number>;
  /** Null: no open layout has a picture of this hash, or there is no such size. */
  preview(hash: string, px: number): Promise<string | null>;
  /**
   * Makes or refreshes the connections to the embedded service's Sandbox and Live and puts the Sandbox in use where
   * nothing is in use yet. `keysLost`: neither the message nor the secret store has keys; start the service
   * again with `reissueKeys`.
   */
  connectBuiltIn(hello: ServiceHello): Promise<'connected' | 'keysLost'>;
  /** CSV with a BOM or a workbook. Lines in the order given; unknown uids are left out. Throws `AppError` REPORT_FAILED. */
  ordersTable(orderUids: readonly string[], kind: TableKind, language: Language): Promise<Uint8Array>;
  /** What became of a run. Throws `AppError` RUN_UNKNOWN, REPORT_FAILED. */
  runResult(runId: string, kind: TableKind, language: Language): Promise<Uint8Array>;
  /** What was kept of the orders. Throws `AppError` RECEIPT_NONE, REPORT_FAILED. */
  orderReceipts(orderUids: readonly string[], kind: TableKind, language: Language): Promise<Uint8Array>;
  /** What the checks found about these books. Throws `AppError` REPORT_FAILED. */
  report(bookIds: readonly string[], format: ReportFormat, language: Language): Promise<string | Uint8Array>;
  statusSnapshot(): DeskStatus;
  /** Of the connection in use; null without one. Asked with every change of the status, so that it counts nothing. */
  environment(): NonNullable<StatusView['connection']>['environment'] | null;
  /** Contract profile of the connection in use; `specified` without one. */
  contractName(): AppInfo['service']['contract'];
  /** Polls every 30 seconds in front and every 5 minutes behind; coming to the front checks at once. */
  setForeground(isInFront: boolean): void;
  /** The computer slept: files, service and orders are looked at once, at once, and what came due meanwhile is begun. */
  wake(): Promise<void>;
  /** Whether quitting now would interrupt uploads or orders. */
  isBusy(): boolean;
  /** What quitting now would interrupt or put off; exports end with it, and of packages and backups nothing stays. */
  workLeft(): WorkLeft;
  /** Stops in phases: no new work, requests in flight cut off, store closed. What was sent is reconciled on the next start. */
  close(): Promise<void>;
}

/** The wire form of an error the desk threw; null for one that is not the desk's. */
export type DescribeDeskError = (error: unknown) => WireError | null;

/** `src-main/desk/create-desk.ts`. Opens the store, takes up interrupted work. Throws `AppError` DESK_STORE_…. */
export type CreateDesk = (deps: DeskDeps) => Promise<Desk>;
