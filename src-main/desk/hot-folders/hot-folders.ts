import { basename, relative, resolve, sep, isAbsolute } from 'node:path';
import { asc, desc, eq } from 'drizzle-orm';
import { LOOK_MS } from '../../../src-node/disks/disks.ts';
import { AppError } from '../../../src-core/desk/app-errors.ts';
import { minorFromNumber } from '../../../src-core/contract/money.ts';
import type { LaneWork } from '../../../src-core/desk/work-left.ts';
import type { HotFolderView } from '../../../src-core/ipc/subjects/hot-folders.ts';
import type { Input } from '../../../src-core/ipc/contract.ts';
import { hotFiles, hotFolders, jobs, type HotFolderRow } from '../store/schema.ts';
import { jobPlace } from '../uploads/upload-jobs.ts';
import { HotIntake, type HotPorts } from './hot-intake.ts';

/** Names shown of the files that are still copied. */
const NAMES_SHOWN = 3;

/** The hot folders: what the operator sets of them, and each of them at work. */
export class HotFolders {
  readonly #ports: HotPorts;
  readonly #intakes = new Map<string, HotIntake>();
  #adding: Promise<unknown> = Promise.resolve();
  #isClosed = false;

  constructor(ports: Omit<HotPorts, 'onChanged'>) {
    this.#ports = { ...ports, onChanged: () => ports.context.changed('hotFolders') };
  }

  /** Goes on where an earlier life ended: what came meanwhile is taken. */
  open(): void {
    for (const folder of this.#rows()) this.#start(folder);
  }

  list(): HotFolderView[] {
    return this.#rows().map((folder) => this.#view(folder));
  }

  /** Throws HOT_FOLDER_UNUSABLE for what is no folder, HOT_FOLDER_WITHIN where one lies within another. */
  add(path: string): Promise<{ hotFolderId: string }> {
    // Two that are added at once may lie within one another.
    const added = this.#adding.then(() => this.#add(path));
    this.#adding = added.catch(() => undefined);
    return added;
  }

  async #add(path: string): Promise<{ hotFolderId: string }> {
    const { context, connections } = this.#ports;
    const place = resolve(path);
    const found = await context.disks.stat(place, LOOK_MS);
    if (found === null || found === 'silent' || !found.isFolder)
      throw new AppError('HOT_FOLDER_UNUSABLE', { params: { name: basename(place) } });
    const real = await this.#realOf(place);
    const others = await Promise.all(this.#rows().map(async (one) => ({ ...one, real: await this.#realOf(one.path) })));
    if (this.#isClosed) throw new AppError('HOT_FOLDER_UNUSABLE', { params: { name: basename(place) } });
    const other = others.find((one) => isWithin(one.real, real));
    if (other !== undefined) throw new AppError('HOT_FOLDER_WITHIN', { params: { name: basename(other.path) } });
    const folder = context.db
      .insert(hotFolders)
      .values({
        hotFolderId: `hot_${context.ids.base62(12)}`,
        path: place,
        connectionId: connections.active()?.connectionId ?? null,
        specUid: null,
        whenGreen: 'nothing',
        afterwards: 'leave',
        language: 'ko',
        createdAtMs: context.clock.nowMs(),
      })
      .returning()
      .get();
    this.#start(folder);
    context.changed('hotFolders');
    return { hotFolderId: folder.hotFolderId };
  }

  /**
   * What is green goes to the connection that is in use now, which is the one that was named. Throws HOT_FOLDER_UNKNOWN, SPEC_UNKNOWN,
   * CONNECTION_NONE, RECIPIENT_UNKNOWN, HOT_FOLDER_ELSEWHERE where another one was made active since,
   * HOT_FOLDER_NO_LIMIT where it is to order without a sum a day, HOT_FOLDER_LIVE where nobody said that it may in Live.
   */
  set({
    hotFolderId,
    whenGreen,
    afterwards,
    specUid,
    language,
    connectionId: named,
    orders,
  }: Input<'hotFolders.set'>): void {
    const { connections } = this.#ports;
    if (specUid !== null && connections.spec(specUid) === null) throw new AppError('SPEC_UNKNOWN');
    const connectionId =
      whenGreen === 'nothing' ? (connections.active()?.connectionId ?? null) : connections.needActive().connectionId;
    if (whenGreen !== 'nothing' && named !== connectionId)
      throw new AppError('HOT_FOLDER_ELSEWHERE', { params: { name: connections.needActive().name } });
    this.#change(hotFolderId, {
      whenGreen,
      afterwards,
      specUid,
      language,
      connectionId,
      ...this.#ordering(this.#need(hotFolderId), whenGreen, connectionId, orders),
    });
  }

  /** Throws HOT_FOLDER_UNKNOWN. */
  setPaused(hotFolderId: string, isPaused: boolean): void {
    this.#change(hotFolderId, { isPaused });
  }

  /** Its books and files stay as they are. Throws HOT_FOLDER_UNKNOWN. */
  async remove(hotFolderId: string): Promise<void> {
    const { context } = this.#ports;
    this.#need(hotFolderId);
    const intake = this.#intakes.get(hotFolderId);
    this.#intakes.delete(hotFolderId);
    await intake?.close();
    context.db.transaction(() => {
      context.db.delete(hotFiles).where(eq(hotFiles.hotFolderId, hotFolderId)).run();
      context.db.delete(hotFolders).where(eq(hotFolders.hotFolderId, hotFolderId)).run();
    });
    context.changed('hotFolders');
  }

