import { readFileSync } from 'node:fs';
import { BUILT_IN_NAMES, NameReader } from '../src-core/imports/name-reader.ts';
import { readRulesFile } from '../src-core/imports/naming-rules.ts';
import type { Messages } from '../src-node/report/messages.ts';
import { BadArguments } from './arguments.ts';

/** Reads names by the rules in a file, as the app saves them; by the built-in ones where none is named. Throws BadArguments. */
export function namesByFile(file: string | null, { ref }: Messages): NameReader {
  if (file === null) return BUILT_IN_NAMES;
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    throw new BadArguments(`--rules ${file}: cannot be read`);
  }
  const read = readRulesFile(text);
  if ('rules' in read) return new NameReader(read.rules);
  const faults = read.faults.map(({ path, text: what }) => [...placeOf(path), ref(what)].join(': '));
  throw new BadArguments(`--rules ${file}: ${faults.join('\n')}`);
}

/** As people count: `patterns 2`. */
const placeOf = (path: readonly (string | number)[]): string[] =>
  path.length === 0 ? [] : [path.map((part) => (typeof part === 'number' ? part + 1 : part)).join(' ')];
