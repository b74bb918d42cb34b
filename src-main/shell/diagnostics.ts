import { readFileSync } from 'node:fs';
import type { AppInfo } from '../../src-core/ipc/subjects/app.ts';
import type { ListedConnection } from '../../src-core/ipc/subjects/connections.ts';
import { hideSecrets } from './log-file.ts';

/** So many of the newest errors and warnings; older ones seldom belong to what is asked about. */
const LAST_LINES = 40;
/** The end of the log is enough for them. */
const LOOKED_AT_CHARS = 400_000;

export interface DiagnosticsInput {
  readonly info: AppInfo;
  readonly connections: readonly Pick<ListedConnection, 'kind' | 'environment' | 'keyState' | 'active' | 'holds'>[];
  /** Of the library; null while it is not open. */
  readonly counts: Readonly<Record<string, number>> | null;
  /** Lines of the studio's log. */
  readonly log: string;
  /** A line for each crash, without its memory (crash-reports.ts). */
  readonly crashes: readonly string[];
}

/**
 * What helps somebody else to find a fault, as text for a message: versions, settings, the last errors. No key, no address of a
 * service or a person, no name of a file, a book or a user: log lines give what they are made of one by one, and what is not known
 * to be harmless is left out.
 */
export function diagnosticsText({ info, connections, counts, log, crashes }: DiagnosticsInput): string {
  const { version, runtime, platform, systemLanguage, secretStore, preferences, service } = info;
  const lines = [
    `Book Print Studio ${version}, ${runtime}, ${platform}, ${systemLanguage}`,
    `keys: ${secretStore}`,
    `settings: ${JSON.stringify(preferences)}`,
    `built-in service: ${JSON.stringify(service)}`,
    ...(counts === null ? ['library: not open'] : [`library: ${JSON.stringify(counts)}`]),
    ...connections.map(
      ({ kind, environment, keyState, active, holds }) =>
        `connection: ${kind}, ${environment}, key ${keyState}${active ? ', in use' : ''}, holds ${holds.books} books, ${holds.orders} orders`,
    ),
    ...crashes,
    '',
    ...lastErrors(log),
  ];
  return `${lines.join('\n')}\n`;
}

interface LogLine {
  readonly at?: unknown;
  readonly level?: unknown;
  readonly message?: unknown;
  readonly code?: unknown;
  readonly error?: unknown;
}

function lastErrors(log: string): readonly string[] {
  const found: string[] = [];
  for (const text of log.slice(-LOOKED_AT_CHARS).split('\n')) {
    const line = readLine(text);
    if (line === null || (line.level !== 'error' && line.level !== 'warn')) continue;
    const parts = [line.at, line.level, line.message, line.code].filter((part) => typeof part === 'string');
    found.push([parts.map((part) => withoutNames(part)).join(' '), ...causesOf(line.error)].join('\n'));
  }
  return found.slice(-LAST_LINES);
}

function readLine(text: string): LogLine | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : null;
  } catch {
    // A line of another process, or one that was cut: nobody knows what stands in it.
    return null;
  }
}

const MOST_CAUSES = 5;

/** An error with what caused it: name and code, its sentence without names, and the functions it came through. */
function causesOf(error: unknown, depth = 0): readonly string[] {
  if (typeof error !== 'object' || error === null || depth >= MOST_CAUSES) return [];
  const { name, code, message, stack, cause } = error as Readonly<Record<string, unknown>>;
  const words = [name, code, message].filter((part) => typeof part === 'string').map(withoutNames);
  const functions = typeof stack === 'string' ? [...stack.matchAll(/^\s+at (?:async )?([\w.#<>$ ]+?) \(/gm)] : [];
  return [
    `  ${words.join(' ')}`,
    ...(functions.length === 0 ? [] : [`    ${functions.map((match) => match[1]).join(' < ')}`]),
    ...causesOf(cause, depth + 1),
  ];
}

/** Each of these may be of a customer, or lead to one; sentences of the code itself have none of them. */
const NAMES: readonly (readonly [RegExp, string])[] = [
  [/\b[a-z][a-z+.-]*:\/\/[^\s"')]+/gi, '<address>'],
  [/[\w.+-]+@[\w-]+(\.[\w-]+)+/g, '<address>'],
  [/"[^"]*"|“[^”]*”|'[^']*'|‘[^’]*’/g, '<name>'],
  [/(?<![\w<])(?:[A-Za-z]:)?(?:[\\/]+[^\\/\s:,()]+(?: [^\\/\s:,()]+)*)+/g, '<path>'],
  [/\b(?:[a-z0-9-]+\.)+[a-z]{2,}(?::\d+)?\b/gi, '<address>'],
  [/\b\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?\b/g, '<address>'],
  [/\p{Script=Hangul}[\p{Script=Hangul}\s\d_-]*/gu, '<name> '],
  [/\b\d[\d -]{6,}\d\b/g, '<number>'],
];

const TIME = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

export function withoutNames(text: string): string {
  if (TIME.test(text)) return text;
  return NAMES.reduce((rest, [pattern, instead]) => rest.replace(pattern, instead), hideSecrets(text)).trim();
}

/** The log as it lies there; empty where there is none yet. */
export function readLog(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
