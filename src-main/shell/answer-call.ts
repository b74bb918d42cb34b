import { z } from 'zod';
import {
  contract,
  type Channel,
  type Handlers,
  type WireError,
  type replySchema,
} from '../../src-core/ipc/contract.ts';
import type { Log } from '../../src-core/ports.ts';

export type Reply = z.infer<typeof replySchema>;

/** What stands in the frame that a call came from, as far as trust depends on it. */
export interface CallSender {
  readonly url: string;
  readonly isMainFrame: boolean;
}

export interface CallRules {
  readonly handlers: Handlers;
  readonly isTrusted: (sender: CallSender) => boolean;
  /** A failure that has a code and words of its own; null makes it `INTERNAL`. */
  readonly describe: (error: unknown) => WireError | null;
  readonly log: Log;
}

const callSchema = z.object({ channel: z.string().max(100), input: z.unknown() });

/**
 * Every call of the window passes here: sender, channel, input, handler, output, error.
 * Never throws: what would cross as an exception is a reply with a code of the app's own.
 */
export async function answerCall(rules: CallRules, sender: CallSender | null, raw: unknown): Promise<Reply> {
  if (sender === null || !sender.isMainFrame || !rules.isTrusted(sender))
    return refuse(rules, 'IPC_BAD_SENDER', 'shell.error.badSender');
  const call = callSchema.safeParse(raw);
  if (!call.success || !isChannel(call.data.channel))
    return refuse(rules, 'IPC_UNKNOWN_CHANNEL', 'shell.error.badInput');
  const { channel } = call.data;
  const input = contract[channel].input.safeParse(call.data.input);
  if (!input.success)
    return refuse(rules, 'IPC_BAD_INPUT', 'shell.error.badInput', {
      channel,
      field: input.error.issues[0]?.path.join('.') ?? '',
    });
  try {
    // The table and its handlers are one mapped type; TypeScript cannot follow a channel that is known only here.
    const handler = rules.handlers[channel] as (value: unknown) => Promise<unknown>;
    return { ok: true, value: contract[channel].output.parse(await handler(input.data)) };
  } catch (error) {
    const known = rules.describe(error);
    rules.log.write(known === null ? 'error' : 'warn', 'a call failed', {
      channel,
      ...(known === null ? {} : { code: known.code }),
      error,
    });
    return { ok: false, error: known ?? { code: 'INTERNAL', text: { key: 'shell.error.internal' } } };
  }
}

function isChannel(name: string): name is Channel {
  return Object.hasOwn(contract, name);
}

function refuse(rules: CallRules, code: string, key: string, fields: Readonly<Record<string, unknown>> = {}): Reply {
  rules.log.write('warn', 'a call was refused', { code, ...fields });
  return { ok: false, error: { code, text: { key } } };
}
