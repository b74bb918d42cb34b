import type { ActivityEntry } from '../../../src-core/ipc/subjects/activity.ts';

const KEPT = 1_000;

/** The last requests, for people: never a key, never a body. */
export class ActivityLog {
  readonly #entries: ActivityEntry[] = [];
  readonly #onChange: () => void;
  #lastId = 0;

  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  add(entry: Omit<ActivityEntry, 'id'>): void {
    this.#lastId += 1;
    this.#entries.push({ ...entry, id: this.#lastId });
    if (this.#entries.length > KEPT) this.#entries.shift();
    this.#onChange();
  }

  /** Newest first. */
  list(bookId?: string): ActivityEntry[] {
    return this.#entries.filter((entry) => bookId === undefined || entry.bookId === bookId).reverse();
  }
}

export interface CurlRequest {
  readonly method: string;
  readonly url: string;
  readonly idempotencyKey: string | null;
  readonly jsonBody: string | null;
  readonly uploadName: string | null;
}

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

/** The command that repeats a request. The key comes from the environment, recipients are left out. */
export function curlOf({ method, url, idempotencyKey, jsonBody, uploadName }: CurlRequest): string {
  const parts = ['curl', '-X', method, quoted(url), '-H', '"Authorization: Bearer $BOOK_PRINT_KEY"'];
  if (idempotencyKey !== null) parts.push('-H', quoted(`Idempotency-Key: ${idempotencyKey}`));
  if (uploadName !== null) parts.push('-F', quoted(`file=@${uploadName};type=application/pdf`));
  else if (jsonBody !== null)
    parts.push('-H', quoted('Content-Type: application/json'), '-d', quoted(withoutRecipient(jsonBody)));
  else if (method === 'POST') parts.push('-H', quoted('Content-Length: 0'));
  return parts.join(' ');
}

const PERSONAL = new Set([
  'recipientName',
  'recipientPhone',
  'postalCode',
  'address1',
  'address2',
  'memo',
  'shippingMemo',
]);

const withoutRecipient = (body: string): string =>
  JSON.stringify(JSON.parse(body), (name, value: unknown) => (PERSONAL.has(name) ? '…' : value));
