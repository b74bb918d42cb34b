import { request } from 'undici';
import { z } from 'zod';
import { insufficientCreditSchema } from '../../../src-core/contract/errors.ts';
import { AppError, appErrorOf } from '../../../src-core/desk/app-errors.ts';
import type { ServiceHello } from '../../../src-core/ipc/service-host.ts';
import { parseAnswer, readFailure } from './answers.ts';

const TIMEOUT_MS = 30_000;

const anything = z.object({ data: z.unknown() });

export interface HouseCall<T extends z.ZodType> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  /** Of what stands in `data`. */
  readonly answer: T;
  readonly body?: object | undefined;
}

/**
 * One call of the embedded service's print house, past `/v1` and its limits, and in no activity list: no partner makes it.
 * Throws SERVICE_UNREACHABLE, SERVICE_BAD_ANSWER and what the answer means.
 */
export async function askHouse<T extends z.ZodType>(
  { url, token }: ServiceHello['printHouse'],
  { method, path, answer, body }: HouseCall<T>,
): Promise<z.output<T>> {
  let status: number;
  let text: string;
  try {
    const response = await request(`${url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: body === undefined ? null : JSON.stringify(body),
      headersTimeout: TIMEOUT_MS,
      bodyTimeout: TIMEOUT_MS,
    });
    status = response.statusCode;
    text = await response.body.text();
  } catch (cause) {
    throw new AppError('SERVICE_UNREACHABLE', { cause });
  }
  if (status >= 300) {
    const { errorCode, text: serviceText, data } = readFailure(text);
    const shortage = insufficientCreditSchema.safeParse(data);
    throw new AppError(appErrorOf(status, errorCode), {
      params: shortage.success ? shortage.data : { status, code: errorCode ?? '' },
      serviceText,
    });
  }
  const parsed = answer.safeParse(parseAnswer(anything, text).data);
  if (!parsed.success) throw new AppError('SERVICE_BAD_ANSWER', { cause: parsed.error });
  return parsed.data;
}
