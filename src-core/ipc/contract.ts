import { z } from 'zod';
import type { Command } from '../commands.ts';
import { type Opened } from '../desk/job-package.ts';
import { textRefSchema } from '../text-ref.ts';
import { TOPICS, type ChannelDefinition } from './channel-definition.ts';
import { arrivalsChannels } from './subjects/arrivals.ts';
import { appChannels } from './subjects/app.ts';
import { connectionsChannels } from './subjects/connections.ts';
import { specsChannels } from './subjects/specs.ts';
import { importsChannels } from './subjects/imports.ts';
import { hotFoldersChannels } from './subjects/hot-folders.ts';
import { libraryChannels } from './subjects/library.ts';
import { backupsChannels } from './subjects/backups.ts';
import { startOverChannels } from './subjects/start-over.ts';
import { packagesChannels } from './subjects/packages.ts';
import { stepChannels } from './subjects/steps.ts';
import { checksChannels } from './subjects/checks.ts';
import { fixesChannels } from './subjects/fixes.ts';
import { queueChannels } from './subjects/queue.ts';
import { ordersChannels } from './subjects/orders.ts';
import { promotionsChannels } from './subjects/promotions.ts';
import { manifestsChannels } from './subjects/manifests.ts';
import { recipientsChannels } from './subjects/recipients.ts';
import { printHouseChannels } from './subjects/print-house.ts';
import { documentsChannels } from './subjects/documents.ts';
import { creditChannels } from './subjects/credit.ts';
import { activityChannels } from './subjects/activity.ts';
import { updatesChannels } from './subjects/updates.ts';
import {
  layoutCommentsChannels,
  layoutTablesChannels,
  layoutExportsChannels,
  layoutPicturesChannels,
  layoutProofsChannels,
  layoutsChannels,
  type ReadNotes,
  type RowsTable,
} from './subjects/layouts.ts';

/**
 * The one contract between the window and the main process: every channel, what it takes and what it answers, who answers
 * and when an answer is old. Both sides check against it at run time. Names are `subject.verb`.
 */
export const contract = {
  ...appChannels,
  ...connectionsChannels,
  ...specsChannels,
  ...importsChannels,
  ...hotFoldersChannels,
  ...libraryChannels,
  ...stepChannels,
  ...packagesChannels,
  ...backupsChannels,
  ...startOverChannels,
  ...arrivalsChannels,
  ...updatesChannels,
  ...checksChannels,
  ...documentsChannels,
  ...fixesChannels,
  ...queueChannels,
  ...ordersChannels,
  ...promotionsChannels,
  ...recipientsChannels,
  ...manifestsChannels,
  ...creditChannels,
  ...printHouseChannels,
  ...activityChannels,
  ...layoutsChannels,
  ...layoutPicturesChannels,
  ...layoutExportsChannels,
  ...layoutProofsChannels,
  ...layoutCommentsChannels,
  ...layoutTablesChannels,
} as const satisfies Record<string, ChannelDefinition>;

export type Contract = typeof contract;
export type Channel = keyof Contract;
export type ShellChannel = { [C in Channel]: Contract[C] extends { readonly by: 'shell' } ? C : never }[Channel];
/** The channels that are asked, not told. */
export type AskedChannel = { [C in Channel]: Contract[C] extends { readonly renewedBy: unknown } ? C : never }[Channel];
export type Input<C extends Channel> = z.input<Contract[C]['input']>;
export type Output<C extends Channel> = z.output<Contract[C]['output']>;

/** What the window calls. */
export type Call = <C extends Channel>(channel: C, input: Input<C>) => Promise<Output<C>>;

/** What the main process implements: a missing or an extra handler does not compile. */
export type Handlers = {
  [C in Channel]: (input: z.output<Contract[C]['input']>) => Promise<z.input<Contract[C]['output']>>;
};

/** The topics whose change makes a channel's answers old: none for one that tells to do something. */
export function topicsOf(channel: Channel): readonly Topic[] {
  const { renewedBy = [] }: ChannelDefinition = contract[channel];
  return renewedBy;
}

/** What changed, so that the window asks again. `seq` grows by one; a gap means: ask for everything. */
export const changeSchema = z.object({
  seq: z.int(),
  topics: z.array(z.enum(TOPICS)),
});
export type Change = z.infer<typeof changeSchema>;
export type Topic = Change['topics'][number];

/** A handler's failure as it crosses: a code of the app's error table, never a stack or a foreign message. */
export const wireErrorSchema = z.object({ code: z.string(), text: textRefSchema });
export type WireError = z.infer<typeof wireErrorSchema>;

export const replySchema = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), value: z.unknown() }),
  z.object({ ok: z.literal(false), error: wireErrorSchema }),
]);

/** What the preload puts on `window.studio`. Nothing else of Electron reaches the page. */
export interface StudioBridge {
  /** Rejects with a `WireError`. */
  readonly call: Call;
  /** Answers the function that stops listening. */
  readonly onChange: (listener: (change: Change) => void) => () => void;
  /** Main menu and global shortcuts: `imports.pickFolder`, `go.library`, … */
  readonly onCommand: (listener: (command: Command) => void) => () => void;
  /** Asked before the window goes: keeps what is not kept yet and answers how many steps could not be. Answers the function that stops it. */
  readonly onLeaving: (keep: () => Promise<number>) => () => void;
  /** Takes the dropped files' paths to the main process without showing them to the page. */
  readonly importDropped: (files: readonly object[]) => Promise<{ importId: string }>;
  /** The same for a job package. */
  readonly packageDropped: (file: object) => Promise<Opened | null>;
  /** The same for pictures and folders of them that were dropped onto a layout. */
  readonly layoutDropped: (bookId: string, files: readonly object[]) => Promise<{ intakeId: string }>;
  /** The same for a PDF that a customer wrote onto: what it says of a proof. */
  readonly notesDropped: (bookId: string, proof: number, file: object) => Promise<ReadNotes>;
  /** The same for a table whose rows may become entries of a layout. */
  readonly tableDropped: (bookId: string, file: object) => Promise<RowsTable>;
}
