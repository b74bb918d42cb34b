import { z } from 'zod';
import { CONTRACT_NAMES } from '../contract/profiles.ts';

/**
 * The first line of `npm run service`, and the first message of the embedded service to its parent.
 *
 * Keys are whole and shown once: they are made on the first run of a data folder, and again while none was shown because
 * the process died before. On later runs `keys` holds null, because the service keeps only hashes; a parent that lost them
 * asks for new ones with `reissueKeys`.
 */
export const serviceHelloSchema = z.object({
  ready: z.literal(true),
  contract: z.enum(CONTRACT_NAMES),
  sandboxUrl: z.url(),
  liveUrl: z.url(),
  keys: z
    .object({
      business: z.object({ accountUid: z.string(), sandbox: z.string(), live: z.string() }),
      /** A Personal account has a Live key too, so that a Live call can be seen to answer 403. */
      personal: z.object({ accountUid: z.string(), sandbox: z.string(), live: z.string() }),
    })
    .nullable(),
  printHouse: z.object({ url: z.url(), token: z.string() }),
  pid: z.int(),
  dataDir: z.string(),
});
export type ServiceHello = z.infer<typeof serviceHelloSchema>;

/** Steps of a start that the operator sees ticked off, in order. */
export const serviceStartStepSchema = z.enum([
  'dataFolder',
  'database',
  'migrations',
  'specs',
  'accounts',
  'listening',
]);
export type ServiceStartStep = z.infer<typeof serviceStartStepSchema>;

/** What the parent hands over, never by argv or environment. */
export const serviceOptionsSchema = z.object({
  dataDir: z.string(),
  contract: z.enum(CONTRACT_NAMES).default('specified'),
  databaseUrl: z.string().nullable().default(null),
  /** New first-run keys even when the data folder has accounts already; the old ones are revoked. */
  reissueKeys: z.boolean().default(false),
  /** Test credit granted to each new account's sandbox, in the account currency. */
  openingSandboxCredit: z.number().default(0),
  /** Webhooks and picture addresses may lead to this computer and to private networks; webhooks to this computer may be plain HTTP. */
  allowLocalAddresses: z.boolean().default(false),
  /** Empties the Sandbox before anybody is served, unless that was done under this id before. */
  startOverId: z.string().nullable().default(null),
});
export type ServiceOptions = z.infer<typeof serviceOptionsSchema>;

/** Messages from the service process to its parent. */
export const fromServiceSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('step'), step: serviceStartStepSchema }),
  z.object({ type: z.literal('ready'), hello: serviceHelloSchema }),
  /** After `ready`: whether calls can be answered well. While they cannot the service is bringing its database back. */
  z.object({ type: z.literal('answering'), isWell: z.boolean() }),
  z.object({ type: z.literal('failed'), step: serviceStartStepSchema.nullable(), reason: z.string() }),
  z.object({ type: z.literal('stopped') }),
  /** The answer to `dump`; `reason` is null when all of it was written. */
  z.object({ type: z.literal('dumped'), reason: z.string().nullable() }),
]);
export type FromService = z.infer<typeof fromServiceSchema>;

/** Messages from the parent to the service process. */
export const toServiceSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('start'), options: serviceOptionsSchema }),
  z.object({ type: z.literal('stop') }),
  /** After `ready`: write the database, as it is at one moment, into a new folder in the form that a restore reads. */
  z.object({ type: z.literal('dump'), folder: z.string() }),
]);
export type ToService = z.infer<typeof toServiceSchema>;
