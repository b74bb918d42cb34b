import { z } from 'zod';
import { failureSchema, lockTimeoutSchema } from '../../../src-core/contract/errors.ts';

/** The failures that any route may answer. */
export const failures = {
  400: failureSchema,
  401: failureSchema,
  403: failureSchema,
  404: failureSchema,
  422: failureSchema,
  429: failureSchema,
  500: failureSchema,
} as const;

/** Idempotent routes: 409 with the six fields, or the lock time-out with two. */
export const conflictOrFailureSchema = z.union([failureSchema, lockTimeoutSchema]);
