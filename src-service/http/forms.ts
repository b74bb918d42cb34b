import type { FastifyRequest } from 'fastify';
import { LIMITS } from '../../src-core/contract/limits.ts';
import type { AttachedFile } from '../composition/entry-call.ts';
import type { ServiceContext } from '../context.ts';
import { ServiceError } from '../service-error.ts';
import { isJsonPart, isPartAFile, readJsonPart } from './json-parts.ts';

/** A multipart form, or a JSON object, which is a form without files. */
export interface Form {
  readonly kind: 'multipart' | 'json';
  /** Several parts of one name are in order of appearance. */
  readonly fields: ReadonlyMap<string, readonly unknown[]>;
  /** In order of appearance. */
  readonly files: readonly AttachedFile[];
}

const FIELDS_MAX = 50;
const FIELD_MAX_BYTES = 1024 * 1024;

const PARSING = {
  isPartAFile,
  limits: {
    // Those that are JSON come as files, too.
    files: LIMITS.entryPicturesMax + FIELDS_MAX,
    fileSize: LIMITS.imageMaxBytes + 1,
    fields: FIELDS_MAX,
    fieldSize: FIELD_MAX_BYTES,
  },
  throwFileSizeLimit: false,
};

/**
 * Reads a form of at most LIMITS.entryPicturesMax files in constant memory, hands it on, and discards what of its files
 * was not kept. A file beyond LIMITS.imageMaxBytes is cut one byte later, so that whoever takes it can see that.
 * Throws 400 for what is neither a form nor a JSON object.
 */
export async function withForm<T>(
  context: Pick<ServiceContext, 'blobs'>,
  request: FastifyRequest,
  use: (form: Form) => Promise<T>,
): Promise<T> {
  const files: AttachedFile[] = [];
  try {
    if (!request.isMultipart()) return await use({ kind: 'json', fields: jsonFields(request.body), files });
    return await use({ kind: 'multipart', fields: await readParts(context, request, files), files });
  } finally {
    for (const file of files) await context.blobs.discard(file.staged);
  }
}

function jsonFields(body: unknown): Form['fields'] {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw malformed('multipart/form-data 또는 JSON 객체로 요청하세요');
  return new Map(Object.entries(body).map(([name, value]) => [name, [value]]));
}

/** Fills `files` as they come: what was staged before a form breaks off has to be discarded too. */
async function readParts(
  context: Pick<ServiceContext, 'blobs'>,
  request: FastifyRequest,
  files: AttachedFile[],
): Promise<Form['fields']> {
  const fields = new Map<string, unknown[]>();
  const add = (name: string, value: unknown) => fields.set(name, [...(fields.get(name) ?? []), value]);
  let jsonBytesLeft = FIELD_MAX_BYTES;
  try {
    for await (const part of request.parts(PARSING)) {
      if (part.type === 'field') {
        if (part.valueTruncated) throw malformed(`${part.fieldname}: 값이 너무 깁니다`);
        add(part.fieldname, part.value);
        continue;
      }
      if (isJsonPart(part)) {
        const { value, sizeBytes } = await readJsonPart(part, request, jsonBytesLeft);
        jsonBytesLeft -= sizeBytes;
        add(part.fieldname, value);
        continue;
      }
      const staged = await context.blobs.stage(part.file);
      // What a browser sends for a file input that was left empty.
      if (staged.sizeBytes === 0 && !part.filename) await context.blobs.discard(staged);
      else if (files.length === LIMITS.entryPicturesMax) {
        await context.blobs.discard(staged);
        throw tooManyFiles();
      } else files.push({ field: part.fieldname, fileName: part.filename, staged });
    }
  } catch (error) {
    throw asBrokenForm(error);
  }
  return fields;
}

/** A form without a boundary or an end: its parser's errors have no code, or one that says 4xx. */
function asBrokenForm(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof ServiceError) return error;
  if (!('code' in error)) return malformed('multipart 본문이 올바르지 않습니다', error);
  if (error.code === 'FST_FILES_LIMIT') return tooManyFiles(error);
  if (error.code === 'FST_FIELDS_LIMIT') return malformed(`입력 항목은 ${FIELDS_MAX}개까지 보낼 수 있습니다`, error);
  return error;
}

const tooManyFiles = (cause?: unknown) =>
  malformed(`파일은 ${LIMITS.entryPicturesMax}개까지 첨부할 수 있습니다`, cause);

const malformed = (text: string, cause?: unknown) => new ServiceError('ERR_VALIDATION_FAILED', [text], { cause });
