import { z } from 'zod';

/**
 * Every errorCode of the wire with its HTTP status.
 * Source: specification "errorCode catalog" (21 codes), plus three codes that the public SDKs know (service-facts 2.3).
 */
export const ERROR_CODES = {
  ERR_VALIDATION_FAILED: 400,
  ERR_MALFORMED_REQUEST: 400,
  ERR_INSUFFICIENT_PAGES: 400,
  ERR_PAGECOUNT_INVALID: 400,
  ERR_FINALIZE_PREREQ_UNMET: 400,
  ERR_CREATION_TYPE_UNSUPPORTED: 400,
  ERR_TEMPLATE_BINDING_MISSING: 400,
  ERR_TEMPLATE_PARAM_REQUIRED: 400,
  ERR_ORDER_TRANSITION_INVALID: 400,
  ERR_UNAUTHORIZED: 401,
  ERR_INSUFFICIENT_CREDIT: 402,
  ERR_FORBIDDEN: 403,
  ERR_ENV_MISMATCH: 403,
  ERR_NOT_FOUND: 404,
  ERR_PDF_NOT_UPLOADED: 404,
  ERR_CONFLICT: 409,
  ERR_PDF_NOT_GENERATED: 409,
  ERR_PDF_PENDING: 409,
  ERR_IDEMPOTENCY_KEY_MISMATCH: 422,
  ERR_PDF_GENERATION_FAILED: 422,
  ERR_TOO_MANY_REQUESTS: 429,
  ERR_INTERNAL_ERROR: 500,
  ERR_PDF_FILE_MISSING: 500,
  ERR_SANDBOX_UNSUPPORTED: 501,
} as const;

export type ErrorCode = keyof typeof ERROR_CODES;

export const errorCodeSchema = z
  .enum(Object.keys(ERROR_CODES) as [ErrorCode, ...ErrorCode[]])
  .meta({ id: 'ErrorCode' });

/** What a failed field rule was. Clients branch on this, never on the text (specification, "Failure shape"). */
export const constraintSchema = z
  .enum(['required', 'min', 'max', 'increment', 'enum', 'pattern'])
  .meta({ id: 'Constraint', description: 'The rule that a field broke. Branch on this, never on a text' });
export type Constraint = z.infer<typeof constraintSchema>;

export const fieldErrorSchema = z
  .object({
    field: z.string(),
    message: z.string(),
    currentValue: z.unknown().optional(),
    requiredValue: z.unknown().optional(),
    constraint: constraintSchema.optional(),
  })
  .meta({ id: 'FieldError', description: 'One field that is wrong; dots for nesting' });
export type FieldError = z.infer<typeof fieldErrorSchema>;

/** The six fields of a failure, in wire order. `data` is null except on 402 (specification, "Failure shape"). */
export const failureSchema = z
  .object({
    success: z.literal(false),
    message: z.string(),
    data: z.record(z.string(), z.unknown()).nullable(),
    errorCode: errorCodeSchema,
    errors: z.array(z.string()),
    fieldErrors: z.array(fieldErrorSchema),
  })
  .meta({
    id: 'Failure',
    description:
      'The six fields of a failure. Branch on errorCode and fieldErrors[].constraint; errors[0] is the text to show, message the label of the status',
  });
export type Failure = z.infer<typeof failureSchema>;

/** The one 409 without a code: the first request with this Idempotency-Key is still running. */
export const lockTimeoutSchema = z.object({ success: z.literal(false), message: z.string() }).meta({
  id: 'StillRunning',
  description:
    'A 409 without errorCode: the first request with this Idempotency-Key is still running. Send it again with the same key',
});

/** `data` of a 402. Amounts are in the account's currency. */
export const insufficientCreditSchema = z
  .object({
    required: z.number(),
    balance: z.number(),
    currency: z.string(),
  })
  .meta({ id: 'InsufficientCredit' });
