import { errorCodes } from 'fastify';
import { isWithinBounds } from '../../src-core/contract/json-text.ts';
import { LIMITS } from '../../src-core/contract/limits.ts';
import { ServiceError } from '../service-error.ts';
import type { App } from './app.ts';

/** 400 for JSON of a body or a part that is not within them. */
export const beyondBounds = (): ServiceError =>
  new ServiceError('ERR_MALFORMED_REQUEST', [
    `JSON 본문은 ${LIMITS.jsonDepthMax}단계, 값 ${LIMITS.jsonValuesMax}개 이하여야 합니다`,
  ]);

/**
 * JSON bodies within the contract's bounds, and no plain text, which a framework would take for a body that is one text. Many clients name
 * a type of a body they don't send, JSON or, as browsers do of an empty text, plain text; that is no body, not a broken one.
 */
export function acceptJson(app: App): void {
  const parse = app.getDefaultJsonParser('error', 'ignore');
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = String(body);
    if (text === '') done(null, undefined);
    else if (isWithinBounds(text)) void parse(request, text, done);
    else done(beyondBounds());
  });
  app.addContentTypeParser('text/plain', { parseAs: 'string' }, (_request, body, done) => {
    if (body === '') done(null, undefined);
    else done(new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE());
  });
}
