import type { ErrorCode } from '../contract/errors.ts';
import type { TextRef } from '../text-ref.ts';

/**
 * What the desk does by itself when something fails (operator-desk 3.6).
 *
 * `never` a person decides · `holdLane` the whole queue waits for a person (key, environment) · `holdOrder` the order
 * waits for credit with its key kept · `sameKey` ask again with the same Idempotency-Key · `waitClass` every request of
 * the policy class waits for Retry-After · `awaitService` everything of the connection waits until its service is back,
 * and nothing is counted as a try · `awaitDisk` the same for one file's disk · `backOff` try again later, six times, an
 * upload then once each half hour · `otherVerb` POST becomes PUT or the reverse · `prerequisite` send what is
 * missing, then again.
 */
export type RetryClass =
  | 'never'
  | 'holdLane'
  | 'holdOrder'
  | 'sameKey'
  | 'waitClass'
  | 'awaitService'
  | 'awaitDisk'
  | 'backOff'
  | 'otherVerb'
  | 'prerequisite';

/** Every code of the app with its retry class. Texts: `errors.<code>`; described in docs/reference/errors.md. */
export const APP_ERRORS = {
  DESK_STORE_UNUSABLE: 'never',
  DESK_STORE_DAMAGED: 'never',
  DESK_STORE_INCOMPLETE: 'never',
  DESK_STORE_NEWER: 'never',
  DESK_STORE_LOCKED: 'never',
  DESK_STORE_FORBIDDEN: 'never',
  DESK_STORE_FULL: 'never',
  CONNECTION_NONE: 'never',
  CONNECTION_UNKNOWN: 'never',
  CONNECTION_IN_USE: 'never',
  KEY_MISSING: 'holdLane',
  KEY_WITHHELD: 'holdLane',
  KEY_EXPOSED: 'holdLane',
  KEY_REFUSED: 'holdLane',
  KEY_OTHER_ENVIRONMENT: 'holdLane',
  KEY_OTHER_ACCOUNT: 'never',
  ACCESS_REFUSED: 'holdLane',
  SERVICE_NOT_STARTED: 'holdLane',
  SERVICE_REDIRECTS: 'holdLane',
  PROXY_PASSWORD: 'holdLane',
  PROXY_REFUSED: 'holdLane',
  SERVICE_AWAY: 'awaitService',
  SERVICE_UNREACHABLE: 'backOff',
  SERVICE_FAULT: 'backOff',
  SERVICE_FILE_LOST: 'never',
  SERVICE_BAD_ANSWER: 'never',
  SERVICE_REFUSED: 'never',
  SERVICE_PAGES_REFUSED: 'never',
  SERVICE_NOT_FOUND: 'otherVerb',
  SERVICE_CONFLICT: 'otherVerb',
  SERVICE_STILL_RUNNING: 'sameKey',
  SERVICE_PREREQUISITE: 'prerequisite',
  SERVICE_LENGTH_REQUIRED: 'never',
  SERVICE_KEY_MISMATCH: 'never',
  SERVICE_BUSY: 'waitClass',
  SERVICE_PENDING: 'backOff',
  SERVICE_LIVE_ONLY: 'never',
  CREDIT_SHORT: 'holdOrder',
  CREDIT_SANDBOX_ONLY: 'never',
  PRINT_HOUSE_NONE: 'never',
  BOOK_UNKNOWN: 'never',
  BOOK_NOT_ALLOWED: 'never',
  BOOK_PAIR_IMPOSSIBLE: 'never',
  PAIRING_CHANGED: 'never',
  FILE_MISSING: 'never',
  FILE_CHANGED: 'never',
  IMPORT_UNKNOWN: 'never',
  IMPORT_IN_USE: 'never',
  HOT_FOLDER_UNKNOWN: 'never',
  HOT_FOLDER_UNUSABLE: 'never',
  HOT_FOLDER_WITHIN: 'never',
  HOT_FOLDER_NO_LIMIT: 'never',
  HOT_FOLDER_LIVE: 'never',
  HOT_FOLDER_ELSEWHERE: 'never',
  UNDO_UNKNOWN: 'never',
  UNDO_CHANGED: 'never',
  TIME_UNUSABLE: 'never',
  SPEC_UNKNOWN: 'never',
  PRINT_NEEDS_NAME: 'never',
  REVIEW_UNKNOWN: 'never',
  REVIEW_EMPTY: 'never',
  RECIPIENT_UNKNOWN: 'never',
  RECIPIENT_TOO_MANY_COPIES: 'never',
  ORDER_NEEDS_ADDRESS: 'never',
  PROMOTION_UNKNOWN: 'never',
  PROMOTION_NO_LIVE: 'never',
  PROMOTION_NOTHING: 'never',
  PROMOTION_UNDECIDED: 'never',
  PROMOTION_NOT_READY: 'never',
  RUN_UNKNOWN: 'never',
  RUN_STOPPED: 'never',
  RECEIPT_NONE: 'never',
  TRACKING_NONE: 'never',
  TRACKING_PAGE_UNKNOWN: 'never',
  TRACKING_PAGE_NOT_OPENED: 'never',
  ORDER_NOT_PLACED: 'never',
  ORDERS_SINCE_UNREAD: 'never',
  FILE_UNREADABLE: 'backOff',
  FILE_SILENT: 'awaitDisk',
  SIGN_OFF_NOT_ALLOWED: 'never',
  THRESHOLD_UNKNOWN: 'never',
  FIX_UNKNOWN: 'never',
  FIX_NONE: 'never',
  FIX_RUNNING: 'never',
  REPORT_FAILED: 'never',
  LAYOUT_NONE: 'never',
  LAYOUT_OPEN: 'never',
  LAYOUT_PAGES: 'never',
  LAYOUT_MISSING: 'never',
  LAYOUT_ELSEWHERE: 'never',
  LAYOUT_DAMAGED: 'never',
  LAYOUT_NEWER: 'never',
  LAYOUT_UNREADABLE: 'never',
  LAYOUT_READ_ONLY: 'never',
  LAYOUT_OUT_OF_STEP: 'never',
  LAYOUT_STEP_REFUSED: 'never',
  LAYOUT_DISK_FULL: 'never',
  LAYOUT_NOT_SAVED: 'never',
  INTAKE_UNKNOWN: 'never',
  LAYOUT_PICTURES: 'never',
  LAYOUT_PICTURES_NO_ROOM: 'never',
  LAYOUT_TOO_LARGE: 'never',
  PROOF_GONE: 'never',
  NOTES_UNREADABLE: 'never',
  NOTES_OF_OTHER: 'never',
  NOTES_PAGES: 'never',
  NOTES_NONE: 'never',
  COMMENTS_UNREADABLE: 'never',
  COMMENTS_NOT_KEPT: 'never',
  MANIFEST_UNREADABLE: 'never',
  MANIFEST_OLD_OR_LOCKED: 'never',
  MANIFEST_TOO_LARGE: 'never',
  MANIFEST_QUOTE: 'never',
  MANIFEST_NO_COLUMNS: 'never',
  MANIFEST_UNKNOWN: 'never',
  MANIFEST_EMPTY: 'never',
  TABLE_TOO_LARGE: 'never',
  FILE_UNKNOWN: 'never',
  FILE_KEPT: 'never',
  FILE_NOT_OPENED: 'never',
  DOCUMENT_OF_LIBRARY: 'never',
  DOCUMENT_NO_ROOM: 'never',
  DOCUMENT_NOT_WRITTEN: 'never',
  PACKAGE_EMPTY: 'never',
  PACKAGE_FOREIGN: 'never',
  PACKAGE_NEWER: 'never',
  PACKAGE_DAMAGED: 'never',
  PACKAGE_NO_ROOM: 'never',
  PACKAGE_NOT_WRITTEN: 'never',
  BACKUP_NOTHING: 'never',
  BACKUP_IN_USE: 'never',
  BACKUP_FOREIGN: 'never',
  BACKUP_NEWER: 'never',
  BACKUP_DAMAGED: 'never',
  BACKUP_CHANGED: 'never',
  BACKUP_NO_ROOM: 'never',
  BACKUP_NOT_WRITTEN: 'never',
  BACKUP_SERVICE: 'never',
  BACKUP_NOT_MOVED: 'never',
  START_OVER_BUSY: 'never',
  START_OVER_CHANGED: 'never',
  UPDATE_ADDRESS: 'never',
  UPDATE_UNREACHABLE: 'never',
  UPDATE_NO_FEED: 'never',
  UPDATE_DAMAGED: 'never',
  UPDATE_NO_ROOM: 'never',
  UPDATE_NOT_INSTALLED: 'never',
  UPDATE_BUSY: 'never',
} as const satisfies Record<string, RetryClass>;