  /** Books may have turned green, or been finalized. Called as often as it happens. */
  booksChanged(): void {
    for (const intake of this.#intakes.values()) intake.booksChanged();
  }

  /** Orders that hot folders are about to place at the connection in use. */
  ordersLeft(): LaneWork {
    const all = [...this.#intakes.values()].map((intake) => intake.ordersLeft());
    const sum = (what: 'moving' | 'waiting') => all.reduce((total, one) => total + one[what], 0);
    return { moving: sum('moving'), waiting: sum('waiting'), why: all.find(({ why }) => why !== null)?.why ?? null };
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#adding;
    await Promise.all([...this.#intakes.values()].map((intake) => intake.close()));
  }

  /** Nothing that is set here orders what was queued before. */
  #ordering(
    folder: HotFolderRow,
    whenGreen: HotFolderRow['whenGreen'],
    connectionId: string | null,
    orders: Input<'hotFolders.set'>['orders'],
  ): Pick<HotFolderRow, 'dailyLimitMinor' | 'recipientId' | 'ordersAfterJobId' | 'liveConnectionId'> {
    const { connections, recipients } = this.#ports;
    if (whenGreen !== 'order')
      return { dailyLimitMinor: null, recipientId: null, ordersAfterJobId: null, liveConnectionId: null };
    if (orders === null) throw new AppError('HOT_FOLDER_NO_LIMIT');
    const { dailyLimit, recipientId, liveConfirmedFor } = orders;
    if (recipientId !== null && !recipients.byId([recipientId]).has(recipientId))
      throw new AppError('RECIPIENT_UNKNOWN');
    const isLive = connections.needActive().environment === 'live';
    const wasConfirmed = folder.whenGreen === 'order' && folder.liveConnectionId === connectionId;
    if (isLive && liveConfirmedFor !== connectionId && !wasConfirmed) throw new AppError('HOT_FOLDER_LIVE');
    const goesOn = folder.whenGreen === 'order' && folder.connectionId === connectionId;
    return {
      dailyLimitMinor: Number(minorFromNumber(dailyLimit)),
      recipientId,
      ordersAfterJobId: goesOn ? folder.ordersAfterJobId : this.#newestJob(connectionId),
      liveConnectionId: isLive ? connectionId : null,
    };
  }

  /** Told by the order in which jobs were queued: the computer's clock may have been wrong as one was, or be now. */
  #newestJob(connectionId: string | null): string | null {
    const { db } = this.#ports.context;
    const ofConnection = eq(jobs.connectionId, connectionId ?? '');
    const found = db
      .select({ jobId: jobs.jobId })
      .from(jobs)
      .where(ofConnection)
      .orderBy(desc(jobPlace))
      .limit(1)
      .get();
    return found?.jobId ?? null;
  }

  /** As the system names it; as it was given while it is away. */
  async #realOf(path: string): Promise<string> {
    return (await this.#ports.context.disks.place(path, LOOK_MS)) ?? path;
  }

  #rows(): HotFolderRow[] {
    return this.#ports.context.db.select().from(hotFolders).orderBy(asc(hotFolders.createdAtMs)).all();
  }

  #need(hotFolderId: string): HotFolderRow {
    const folder = this.#rows().find((one) => one.hotFolderId === hotFolderId);
    if (folder === undefined) throw new AppError('HOT_FOLDER_UNKNOWN');
    return folder;
  }

  #change(hotFolderId: string, set: Partial<HotFolderRow>): void {
    const { context } = this.#ports;
    this.#need(hotFolderId);
    const folder = context.db
      .update(hotFolders)
      .set(set)
      .where(eq(hotFolders.hotFolderId, hotFolderId))
      .returning()
      .get();
    this.#intakes.get(hotFolderId)?.update(folder);
    context.changed('hotFolders');
  }

  #start(folder: HotFolderRow): void {
    const intake = new HotIntake(this.#ports, folder);
    this.#intakes.set(folder.hotFolderId, intake);
    intake.open();
  }

  #view(folder: HotFolderRow): HotFolderView {
    const { connections } = this.#ports;
    const { hotFolderId, path, whenGreen, afterwards, specUid, connectionId, isPaused } = folder;
    const intake = this.#intakes.get(hotFolderId);
    const { offlineSinceMs, copying, problem } = intake?.state() ?? {
      offlineSinceMs: null,
      copying: [],
      problem: null,
    };
    const connection = connections.rows().find((one) => one.connectionId === connectionId);
    return {
      hotFolderId,
      name: basename(path).normalize('NFC'),
      path,
      whenGreen,
      afterwards,
      specUid,
      connection:
        connection === undefined
          ? null
          : { name: connection.name, environment: connection.environment, isInUse: connection.isActive },
      state: offlineSinceMs !== null ? 'offline' : isPaused ? 'paused' : 'watching',
      offlineSinceMs,
      copying: copying.length,
      copyingNames: copying.slice(0, NAMES_SHOWN).map((name) => name.normalize('NFC')),
      books: intake?.counts() ?? { waiting: 0, checking: 0, needYou: 0, green: 0, onTheirWay: 0, sent: 0 },
      orders: intake?.orders() ?? null,
      problem,
    };
  }
}

/** Whether one of two folders lies in the other, or both are one. */
const isWithin = (a: string, b: string): boolean => lies(a, b) || lies(b, a);

function lies(inner: string, outer: string): boolean {
  const way = relative(outer, inner);
  return way === '' || (!isAbsolute(way) && way !== '..' && !way.startsWith(`..${sep}`));
}
