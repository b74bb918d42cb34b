import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { ruleText } from '../rule-texts.ts';
import { fieldsRefused, ServiceError } from '../service-error.ts';
import { isJsonPart, isPartAFile } from './json-parts.ts';

const FILE_NAME_MAX_CHARS = 255;
/** Beside the file; nobody reads them. */
const JSON_PARTS_MAX = 10;

/** The form's one file, under the field `file`. Throws 400 when there is none or the form is broken. */
export async function uploadedFile(request: FastifyRequest): Promise<MultipartFile> {
  const part = request.isMultipart() ? await firstFile(request).catch(asBrokenForm) : undefined;
  if (part?.fieldname !== 'file') {
    throw fieldsRefused([{ field: 'file', message: ruleText('required'), constraint: 'required' }]);
  }
  return part;
}

async function firstFile(request: FastifyRequest): Promise<MultipartFile | undefined> {
  const files = request.files({ throwFileSizeLimit: false, isPartAFile, limits: { files: 1 + JSON_PARTS_MAX } });
  for (let next = await files.next(); next.done !== true; next = await files.next()) {
    if (!isJsonPart(next.value)) {
      void passOver(files);
      return next.value;
    }
    next.value.file.resume();
  }
  return undefined;
}

/** Whatever comes behind the file, so that the request is taken in to its end. */
async function passOver(files: AsyncIterable<MultipartFile>): Promise<void> {
  try {
    for await (const { file } of files) file.resume();
  } catch {
    // Whoever takes the file in hears of a form that broke off.
  }
}

/** A form without a boundary or an end. Its parser's own errors are the only ones here without a code. */
export function asBrokenForm(error: unknown): never {
  if (error instanceof Error && !('code' in error))
    throw new ServiceError('ERR_MALFORMED_REQUEST', ['multipart 본문이 올바르지 않습니다'], { cause: error });
  throw error;
}

/** What the sender called the file, as it can be kept and shown: no folders, nothing unprintable, of bounded length. */
export function fileNameOf({ filename }: Pick<MultipartFile, 'filename'>): string {
  const bare = (filename ?? '').split(/[/\\]/).at(-1) ?? '';
  const shown = bare.replace(/\p{Cc}/gu, '').trim();
  return shown === '' ? 'file' : shown.slice(-FILE_NAME_MAX_CHARS);
}