export type AppErrorCode = keyof typeof APP_ERRORS;

export const isAppErrorCode = (code: string): code is AppErrorCode => Object.hasOwn(APP_ERRORS, code);

export interface AppErrorDetails {
  readonly params?: NonNullable<TextRef['params']>;
  /** Says more of this one than the words of its code. */
  readonly text?: TextRef | null;
  /** `errors` of the service, to show as they come. */
  readonly serviceText?: string | null;
  /** What Retry-After said. */
  readonly retryAfterMs?: number | null;
  /** Names of the fields that the service spoke of, for prerequisites. */
  readonly fields?: readonly string[];
  readonly cause?: unknown;
}

/** The one error the desk throws on purpose. Its message is for logs; people get `text`. */
export class AppError extends Error {
  readonly code: AppErrorCode;
  readonly text: TextRef;
  readonly serviceText: string | null;
  readonly retryAfterMs: number | null;
  readonly fields: readonly string[];

  constructor(code: AppErrorCode, details: AppErrorDetails = {}) {
    super(code, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = 'AppError';
    this.code = code;
    this.text = details.text ?? {
      key: `errors.${code}`,
      ...(details.params === undefined ? {} : { params: details.params }),
    };
    this.serviceText = details.serviceText ?? null;
    this.retryAfterMs = details.retryAfterMs ?? null;
    this.fields = details.fields ?? [];
  }

  get retry(): RetryClass {
    return APP_ERRORS[this.code];
  }

  toWire(): { code: string; text: TextRef } {
    return { code: this.code, text: this.text };
  }
}

const BY_ERROR_CODE: Readonly<Partial<Record<ErrorCode, AppErrorCode>>> = {
  ERR_VALIDATION_FAILED: 'SERVICE_REFUSED',
  ERR_INSUFFICIENT_PAGES: 'SERVICE_PAGES_REFUSED',
  ERR_PAGECOUNT_INVALID: 'SERVICE_PAGES_REFUSED',
  ERR_FINALIZE_PREREQ_UNMET: 'SERVICE_PREREQUISITE',
  ERR_ENV_MISMATCH: 'KEY_OTHER_ENVIRONMENT',
  ERR_CONFLICT: 'SERVICE_CONFLICT',
  ERR_PDF_PENDING: 'SERVICE_PENDING',
  ERR_IDEMPOTENCY_KEY_MISMATCH: 'SERVICE_KEY_MISMATCH',
  ERR_PDF_FILE_MISSING: 'SERVICE_FILE_LOST',
  ERR_SANDBOX_UNSUPPORTED: 'SERVICE_LIVE_ONLY',
};

/**
 * The app's code for a failed answer. `errorCode` decides; the status speaks only where the service may send none
 * (the lock-timeout 409, 429, proxies in between).
 */
export function appErrorOf(status: number, errorCode: ErrorCode | null): AppErrorCode {
  const byCode = errorCode === null ? undefined : BY_ERROR_CODE[errorCode];
  if (byCode !== undefined) return byCode;
  if (status === 409 && errorCode === null) return 'SERVICE_STILL_RUNNING';
  if (status >= 500) return status === 501 ? 'SERVICE_LIVE_ONLY' : 'SERVICE_FAULT';
  return BY_STATUS[status] ?? 'SERVICE_REFUSED';
}

const BY_STATUS: Readonly<Record<number, AppErrorCode>> = {
  401: 'KEY_REFUSED',
  402: 'CREDIT_SHORT',
  403: 'ACCESS_REFUSED',
  404: 'SERVICE_NOT_FOUND',
  411: 'SERVICE_LENGTH_REQUIRED',
  429: 'SERVICE_BUSY',
};

/** A request that the studio should never send: nobody at the desk can mend it, and who makes the studio wants to know (operator-desk 3.6). */
const OWN_FAULT: AppErrorCode = 'SERVICE_LENGTH_REQUIRED';

export const isOwnFault = ({ key }: TextRef): boolean => key === `errors.${OWN_FAULT}`;

/** Whether it is the text of an error by which the whole lane waits for a person. */
export const isOfLane = ({ key }: TextRef): boolean =>
  (Object.keys(APP_ERRORS) as AppErrorCode[]).some(
    (code) => APP_ERRORS[code] === 'holdLane' && key === `errors.${code}`,
  );

/** What the service says of a book that does not pass there. Of one that passed here it means that the two checks differ. */
export const isBookRefused = (code: string): boolean => code === 'SERVICE_REFUSED' || code === 'SERVICE_PAGES_REFUSED';
