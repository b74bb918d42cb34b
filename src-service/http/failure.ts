import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { Contract } from '../../src-core/contract/profiles.ts';
import type { Failure } from '../../src-core/contract/errors.ts';
import { LIMITS } from '../../src-core/contract/limits.ts';
import { ServiceError } from '../service-error.ts';

/** The six fields of a failure, in wire order. */
export function failureBody(error: ServiceError, contract: Contract): Failure {
  const label = STATUS_CODES[error.status] ?? 'Error';
  return {
    success: false,
    message: contract.failureMessages === 'asRecorded' ? (error.recordedMessage ?? label) : label,
    data: error.data === null ? null : { ...error.data },
    errorCode: error.code,
    errors: [...error.texts],
    fieldErrors: [...error.fieldErrors],
  };
}

/** Two requests with one Idempotency-Key at once: the second gave up waiting (specification, "Special cases" 1). */
export class FirstStillRunning extends Error {}

const JSON_TYPE = 'application/json; charset=utf-8';

/** The one place where a thrown thing becomes an answer. Nothing internal crosses. */
export function answerFailure(contract: Contract) {
  return (error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply) => {
    if (error instanceof FirstStillRunning) {
      return reply
        .code(409)
        .send({ success: false, message: '동일한 요청이 처리 중입니다. 잠시 후 같은 키로 다시 시도하세요.' });
    }
    const known = asServiceError(error);
    if (known.status >= 500) request.log.error({ err: error }, 'request failed');
    if (known.code === 'ERR_TOO_MANY_REQUESTS') reply.header('retry-after', String(LIMITS.retryAfterSeconds));
    return reply.code(known.status).type(JSON_TYPE).send(failureBody(known, contract));
  };
}

/** What a caller can mend of a body that was not read. */
const UNREAD_BODIES: Readonly<Record<string, string>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE:
    '지원하지 않는 Content-Type입니다 (JSON은 application/json, 파일은 multipart/form-data)',
  FST_ERR_CTP_INVALID_JSON_BODY: '본문이 올바른 JSON이 아닙니다',
  FST_ERR_CTP_BODY_TOO_LARGE: '본문이 너무 큽니다',
};

function asServiceError(error: FastifyError | Error): ServiceError {
  if (error instanceof ServiceError) return error;
  const status = 'statusCode' in error ? error.statusCode : undefined;
  if (status === 429)
    return new ServiceError('ERR_TOO_MANY_REQUESTS', ['요청 한도를 초과했습니다. 60초 후 다시 시도하세요.']);
  if (status === 404 || isNoPath(error)) return pathNotFound();
  if (status !== undefined && status >= 400 && status < 500) {
    const text = ('code' in error && UNREAD_BODIES[error.code]) || '요청 형식이 올바르지 않습니다';
    return new ServiceError('ERR_MALFORMED_REQUEST', [text], { cause: error });
  }
  return new ServiceError('ERR_INTERNAL_ERROR', ['서버 오류가 발생했습니다. 잠시 후 다시 시도하세요.'], {
    cause: error,
  });
}

export const pathNotFound = () => new ServiceError('ERR_NOT_FOUND', ['요청한 경로를 찾을 수 없습니다']);

/** A path that cannot be decoded, or with a part longer than any name: nothing is there. */
const isNoPath = (error: object) =>
  'code' in error && (error.code === 'FST_ERR_BAD_URL' || error.code === 'FST_ERR_MAX_PARAM_LENGTH');

/** For a path that leads to no route, since none can be read off it. */
export function answerNoPath(contract: Contract) {
  const answer = answerFailure(contract);
  return (error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
    void answer(error, request, reply);
  };
}

/**
 * What is no HTTP, or has more headers than are read, never becomes a request. It is answered with the six fields all the
 * same, and the connection ends: what follows on it cannot be told apart. A caller who never finishes his request is not
 * answered at all, for the contract has no status for that.
 */
export function answerNoRequest(contract: Contract) {
  return (error: Error & { readonly code?: string }, socket: Socket): void => {
    if (!socket.writable || error.code === 'ECONNRESET' || error.code === 'ERR_HTTP_REQUEST_TIMEOUT') {
      socket.destroy();
      return;
    }
    const text =
      error.code === 'HPE_HEADER_OVERFLOW' ? '요청 헤더가 너무 큽니다' : 'HTTP 요청 형식이 올바르지 않습니다';
    const body = JSON.stringify(
      failureBody(new ServiceError('ERR_MALFORMED_REQUEST', [text], { cause: error }), contract),
    );
    socket.end(
      `HTTP/1.1 400 ${STATUS_CODES[400]}\r\nContent-Type: ${JSON_TYPE}\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
    );
  };
}
