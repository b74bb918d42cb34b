import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { CheckedSpec } from '../src-core/preflight/check.ts';
import { reportOf, type BookReport } from '../src-core/preflight/report.ts';
import { THRESHOLDS, type ThresholdValues } from '../src-core/preflight/thresholds.ts';
import { readCatalogue } from '../src-node/catalogue-file.ts';
import { openMessages } from '../src-node/report/messages.ts';
import { reportCsv } from '../src-node/report/report-csv.ts';
import { BadArguments, type PreflightArguments } from './arguments.ts';
import { bookText } from './book-text.ts';
import { checkBook } from './check-book.ts';
import { factsOfFile } from './facts-of-file.ts';
import { findBooks, missingLine } from './find-books.ts';
import { namesByFile } from './rules-file.ts';

export interface Output {
  readonly out: (text: string) => void;
  readonly problem: (text: string) => void;
}

/** What the process ends with: everything accepted, something refused, something not checked. */
export type ExitCode = 0 | 1 | 2;

/** `resources` holds the catalogue and the locales. Throws BadArguments. */
export async function preflightCommand(
  args: PreflightArguments,
  resources: string,
  { out, problem }: Output,
): Promise<ExitCode> {
  if (args.facts) return printFacts(args, { out, problem });
  const specs = readCatalogue(join(resources, 'catalogue/book-specs.json'));
  if (args.spec === 'list') {
    for (const spec of specs)
      out(`${spec.bookSpecUid}\t${spec.name}\t${spec.pageMin}–${spec.pageMax}, +${spec.pageIncrement}\n`);
    return 0;
  }
  const spec = specs.find(({ bookSpecUid }) => bookSpecUid === args.spec);
  if (spec === undefined) throw new BadArguments(`--spec: there is no ${args.spec ?? ''}; --spec list names them all`);
  const thresholds = {
    studio: thresholdsIn('--thresholds', args.thresholdsFile),
    printHouse: thresholdsIn('--print-house', args.printHouseFile),
  };
  const messages = openMessages(join(resources, 'locales'), args.language);
  const { books, missing, empty } = await findBooks(args.paths, args.kind, namesByFile(args.rulesFile, messages));
  let isIncomplete = missing.length > 0 || empty.length > 0;
  for (const one of missing) problem(missingLine(one, messages));
  for (const path of empty) problem(`${messages.say('report.files.noPdf', { path })}\n`);
  const reports: BookReport[] = [];
  for (const book of books) {
    const { report, unread } = await checkBook(book, {
      spec: spec satisfies CheckedSpec,
      catalogue: specs,
      pages: args.pages,
      contract: args.contract,
      level: args.level,
      thresholds,
    });
    reports.push(report);
    isIncomplete ||= unread.length > 0;
    for (const path of unread) problem(missingLine({ path, lack: 'unreadable' }, messages));
    // A folder takes its time: what is known is told at once.
    if (args.output === 'text') out(bookText(report, messages));
  }
  if (args.output === 'json') out(`${JSON.stringify(reportOf(reports), null, 2)}\n`);
  if (args.output === 'csv') out(reportCsv(reports, messages));
  return exitCodeOf(reports, isIncomplete);
}

export function exitCodeOf(reports: readonly BookReport[], isIncomplete: boolean): ExitCode {
  if (reports.some(({ accepted }) => accepted === 'refused')) return 1;
  return isIncomplete || reports.some(({ accepted }) => accepted === 'notChecked') ? 2 : 0;
}

function printFacts({ paths, output }: PreflightArguments, { out, problem }: Output): ExitCode {
  const read: unknown[] = [];
  let code: ExitCode = 0;
  for (const path of paths) {
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true) {
      problem(`${path}: a folder, and --facts takes files\n`);
      code = 2;
      continue;
    }
    try {
      const { isRead, facts, text } = factsOfFile(path);
      if (output === 'json') read.push(facts);
      else out(text);
      if (!isRead) code = 2;
    } catch {
      problem(`${path}: cannot be read\n`);
      code = 2;
    }
  }
  if (output === 'json') out(`${JSON.stringify(read, null, 2)}\n`);
  return code;
}

const thresholdsSchema = z.record(z.string(), z.number().nonnegative());

/** Of the file that `option` names. Throws BadArguments. */
export function thresholdsIn(option: '--thresholds' | '--print-house', file: string | null): ThresholdValues {
  if (file === null) return {};
  const refuse = (why: string): never => {
    throw new BadArguments(`${option} ${file}: ${why}`);
  };
  let text = '';
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    refuse('cannot be read');
  }
  let values: Record<string, number> = {};
  try {
    values = thresholdsSchema.parse(JSON.parse(text));
  } catch {
    refuse('not a JSON object of thresholds and numbers');
  }
  const unknown = Object.keys(values).find((name) => !Object.hasOwn(THRESHOLDS, name));
  if (unknown !== undefined) refuse(`there is no threshold ${unknown}`);
  return values;
}
