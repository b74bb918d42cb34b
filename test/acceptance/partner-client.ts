import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';

/**
 * A partner's client as the public SDKs are written (service-facts 1 to 5 and 10), with nothing of this service in it: a
 * fresh Idempotency-Key on every request, GETs too; paths as old SDKs spell them; lists read from `data`; forms with a
 * part for each template variable; 429, 500 and a 409 without errorCode tried again with the same key, when Retry-After says.
 */
export class PartnerClient {
  constructor(
    private readonly baseUrl: string,
    private readonly apiKey: string,
  ) {}

  async send<T>(method: string, path: string, body?: FormData | Record<string, unknown>): Promise<T> {
    const key = randomUUID();
    for (let attempt = 1; ; attempt += 1) {
      const isForm = body instanceof FormData;
      const answer = await fetch(this.baseUrl + path, {
        method,
        headers: {
          authorization: `Bearer ${this.apiKey}`,
          'user-agent': 'BookPrintAPI-Python/0.1.0',
          'idempotency-key': key,
          ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
      });
      const json = (await answer.json()) as {
        success: boolean;
        message: string;
        data: T;
        errorCode?: string;
        errors?: string[];
      };
      if (answer.ok) return json.data;
      const isPassing =
        answer.status === 429 || answer.status === 500 || (answer.status === 409 && json.errorCode === undefined);
      if (!isPassing || attempt === 4)
        throw new Error(
          `${method} ${path}: ${answer.status} ${json.errorCode ?? ''} ${(json.errors ?? [json.message]).join('; ')}`,
        );
      await delay(1_000 * Number(answer.headers.get('retry-after')) || 200 * 2 ** attempt);
    }
  }

  /** A form with one part a variable, as the SDKs send template calls. */
  sendTemplate<T>(
    path: string,
    templateUid: string,
    parameters: Record<string, unknown>,
    files: Readonly<Record<string, readonly Blob[]>>,
  ): Promise<T> {
    const form = new FormData();
    form.set('templateUid', templateUid);
    form.set('parameters', JSON.stringify(parameters));
    for (const [variable, pictures] of Object.entries(files))
      for (const [index, picture] of pictures.entries()) form.append(variable, picture, `${variable}-${index}.jpg`);
    return this.send<T>('POST', path, form);
  }

  async download(path: string): Promise<{ readonly status: number; readonly bytes: Buffer }> {
    const answer = await fetch(this.baseUrl + path, { headers: { authorization: `Bearer ${this.apiKey}` } });
    return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) };
  }
}
