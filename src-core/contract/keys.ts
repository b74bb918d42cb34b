import { z } from 'zod';
import { environmentSchema } from './environments.ts';
import { timestampSchema } from './envelope.ts';
import { LIMITS } from './limits.ts';
import { singleLine } from './texts.ts';

const allowIpsSchema = z.array(z.union([z.ipv4(), z.ipv6()])).max(LIMITS.allowIpsMax);
const noteSchema = singleLine().min(1).max(LIMITS.keyNoteMaxChars);

/** Body of POST /keys (service-facts 1.1). `env` must be the environment of the host that is called. */
export const createKeyBodySchema = z
  .object({
    note: noteSchema,
    env: environmentSchema,
    /** Empty or absent: every address may call. */
    allowIps: allowIpsSchema.optional(),
  })
  .meta({ id: 'CreateKey' });
export type CreateKeyBody = z.infer<typeof createKeyBodySchema>;

export const patchKeyBodySchema = z
  .object({ note: noteSchema.optional(), allowIps: allowIpsSchema.optional() })
  .meta({ id: 'KeyChanges' });
export type PatchKeyBody = z.infer<typeof patchKeyBodySchema>;

/** A key without its secret, which nobody has after the issue. */
export const apiKeySchema = z
  .object({
    keyPrefix: z.string(),
    env: environmentSchema,
    note: z.string(),
    allowIps: z.array(z.string()),
    createdAt: timestampSchema,
    revokedAt: timestampSchema.nullable(),
  })
  .meta({ id: 'ApiKey', description: 'A key without its secret' });
export type ApiKey = z.infer<typeof apiKeySchema>;

/** Answer of POST /keys: the only time the whole key is shown. */
export const issuedKeySchema = apiKeySchema
  .extend({ apiKey: z.string() })
  .meta({ id: 'IssuedKey', description: 'The only time that the whole key is shown' });
