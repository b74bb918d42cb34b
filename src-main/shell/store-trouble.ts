import { join } from 'node:path';
import { contract, type Channel, type Handlers, type Input } from '../../src-core/ipc/contract.ts';
import type { AppError, AppErrorCode } from '../../src-core/desk/app-errors.ts';
import type { StatusView, StoreTrouble } from '../../src-core/ipc/subjects/app.ts';
import type { StoreOpening } from '../desk/store/open-store.ts';
import { backupsOf, restoreBackup, setStoreAside } from '../desk/store/store-files.ts';

/** Another file in its place may help; for the others the file is fine and something around it is not. */
const FILE_AT_FAULT: ReadonlySet<AppErrorCode> = new Set<AppErrorCode>([
  'DESK_STORE_DAMAGED',
  'DESK_STORE_INCOMPLETE',
  'DESK_STORE_UNUSABLE',
]);

export type WayOut = Input<'store.recover'>;

export interface TroubleDeps {
  readonly error: AppError;
  /** The desk's own folder. */
  readonly deskDir: string;
  readonly logFile: string;
  readonly nowMs: () => number;
  /** Tries to open the desk again; answers when it is open, or in trouble anew. */
  readonly openAgain: (opening: StoreOpening) => Promise<void>;
  /** What needs no desk. */
  readonly others: Pick<Handlers, 'app.info' | 'app.setPreferences' | 'app.revealDataFolder'>;
}

/** What the window can ask while the library cannot be opened: what happened, and the ways out of it. */
export function handlersInTrouble(deps: TroubleDeps): Handlers {
  const { error, others } = deps;
  const refuse = () => Promise.reject(error);
  let isAtWork = false;
  const refused = Object.fromEntries(
    (Object.keys(contract) as Channel[]).map((channel) => [channel, refuse]),
  ) as unknown as Handlers;
  return {
    ...refused,
    ...others,
    'app.status': async () => statusInTrouble(deps),
    'store.recover': async (way) => {
      if (isAtWork) return null;
      isAtWork = true;
      try {
        await recover(deps, way);
      } finally {
        isAtWork = false;
      }
      return null;
    },
  };
}

async function recover({ deskDir, nowMs, openAgain, error }: TroubleDeps, { how, backup }: WayOut): Promise<void> {
  // The window shows only what may be done: another wish is nobody's.
  const isOffered = FILE_AT_FAULT.has(error.code) || (how === 'restore' && error.code === 'DESK_STORE_NEWER');
  if (how !== 'retry' && !isOffered) return;
  if (how === 'restore') restoreBackup(deskDir, backup ?? '', nowMs());
  if (how === 'startEmpty') setStoreAside(deskDir, nowMs());
  await openAgain(how === 'restore' ? 'restored' : how === 'retry' ? 'whole' : 'asItIs');
}

function troubleOf({ error, deskDir, logFile }: TroubleDeps): StoreTrouble {
  const isFile = FILE_AT_FAULT.has(error.code);
  const isTooNew = error.code === 'DESK_STORE_NEWER';
  return {
    code: error.code,
    backups: backupsOf(deskDir).filter(({ kind }) => isFile || (isTooNew && kind === 'before')),
    canStartEmpty: isFile,
    canGoOn: error.code === 'DESK_STORE_INCOMPLETE' && error.text.params?.['file'] === 'desk.db-wal',
    folder: join(deskDir),
    logFile,
  };
}

const statusInTrouble = (deps: TroubleDeps): StatusView => ({
  phase: 'noStore',
  startup: [],
  problem: deps.error.text,
  store: troubleOf(deps),
  connection: null,
  counts: { all: 0, accepted: 0, warning: 0, refused: 0, notChecked: 0 },
  queue: {
    state: 'idle',
    heldReason: null,
    done: 0,
    total: 0,
    failed: 0,
    bytesPerSecond: 0,
    etaMs: null,
    etaBound: null,
    later: null,
    limit: null,
    resumesAtMs: null,
  },
  orders: { checkedAtMs: null, nextCheckAtMs: null, changedSinceSeen: 0, late: 0, unread: [] },
  credit: null,
  finish: null,
});
