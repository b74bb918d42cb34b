import { z } from 'zod';
import { timestampSchema } from './envelope.ts';

/** Answer of GET /accounts/me. One record for both environments (specification, "Environment isolation classes" B). */
export const accountSchema = z.object({
  accountUid: z.string(),
  accountType: z.enum(['PERSONAL', 'BUSINESS']),
  name: z.string(),
  organizationName: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  createdAt: timestampSchema,
  updatedAt: timestampSchema,
});
export type Account = z.infer<typeof accountSchema>;

/** A field that is absent stays as it is; null clears it where that is possible. */
export const patchAccountBodySchema = z.object({
  name: z.string().min(1).max(100).optional(),
  organizationName: z.string().min(1).max(100).nullable().optional(),
  email: z.email().max(200).nullable().optional(),
  phone: z.string().min(1).max(20).nullable().optional(),
});
export type PatchAccountBody = z.infer<typeof patchAccountBodySchema>;

export const closedAccountSchema = z.object({ accountUid: z.string(), status: z.literal('closed') });

const SETTINGS_MAX = 100;
const settingsSchema = z
  .record(z.string().min(1).max(100), z.union([z.string().max(1000), z.number(), z.boolean(), z.null()]))
  .refine((settings) => Object.keys(settings).length <= SETTINGS_MAX, { message: `at most ${SETTINGS_MAX} settings` });

/** What a partner's own programs keep with the account: names and plain values, which the service does not interpret. */
export const accountConfigSchema = z.object({
  accountUid: z.string(),
  settings: settingsSchema,
  createdAt: timestampSchema,
  updatedAt: timestampSchema,
});
export type AccountConfig = z.infer<typeof accountConfigSchema>;

export const createAccountConfigBodySchema = z.object({ settings: settingsSchema });
/** Merged into what is there; null takes a setting away. */
export const patchAccountConfigBodySchema = createAccountConfigBodySchema;

export const accountImageSchema = z.object({
  imageUid: z.string(),
  name: z.string(),
  originalName: z.string(),
  mimeType: z.string(),
  size: z.int(),
  url: z.string(),
  createdAt: timestampSchema,
  updatedAt: timestampSchema,
});
export type AccountImage = z.infer<typeof accountImageSchema>;

const imageNameSchema = z.string().min(1).max(100);
export const accountImageQuerySchema = z.object({ imageUid: z.string().min(1) });
export const patchAccountImageBodySchema = z.object({ imageUid: z.string().min(1), name: imageNameSchema });
export const deletedAccountImageSchema = z.object({ imageUid: z.string(), status: z.literal('deleted') });
