import { recipients } from './orders.ts';
import type { HotFolderView } from '../../../src-core/ipc/subjects/hot-folders.ts';

export const NO_HOT_BOOKS = { waiting: 0, checking: 0, needYou: 0, green: 0, onTheirWay: 0, sent: 0 };

/** A folder at work, one whose drive is away, and one that was paused. */
export const hotFolders = (nowMs: number): HotFolderView[] => [
  {
    hotFolderId: 'hot-1',
    name: '웨딩 납품',
    path: '/Volumes/Studio NAS/웨딩 납품',
    whenGreen: 'order',
    afterwards: 'move',
    specUid: null,
    connection: { name: 'Sandbox', environment: 'sandbox', isInUse: true },
    state: 'watching',
    offlineSinceMs: null,
    copying: 3,
    copyingNames: ['김민수_이서연_contents.pdf', 'Park family_cover.pdf', 'Lee wedding_contents.pdf.part'],
    books: { waiting: 1, checking: 4, needYou: 2, green: 0, onTheirWay: 5, sent: 128 },
    orders: {
      dailyLimit: 300_000,
      spentToday: 284_460,
      orderedToday: 9,
      recipient: recipients[0] ?? null,
      tomorrow: 3,
      withoutRecipient: 0,
    },
    problem: null,
  },
  {
    hotFolderId: 'hot-2',
    name: 'From the second studio',
    path: 'E:\\From the second studio',
    whenGreen: 'upload',
    afterwards: 'mark',
    specUid: null,
    connection: { name: 'Live', environment: 'live', isInUse: false },
    state: 'offline',
    offlineSinceMs: nowMs - 47 * 60_000,
    copying: 0,
    copyingNames: [],
    books: { ...NO_HOT_BOOKS, green: 2, sent: 16 },
    orders: null,
    problem: { key: 'desk.hotFolder.notMoved', params: { name: 'Choi_cover.pdf', reason: 'EBUSY' } },
  },
  {
    hotFolderId: 'hot-3',
    name: '졸업앨범',
    path: '/Users/mina/Desktop/졸업앨범',
    whenGreen: 'nothing',
    afterwards: 'leave',
    specUid: null,
    connection: { name: 'Sandbox', environment: 'sandbox', isInUse: true },
    state: 'paused',
    offlineSinceMs: null,
    copying: 0,
    copyingNames: [],
    books: NO_HOT_BOOKS,
    orders: null,
    problem: null,
  },
];
