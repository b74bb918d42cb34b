import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { ruleText } from '../rule-texts.ts';
import { fieldsRefused, ServiceError } from '../service-error.ts';

const FILE_NAME_MAX_CHARS = 255;

/** The form's one file, under the field `file`. Throws 400 when there is none or the form is broken. */
export async function uploadedFile(request: FastifyRequest): Promise<MultipartFile> {
  const part = request.isMultipart()
    ? await request.file({ throwFileSizeLimit: false }).catch(asBrokenForm)
    : undefined;
  if (part?.fieldname !== 'file') {
    throw fieldsRefused([{ field: 'file', message: ruleText('required'), constraint: 'required' }]);
  }
  return part;
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
