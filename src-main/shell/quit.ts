import type { app, BrowserWindow, powerMonitor } from 'electron';
import { movingOf, type WorkCounts } from '../../src-core/desk/work-left.ts';
import type { Log } from '../../src-core/ports.ts';
import type { Desk } from '../desk/desk.ts';
import type { Dialogs } from './dialogs.ts';
import type { FinishFirst } from './finish-first.ts';
import type { NextStart } from './next-start.ts';
import type { ServiceHost } from './service-host.ts';
import type { Say } from './texts.ts';

export interface QuitDeps {
  readonly electron: {
    readonly app: Pick<typeof app, 'on' | 'once' | 'quit'>;
    readonly powerMonitor: Pick<typeof powerMonitor, 'on'>;
    readonly BrowserWindow: Pick<typeof BrowserWindow, 'getAllWindows'>;
  };
  /** Null while the library cannot be opened. */
  readonly desk: () => Desk | null;
  readonly service: () => ServiceHost | null;
  readonly dialogs: Dialogs;
  /** From now on the studio quits by itself when its work is through. */
  readonly finishFirst: Pick<FinishFirst, 'begin' | 'takeBack'>;
  /** Whether the studio stays although its last window was closed. */
  readonly staysWithoutWindow: () => boolean;
  /** Lets the window keep what it holds; false: somebody would rather stay. `asks`: whether there is somebody to ask. */
  readonly takeLeave: (how: { readonly asks: boolean }) => Promise<boolean>;
  /** The window that took leave stays after all, and is asked again when it closes. */
  readonly stays: () => void;
  /** From here on nothing is told to the window any more. */
  readonly silence: () => void;
  /** Everything is closed, and nothing was under way when it was. May end the process. */
  readonly afterRest: () => Promise<void>;
  readonly nextStart: Pick<NextStart, 'isWanted' | 'begin'>;
  /** How much holds the process although everything is closed. */
  readonly heldBy: () => Promise<number>;
  readonly heldNow: () => number;
  /** Ends the process, whatever hangs in it. */
  readonly endByForce: () => void;
  readonly say: () => Say;
  readonly log: Log;
}

export interface Quitting {
  /**
   * Quits as a person's own wish does. `before` is done once it is sure that nobody would rather stay, while everything is open
   * still; what it throws keeps the studio open, and is thrown. False: somebody would rather stay.
   */
  quitAfter(before: () => Promise<void>, how?: { readonly isForUpdate: boolean }): Promise<boolean>;
  /** It is sure that the studio ends, and it opens nothing any more. */
  readonly isClosing: boolean;
  /** Quits although something is under way: a person said so. The window still keeps what it holds. */
  quitNow(): void;
}

/** Longer than a library with ten thousand books takes to write its backup, or PostgreSQL to stop. */
const CLOSE_LIMIT_MS = 60_000;
/** For a window to go that has nothing to keep any more. One whose page waits for a disk may not. */
const END_LIMIT_MS = 10_000;

interface Wish {
  readonly isForUpdate: boolean;
  readonly before: () => Promise<void>;
  readonly told: (isLeaving: boolean) => void;
  readonly failed: (error: unknown) => void;
}

/**
 * Quitting asks once while something is on its way, although nothing can be lost: the queue is on the disk, and an export can
 * be made again. It may be finished first, and quits by itself then. Otherwise the window keeps its last steps, the desk goes,
 * and the service after it, so that no request meets a service that is gone.
 */
