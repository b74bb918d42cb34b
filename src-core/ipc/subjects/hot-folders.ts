import { z } from 'zod';
import { environmentSchema } from '../../contract/environments.ts';
import { afterwardsSchema, whenGreenSchema } from '../../desk/hot-folders.ts';
import { recipientSchema } from '../../desk/recipients.ts';
import { LANGUAGES, textRefSchema } from '../../text-ref.ts';
import { type ChannelDefinition, done, id, MOST, nothing } from '../channel-definition.ts';

export const hotFolderViewSchema = z.object({
  hotFolderId: z.string(),
  name: z.string(),
  /** To read, never to open: no call takes a path. */
  path: z.string(),
  whenGreen: whenGreenSchema,
  afterwards: afterwardsSchema,
  /** Of its books; null: guessed from the pages. */
  specUid: z.string().nullable(),
  /** Where its green books go; null while none was in use. */
  connection: z.object({ name: z.string(), environment: environmentSchema, isInUse: z.boolean() }).nullable(),
  state: z.enum(['watching', 'paused', 'offline']),
  /** Since when it cannot be reached; null while it can. */
  offlineSinceMs: z.number().nullable(),
  /** Files that are still copied into it, and the names of the first. */
  copying: z.int(),
  copyingNames: z.array(z.string()),
  /** Books of files that are not put away: without their other half, looked at, in need of a person, green, on their way, and all that were sent. */
  books: z.object({
    waiting: z.int(),
    checking: z.int(),
    needYou: z.int(),
    green: z.int(),
    onTheirWay: z.int(),
    sent: z.int(),
  }),
  /** What it orders; null where it orders nothing. */
  orders: z
    .object({
      dailyLimit: z.number(),
      /** Charged today, and reserved for orders whose answer is not known yet. */
      spentToday: z.number(),
      orderedToday: z.int(),
      recipient: recipientSchema.nullable(),
      /** Books that are uploaded and go tomorrow: today's sum does not cover them. */
      tomorrow: z.int(),
      /** Books that nobody was named for. */
      withoutRecipient: z.int(),
    })
    .nullable(),
  /** What it could not do. */
  problem: textRefSchema.nullable(),
});
export type HotFolderView = z.infer<typeof hotFolderViewSchema>;

export const hotFoldersChannels = {
  'hotFolders.list': {
    input: nothing,
    output: z.array(hotFolderViewSchema),
    renewedBy: ['hotFolders', 'library', 'connections', 'orderRun', 'recipients'],
  },
  /** Asks for a folder and watches it: its books come to the library and stay there until `hotFolders.set` says otherwise. Null when it was cancelled. */
  'hotFolders.pick': { input: nothing, output: z.object({ hotFolderId: id }).nullable(), by: 'shell' },
  /**
   * `language`: of the names under which processed files lie. `connectionId`: where the operator was told that green books go. Throws
   * HOT_FOLDER_ELSEWHERE where another connection is in use by now, HOT_FOLDER_LIVE where it would order in Live and nobody said that it may.
   */
  'hotFolders.set': {
    input: z.object({
      hotFolderId: id,
      whenGreen: whenGreenSchema,
      afterwards: afterwardsSchema,
      specUid: id.nullable(),
      language: z.enum(LANGUAGES),
      /** Null: none was in use, or nothing is sent. */
      connectionId: id.nullable(),
      /** What becomes of what is green where it is ordered; null elsewhere. */
      orders: z
        .object({
          dailyLimit: z.int().min(1).max(MOST),
          recipientId: id.nullable(),
          /** The Live connection at which a person said that it orders; null: nobody was asked. */
          liveConfirmedFor: id.nullable(),
        })
        .nullable(),
    }),
    output: done,
  },
  'hotFolders.setPaused': { input: z.object({ hotFolderId: id, isPaused: z.boolean() }), output: done },
  /** Its books stay in the library, its files where they are. */
  'hotFolders.remove': { input: z.object({ hotFolderId: id }), output: done },
} as const satisfies Record<string, ChannelDefinition>;
