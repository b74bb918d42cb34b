import type {} from '@fastify/swagger';
import type { FastifySchema } from 'fastify';
import type { z } from 'zod';
import type { ErrorCode } from '../../../src-core/contract/errors.ts';
import type { JsonSchema } from './schemas.ts';

/** A body as the document promises it, by media type: a zod schema with a name, or a schema of a form. */
export interface DocumentedBody {
  readonly description?: string;
  /** The body may be left out. */
  readonly isOptional?: true;
  readonly content: Readonly<Record<string, z.ZodType | Form>>;
}

/** A multipart form. Its schema is not checked: parts are streamed and looked at by their reader. */
export interface Form {
  /** Name in the document's `components`. */
  readonly name: string;
  readonly schema: JsonSchema;
}

declare module 'fastify' {
  /** What the OpenAPI document says of an operation, beside what follows from the schemas that are checked; `operationId`, `tags` and their like are the library's. */
  interface FastifySchema {
    /** Codes beside those that follow from how the operation is called (`errorCodesOf`). */
    readonly errors?: readonly ErrorCode[];
    /** An `Idempotency-Key` is honoured. */
    readonly isIdempotent?: boolean;
    /** The request has no body and must say so: `Content-Length: 0`, else 411. */
    readonly isWithoutBody?: boolean;
    /** Where the body is not checked by a schema, or by one that is looser than what is promised. */
    readonly documentedBody?: DocumentedBody;
  }
}

/** One operation of /v1 as its route declares it. */
export interface Operation {
  readonly method: string;
  /** Below /v1, with Fastify's `:parameters`. */
  readonly url: string;
  readonly schema: FastifySchema;
  /** A key may be left out. */
  readonly isPublic: boolean;
}

/**
 * Every code that the operation may answer. Any of them may find the request broken, the key wrong, the caller too
 * quick, or the service at fault; what takes parameters or a body may find them wrong; what names a record may not find it.
 */
export function errorCodesOf({ schema }: Operation): readonly ErrorCode[] {
  const hasBody = schema.body !== undefined || schema.documentedBody !== undefined;
  const codes = new Set<ErrorCode>([
    'ERR_UNAUTHORIZED',
    'ERR_FORBIDDEN',
    'ERR_ENV_MISMATCH',
    'ERR_MALFORMED_REQUEST',
    'ERR_TOO_MANY_REQUESTS',
    'ERR_INTERNAL_ERROR',
  ]);
  if (hasBody || schema.querystring !== undefined || schema.params !== undefined) codes.add('ERR_VALIDATION_FAILED');
  if (schema.params !== undefined) codes.add('ERR_NOT_FOUND');
  if (schema.isIdempotent === true) codes.add('ERR_IDEMPOTENCY_KEY_MISMATCH');
  for (const code of schema.errors ?? []) codes.add(code);
  return [...codes];
}