export function closeBeforeQuit(deps: QuitDeps): Quitting {
  const { app, powerMonitor } = deps.electron;
  let stage: 'open' | 'asking' | 'closing' | 'closed' = 'open';
  let wish: Wish | null = null;
  let systemEnds = false;
  let isAgreed = false;
  // Nobody answers a question while the computer shuts down.
  const endOfSystem = new Promise<'quit'>((settle) => {
    powerMonitor.on('shutdown', () => {
      systemEnds = true;
      settle('quit');
    });
  });
  const mayInterrupt = async (mayFinish: boolean): Promise<boolean> => {
    const way = await Promise.race([wayOf(deps, mayFinish), endOfSystem]);
    if (way === 'finish') deps.finishFirst.begin();
    else if (way !== 'quit') deps.finishFirst.takeBack();
    return way === 'quit';
  };
  const takeLeave = async (): Promise<boolean> => {
    if (systemEnds) return deps.takeLeave({ asks: false });
    const may = await Promise.race([deps.takeLeave({ asks: true }), endOfSystem]);
    // Somebody was being asked.
    return may === 'quit' ? deps.takeLeave({ asks: false }) : may;
  };
  const leave = async (): Promise<void> => {
    const own = wish;
    wish = null;
    const wasResting = isResting(deps.desk());
    try {
      // What a person wants to be installed now may have been overtaken by work that began by itself.
      const mayInterruptAll = systemEnds || isAgreed;
      isAgreed = false;
      const isFree =
        (own?.isForUpdate !== true || wasResting) && (mayInterruptAll || (await mayInterrupt(own === null)));
      const may = isFree && (await takeLeave());
      if (may) await own?.before();
      stage = may ? 'closing' : 'open';
      // It quits, or somebody would rather stay.
      if (isFree) deps.finishFirst.takeBack();
      own?.told(may);
    } catch (error) {
      stage = 'open';
      deps.stays();
      if (own === null) throw error;
      own.failed(error);
    }
    if (stage === 'open') return;
    const isClosed = await closeAll(deps);
    const held = await deps.heldBy();
    if (held > 0) deps.log.write('warn', 'the process is held and ends by force', { held });
    stage = 'closed';
    // Nobody would see a process that waits for what hangs. Its window has kept what it keeps by then.
    app.once('quit', () => {
      if (!isClosed || deps.heldNow() > 0) deps.endByForce();
    });
    // Not while the computer shuts down, which would cut it off, and not before a start of what was restored or of somebody who waits.
    const isMeant = own === null ? !deps.nextStart.isWanted : own.isForUpdate;
    const mayInstall = isClosed && wasResting && !systemEnds && isMeant;
    if (mayInstall)
      await deps
        .afterRest()
        .catch((error: unknown) => deps.log.write('error', 'what comes after the work was not done', { error }));
    deps.nextStart.begin();
    setTimeout(deps.endByForce, END_LIMIT_MS).unref();
    app.quit();
  };
  app.on('before-quit', (event) => {
    if (stage === 'closed') return;
    event.preventDefault();
    if (stage !== 'open') return;
    stage = 'asking';
    void leave();
  });
  app.on('window-all-closed', () => {
    if (!deps.staysWithoutWindow()) app.quit();
  });
  return {
    get isClosing() {
      return stage === 'closing' || stage === 'closed';
    },
    quitNow: () => {
      if (stage !== 'open') return;
      isAgreed = true;
      app.quit();
    },
    quitAfter: async (before, { isForUpdate } = { isForUpdate: false }) => {
      if (stage !== 'open') return false;
      return new Promise((told, failed) => {
        wish = { isForUpdate, before, told, failed };
        app.quit();
      });
    },
  };
}

/** Whether nothing is being sent, ordered, exported, taken in, packed or backed up. */
export const isResting = (desk: Desk | null): boolean => desk === null || movingOf(desk.workLeft()) === 0;

/** `mayFinish`: what is under way may be ended first. Asks only while something is. */
async function wayOf({ desk, dialogs, say }: QuitDeps, mayFinish: boolean): Promise<'finish' | 'quit' | 'stay' | null> {
  const work = desk()?.workLeft();
  if (work === undefined || movingOf(work) === 0) return 'quit';
  const { moving } = work;
  const isSending = moving.uploads + moving.orders > 0;
  const { way } = await dialogs.choose({
    title: titleOf(moving, say()),
    text: [
      ...(mayFinish ? [say()('quit.finishText')] : []),
      ...(isSending ? [say()('quit.text')] : []),
      ...(moving.exports > 0 ? [say()('quit.exportsText')] : []),
      ...(moving.intakes > 0 ? [say()('quit.intakesText')] : []),
      ...(moving.packages > 0 ? [say()('quit.packagesText')] : []),
    ].join(' '),
    ways: [
      ...(mayFinish ? [{ way: 'finish', label: say()('quit.finish') } as const] : []),
      { way: 'quit', label: say()(isSending ? 'quit.pause' : 'quit.stop') },
      { way: 'stay', label: say()('quit.stay') },
    ],
  });
  return way;
}

function titleOf({ uploads, orders, exports, intakes }: WorkCounts, say: Say): string {
  if (uploads > 0 && orders > 0) return say('quit.both', { uploads, orders });
  if (uploads > 0) return say('quit.uploads', { uploads });
  if (orders > 0) return say('quit.orders', { orders });
  if (exports > 0) return say('quit.exports', { exports });
  return say(intakes > 0 ? 'quit.intakes' : 'quit.packages');
}

/**
 * One that fails to close must not keep the other open, nor one that never comes to its end the program, which nobody would see and
 * which would hold the data folder: what is on the disk is whole at any moment. Answers whether all is closed.
 */
async function closeAll({ electron, desk, service, log, silence }: QuitDeps): Promise<boolean> {
  let isClosed = true;
  // A log that ends with this tells that the end was begun, and what did not come to it.
  log.write('info', 'closing');
  silence();
  for (const window of electron.BrowserWindow.getAllWindows()) window.hide();
  for (const [name, close] of [
    ['desk', async () => desk()?.close()],
    ['service', async () => service()?.close()],
  ] as const) {
    await inTime(close()).then(
      () => log.write('info', `the ${name} is closed`),
      (error: unknown) => {
        isClosed = false;
        log.write('error', `the ${name} did not close`, { error });
      },
    );
  }
  return isClosed;
}

async function inTime(closed: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`not within ${CLOSE_LIMIT_MS} ms`)), CLOSE_LIMIT_MS);
  });
  await Promise.race([closed, late]).finally(() => clearTimeout(timer));
}
