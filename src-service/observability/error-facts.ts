/** What a log may say of an error. */
export interface ErrorFacts {
  readonly type: string;
  readonly message: string;
  /** Code of the system, of PostgreSQL (SQLSTATE) or of a library. */
  readonly code?: string;
  /** Which table and constraint, when PostgreSQL names them. */
  readonly place?: string;
  /** Where it was thrown: places in the code, none of its words. */
  readonly stack: string;
  readonly cause?: ErrorFacts;
}

/** Data exceptions and broken constraints (SQLSTATE classes 22 and 23): their messages quote values. */
const QUOTES_VALUES = /^2[23][0-9A-Z]{3}$/;

/**
 * The words of a failed query carry its parameters, and some messages of PostgreSQL quote values: names, phones and
 * addresses of recipients among them. Of those errors only the code and the place are told.
 */
export function errorFacts(error: unknown): ErrorFacts {
  if (!(error instanceof Error))
    return { type: typeof error, message: 'something that is no error was thrown', stack: '' };
  const { code, table, constraint } = error as {
    readonly code?: unknown;
    readonly table?: unknown;
    readonly constraint?: unknown;
  };
  const holdsValues = 'query' in error || (typeof code === 'string' && QUOTES_VALUES.test(code));
  const place = [table, constraint].filter((part) => typeof part === 'string').join(' ');
  return {
    type: error.constructor.name,
    message: holdsValues ? 'a query failed' : error.message,
    ...(typeof code === 'string' ? { code } : {}),
    ...(place === '' ? {} : { place }),
    stack: (error.stack ?? '')
      .split('\n')
      .filter((line) => /^\s+at /.test(line))
      .join('\n'),
    ...(error.cause === undefined ? {} : { cause: errorFacts(error.cause) }),
  };
}

/** The same for a log of plain text. */
export function errorText(error: unknown): string {
  const { type, message, code, place, stack, cause } = errorFacts(error);
  const head = [`${type}: ${message}`, code, place].filter(Boolean).join(' ');
  return [head, stack, cause === undefined ? '' : `caused by ${errorText(error instanceof Error ? error.cause : null)}`]
    .filter(Boolean)
    .join('\n');
}
