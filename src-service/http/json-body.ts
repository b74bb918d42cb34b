import type { IncomingMessage } from 'node:http';
import { errorCodes, type FastifyRequest } from 'fastify';
import { isWithinBounds } from '../../src-core/contract/json-text.ts';
import { LIMITS } from '../../src-core/contract/limits.ts';
import { ServiceError } from '../service-error.ts';
import type { App } from './app.ts';

/** 400 for JSON of a body or a part that is not within them. */
export const beyondBounds = (): ServiceError =>
  new ServiceError('ERR_MALFORMED_REQUEST', [
    `JSON 본문은 ${LIMITS.jsonDepthMax}단계, 값 ${LIMITS.jsonValuesMax}개 이하여야 합니다`,
  ]);

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * The text of JSON, which is UTF-8 (RFC 8259, 8.1), whatever charset it is said to have. Throws 400 for other bytes: read with
 * characters in their place, an address would be printed on a parcel without its letters.
 */
export function textOfJson(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch (cause) {
    throw new ServiceError('ERR_MALFORMED_REQUEST', ['JSON이 UTF-8이 아닙니다. UTF-8로 인코딩하여 보내세요'], {
      cause,
    });
  }
}

const isEncoded = ({ headers }: FastifyRequest): boolean =>
  !['', 'identity'].includes((headers['content-encoding'] ?? '').trim().toLowerCase());

const encoded = () =>
  new ServiceError('ERR_MALFORMED_REQUEST', ['압축된 본문은 받지 않습니다. Content-Encoding 없이 보내세요']);

/**
 * JSON bodies within the contract's bounds, and nothing else but forms. Many clients name a type of a body they don't send, JSON, plain
 * text as browsers do of an empty text, or a form's as curl does of `-d ''`; that is no body, not a broken one.
 */
export function acceptJson(app: App): void {
  const parse = app.getDefaultJsonParser('error', 'ignore');
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer) => {
    if (body.length === 0) return undefined;
    if (isEncoded(request)) throw encoded();
    const text = textOfJson(body);
    if (text === '') return undefined;
    if (!isWithinBounds(text)) throw beyondBounds();
    return parsedBy(parse, request, text);
  });
  app.addContentTypeParser('*', async ({ headers }: FastifyRequest, body: IncomingMessage) => {
    const isEmpty =
      headers['transfer-encoding'] === undefined
        ? Number(headers['content-length'] ?? 0) === 0
        : await isWithoutPieces(body);
    if (!isEmpty) throw new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE();
    return undefined;
  });
}

/** Of a body that comes in pieces: whether it ends before the first one. What follows that is taken in and thrown away. */
const isWithoutPieces = (body: IncomingMessage): Promise<boolean> =>
  new Promise((done) => {
    body.once('data', () => done(false));
    body.once('end', () => done(true));
    body.once('close', () => done(false));
  });

type Parse = ReturnType<App['getDefaultJsonParser']>;

/** A framework's parser, which knows of no `__proto__`, as a promise. */
export const parsedBy = (parse: Parse, request: FastifyRequest, text: string): Promise<unknown> =>
  new Promise((done, failed) => {
    void parse(request, text, (error, value) => (error === null ? done(value) : failed(error)));
  });
