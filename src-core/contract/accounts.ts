import { z } from 'zod';
import { timestampSchema } from './envelope.ts';
import { LIMITS } from './limits.ts';
import { singleLine } from './texts.ts';

/** Answer of GET /accounts/me. One record for both environments (specification, "Environment isolation classes" B). */
export const accountSchema = z
  .object({
    accountUid: z.string(),
    accountType: z.enum(['PERSONAL', 'BUSINESS']),
    name: z.string(),
    organizationName: z.string().nullable(),
    email: z.string().nullable(),
    phone: z.string().nullable(),
    createdAt: timestampSchema,
    updatedAt: timestampSchema,
  })
  .meta({ id: 'Account', description: 'Your account, one for both environments' });
export type Account = z.infer<typeof accountSchema>;

/**
 * A field that is absent stays as it is. null clears organizationName, email and phone: reads answer null for what is not
 * there, and no text says so. A name cannot be cleared: its null is the absent field.
 */
export const patchAccountBodySchema = z
  .object({
    name: singleLine().min(1).max(100).optional(),
    organizationName: singleLine().min(1).max(100).nullable().optional(),
    email: z.email().max(200).nullable().optional(),
    phone: singleLine().min(1).max(20).nullable().optional(),
  })
  .meta({ id: 'AccountChanges', description: 'What is absent stays; null takes away where that is possible' });
export type PatchAccountBody = z.infer<typeof patchAccountBodySchema>;

export const closedAccountSchema = z
  .object({ accountUid: z.string(), status: z.literal('closed') })
  .meta({ id: 'ClosedAccount' });

export const SETTINGS_MAX = 100;
const settingsSchema = z
  .record(singleLine().min(1).max(100), z.union([z.string().max(1000), z.number(), z.boolean(), z.null()]))
  .superRefine((settings, context) => {
    if (Object.keys(settings).length > SETTINGS_MAX)
      context.addIssue({ code: 'too_big', origin: 'object', maximum: SETTINGS_MAX, inclusive: true, input: settings });
  })
  .meta({ maxProperties: SETTINGS_MAX });

/** What a partner's own programs keep with the account: names and plain values, which the service does not interpret. */
export const accountConfigSchema = z
  .object({
    accountUid: z.string(),
    settings: settingsSchema,
    createdAt: timestampSchema,
    updatedAt: timestampSchema,
  })
  .meta({
    id: 'AccountConfig',
    description: "What a partner's own programs keep with the account; the service does not interpret it",
  });
export type AccountConfig = z.infer<typeof accountConfigSchema>;

/** Of too many no more are looked at than it takes to say so: a body holds tens of thousands. */
const firstSettings = (given: unknown): unknown => {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return given;
  const entries = Object.entries(given);
  return entries.length > SETTINGS_MAX ? Object.fromEntries(entries.slice(0, SETTINGS_MAX + 1)) : given;
};

/** A setting of null is one that is not there. */
export const createAccountConfigBodySchema = z
  .object({ settings: z.preprocess(firstSettings, settingsSchema) })
  .meta({ id: 'AccountSettings', description: 'Names and plain values; a change takes away what is null' });
/** Merged into what is there; null takes a setting away. */
export const patchAccountConfigBodySchema = createAccountConfigBodySchema;

export const accountImageSchema = z
  .object({
    imageUid: z.string(),
    name: z.string(),
    originalName: z.string(),
    mimeType: z.string(),
    size: z.int(),
    url: z.string(),
    createdAt: timestampSchema,
    updatedAt: timestampSchema,
  })
  .meta({ id: 'AccountImage', description: 'A picture of the account' });
export type AccountImage = z.infer<typeof accountImageSchema>;

const imageNameSchema = singleLine().min(1).max(100);
const imageUidSchema = z.string().min(1).max(LIMITS.uidMaxChars);
export const accountImageQuerySchema = z.object({ imageUid: imageUidSchema });
export const patchAccountImageBodySchema = z
  .object({ imageUid: imageUidSchema, name: imageNameSchema })
  .meta({ id: 'AccountImageChanges' });
export const deletedAccountImageSchema = z
  .object({ imageUid: z.string(), status: z.literal('deleted') })
  .meta({ id: 'DeletedAccountImage' });
