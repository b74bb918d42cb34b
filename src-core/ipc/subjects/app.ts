import { z } from 'zod';
import { closingSchema } from '../../desk/closing.ts';
import { noticeSettingsSchema } from '../../desk/notices.ts';
import { orderHoldSchema } from '../../desk/order-hold.ts';
import { ARRANGED_TABLES, tableViewSchema, tableViewsSchema } from '../../desk/table-views.ts';
import { workCountsSchema } from '../../desk/work-left.ts';
import { LANGUAGES, textRefSchema } from '../../text-ref.ts';
import { type ChannelDefinition, done, id, nothing } from '../channel-definition.ts';
import { connectionSchema, serviceChoiceSchema } from './connections.ts';
import { queueStatusSchema } from './queue.ts';

export const startupStepSchema = z.object({
  step: z.enum(['dataFolder', 'database', 'migrations', 'specs', 'accounts', 'listening', 'keychain', 'credit']),
  state: z.enum(['waiting', 'running', 'done', 'failed']),
  /** Why a step failed or what it found, for people. */
  note: textRefSchema.nullable(),
  tookMs: z.number().nullable(),
});
export type StartupStep = z.infer<typeof startupStepSchema>;

/** Why the library is not open, and what can be done about it. */
export const storeTroubleSchema = z.object({
  code: z.string(),
  /** Newest first; none where the file is not at fault, and of one that is too new those of before an update alone. */
  backups: z.array(
    z.object({
      name: z.string(),
      /** Of a clean close, or of before another version of the studio opened the library. */
      kind: z.enum(['clean', 'before']),
      atMs: z.number(),
      sizeBytes: z.number(),
    }),
  ),
  canStartEmpty: z.boolean(),
  /** Only the last changes are missing. */
  canGoOn: z.boolean(),
  folder: z.string(),
  logFile: z.string(),
});
export type StoreTrouble = z.infer<typeof storeTroubleSchema>;

export const statusSchema = z.object({
  /**
   * `starting` and `broken` speak of the embedded service; `needsConnection` shows the welcome screen; `noStore` that the
   * library could not be opened, with the reason as `problem` and the ways out as `store`.
   */
  phase: z.enum(['noStore', 'needsConnection', 'starting', 'ready', 'broken']),
  store: storeTroubleSchema.nullable(),
  startup: z.array(startupStepSchema),
  problem: textRefSchema.nullable(),
  connection: connectionSchema.nullable(),
  counts: z.object({ all: z.int(), accepted: z.int(), warning: z.int(), refused: z.int(), notChecked: z.int() }),
  queue: queueStatusSchema,
  orders: z.object({
    checkedAtMs: z.number().nullable(),
    nextCheckAtMs: z.number().nullable(),
    changedSinceSeen: z.int(),
    late: z.int(),
    /** Orders in a state that this version does not know, with the service's word for it. */
    unread: z.array(z.object({ orderUid: z.string(), status: z.string() })),
  }),
  credit: z.object({ balance: z.number(), currency: z.string() }).nullable(),
  /** The studio quits when this is through; null: nobody asked for it. `still`: why nothing of it goes on. */
  finish: z.object({ left: workCountsSchema, still: textRefSchema.nullable() }).nullable(),
});
export type StatusView = z.infer<typeof statusSchema>;

export const preferencesSchema = z.object({
  language: z.enum(['system', ...LANGUAGES]),
  theme: z.enum(['system', 'light', 'dark']),
  density: z.enum(['comfortable', 'compact']),
  notices: noticeSettingsSchema,
  orderHoldSeconds: orderHoldSchema,
  closing: closingSchema,
});
export type Preferences = z.infer<typeof preferencesSchema>;

export const appInfoSchema = z.object({
  version: z.string(),
  runtime: z.string(),
  platform: z.enum(['linux', 'darwin', 'win32']),
  systemLanguage: z.enum(LANGUAGES),
  preferences: preferencesSchema,
  secretStore: z.enum(['osKeychain', 'sessionOnly']),
  dataFolder: z.string(),
  service: serviceChoiceSchema,
});
export type AppInfo = z.infer<typeof appInfoSchema>;

const shownStepSchema = z.object({ label: z.string().min(1).max(2_000), isEnabled: z.boolean() });
export const shownStepsSchema = z.object({ undo: shownStepSchema, redo: shownStepSchema });
export type ShownSteps = z.infer<typeof shownStepsSchema>;

export const appChannels = {
  'app.info': { input: nothing, output: appInfoSchema, by: 'shell', renewedBy: ['preferences'] },
  /** Whether the system shows a tray in which a studio without its window is found. On Linux its desktop is asked each time. */
  'app.hasTray': { input: nothing, output: z.boolean(), by: 'shell', renewedBy: [] },
  'app.setPreferences': { input: preferencesSchema.partial(), output: preferencesSchema, by: 'shell' },
  'app.tables': { input: nothing, output: tableViewsSchema, by: 'shell', renewedBy: ['preferences'] },
  'app.setTable': {
    input: z.object({ table: z.enum(ARRANGED_TABLES), view: tableViewSchema }),
    output: tableViewsSchema,
    by: 'shell',
  },
  /** What undo and redo would do now, for the menu: their names as the window has them, and whether there is anything to do. */
  'app.showSteps': { input: shownStepsSchema, output: done, by: 'shell' },
  'app.status': { input: nothing, output: statusSchema, by: 'shell', renewedBy: ['status'] },
  /** Does not quit when the work is through, although somebody asked for it. */
  'app.stay': { input: nothing, output: done, by: 'shell' },
  /** Quits at once, without a question: the queue goes on at the next start. */
  'app.quitNow': { input: nothing, output: done, by: 'shell' },
  'app.revealDataFolder': { input: nothing, output: done, by: 'shell' },
  /** Versions, settings, the last errors and crashes as text, without keys, addresses and names: to be sent to whoever looks for a fault. */
  'app.diagnostics': { input: nothing, output: z.object({ text: z.string() }), by: 'shell' },
  /** Only while the library cannot be opened; `backup` is the name of the one to restore. */
  'store.recover': {
    input: z.object({ how: z.enum(['retry', 'restore', 'startEmpty', 'goOn']), backup: id.nullable() }),
    output: done,
    by: 'shell',
  },
} as const satisfies Record<string, ChannelDefinition>;
