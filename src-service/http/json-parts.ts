import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { isWithinBounds } from '../../src-core/contract/json-text.ts';
import { ServiceError } from '../service-error.ts';
import { beyondBounds, parsedBy, textOfJson } from './json-body.ts';

/** A part that the form's reader would take for JSON (it looks at the beginning alone), and no file that somebody attached. */
const isJson = (contentType: string, fileName: string | undefined): boolean =>
  contentType.startsWith('application/json') && fileName === undefined;

/**
 * For the options of a form's reader, which would parse a JSON part as soon as it is there, however deep it is, and
 * whether anybody wants it: as a file it comes as a stream. Who reads the form asks `isJsonPart`.
 */
export const isPartAFile = (
  _field: string | undefined,
  contentType: string | undefined,
  fileName: string | undefined,
): boolean =>
  fileName !== undefined || contentType === 'application/octet-stream' || isJson(contentType ?? '', fileName);

export const isJsonPart = ({ mimetype, filename }: MultipartFile): boolean => isJson(mimetype, filename);

/** What a JSON part says, within the bounds of a JSON body. Throws 400 beyond them, and for what is no JSON. */
export async function readJsonPart(
  { file, fieldname }: MultipartFile,
  request: FastifyRequest,
  mostBytes: number,
): Promise<{ readonly value: unknown; readonly sizeBytes: number }> {
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  for await (const chunk of file as AsyncIterable<Buffer>) {
    sizeBytes += chunk.length;
    // What is too long is taken in to its end, so that the caller hears of it.
    if (sizeBytes <= mostBytes) chunks.push(chunk);
  }
  if (sizeBytes > mostBytes) throw new ServiceError('ERR_VALIDATION_FAILED', [`${fieldname}: 값이 너무 깁니다`]);
  const text = textOfJson(Buffer.concat(chunks));
  if (!isWithinBounds(text)) throw beyondBounds();
  return { value: await parsed(request, text), sizeBytes };
}

/** As a JSON body is. */
const parsed = (request: FastifyRequest, text: string): Promise<unknown> =>
  parsedBy(request.server.getDefaultJsonParser('error', 'error'), request, text).catch((cause: unknown) => {
    throw new ServiceError('ERR_VALIDATION_FAILED', ['JSON 필드를 해석할 수 없습니다'], { cause });
  });
