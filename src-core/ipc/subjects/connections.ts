import { z } from 'zod';
import { environmentSchema } from '../../contract/environments.ts';
import { CONTRACT_NAMES } from '../../contract/profiles.ts';
import { textRefSchema } from '../../text-ref.ts';
import { type ChannelDefinition, done, id, nothing } from '../channel-definition.ts';

/** Nobody answers for a service; it is looked for again and again. */
export const awaySchema = z.object({ sinceMs: z.number(), nextLookAtMs: z.number() });
export type AwayView = z.infer<typeof awaySchema>;

export const connectionSchema = z.object({
  connectionId: z.string(),
  kind: z.enum(['builtIn', 'remote']),
  name: z.string(),
  environment: environmentSchema,
  /** Scheme and host, for people. */
  host: z.string(),
  /** The identifier part of the key (`SB` and ten characters), or null when no key is stored. */
  keyPrefix: z.string().nullable(),
  keyState: z.enum(['osKeychain', 'sessionOnly', 'none']),
  active: z.boolean(),
  /** Null while its service is there, or nobody knows otherwise. */
  away: awaySchema.nullable(),
  /** Why its service lets nobody in with this key, as the orders were last asked for; null while it does, and of those not in use. */
  refused: textRefSchema.nullable(),
});
export type ConnectionView = z.infer<typeof connectionSchema>;

/** What waits at a connection: books of its queue, orders that were confirmed. */
export const heldWorkSchema = z.object({ books: z.int(), orders: z.int() });
export type HeldWork = z.infer<typeof heldWorkSchema>;

/** Only the connection in use is worked at: what another one holds pauses until it is used again. */
export const listedConnectionSchema = connectionSchema.extend({ holds: heldWorkSchema });
export type ListedConnection = z.infer<typeof listedConnectionSchema>;

/** How the embedded service runs; another choice starts it anew. */
export const serviceChoiceSchema = z.object({
  contract: z.enum(CONTRACT_NAMES),
  /** Whether its webhooks and picture addresses may lead to this computer and to private networks. */
  allowLocalAddresses: z.boolean(),
});
export type ServiceChoice = z.infer<typeof serviceChoiceSchema>;

export const connectionsChannels = {
  /** Starts the embedded service, makes its keys and test credit, and connects to it. Puts its Sandbox in use where nothing is yet. */
  'connections.startBuiltIn': { input: serviceChoiceSchema.partial(), output: done, by: 'shell' },
  'connections.list': {
    input: nothing,
    output: z.array(listedConnectionSchema),
    renewedBy: ['connections', 'queue', 'orderRun'],
  },
  /** Tries the key against the host before anything is stored. Puts a Sandbox in use where nothing is yet, Live never. */
  'connections.add': {
    input: z.object({
      name: z.string().min(1).max(80),
      baseUrl: z.url().max(2_000),
      environment: environmentSchema,
      key: z.string().min(1).max(200),
    }),
    output: z.discriminatedUnion('ok', [
      z.object({ ok: z.literal(true), connection: connectionSchema }),
      z.object({ ok: z.literal(false), problem: textRefSchema, serviceText: z.string().nullable() }),
    ]),
  },
  'connections.replaceKey': {
    input: z.object({ connectionId: id, key: z.string().min(1).max(200) }),
    output: z.discriminatedUnion('ok', [
      z.object({ ok: z.literal(true) }),
      z.object({ ok: z.literal(false), problem: textRefSchema, serviceText: z.string().nullable() }),
    ]),
  },
  'connections.activate': { input: z.object({ connectionId: id }), output: done },
  'connections.remove': { input: z.object({ connectionId: id }), output: done },
} as const satisfies Record<string, ChannelDefinition>;
