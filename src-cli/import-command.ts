import { join } from 'node:path';
import { CONTRACTS } from '../src-core/contract/profiles.ts';
import { saidByName } from '../src-core/imports/name-tokens.ts';
import { guessSpec } from '../src-core/preflight/fitting-specs.ts';
import { judgeBook } from '../src-core/preflight/judge-book.ts';
import { readCatalogue } from '../src-node/catalogue-file.ts';
import { openMessages, type Messages } from '../src-node/report/messages.ts';
import type { FolderArguments } from './arguments.ts';
import { findBooks, missingLine, type FoundBook } from './find-books.ts';
import { isPackage, packedBooks } from './packed-books.ts';
import { namesByFile } from './rules-file.ts';
import type { ShownBook } from './shown-book.ts';
import type { ExitCode, Output } from './preflight-command.ts';

/** Shows what an import of folders, or the opening of job packages, would make. Nothing is written. Throws BadArguments. `resources` holds the catalogue and the locales. */
export async function importCommand(
  { folders, contract, json, language, rulesFile }: FolderArguments,
  resources: string,
  { out, problem }: Output,
): Promise<ExitCode> {
  const specs = readCatalogue(join(resources, 'catalogue/book-specs.json'));
  const messages = openMessages(join(resources, 'locales'), language);
  const names = namesByFile(rulesFile, messages);
  const {
    books,
    missing: unread,
    empty,
    ignored,
  } = await findBooks(
    folders.filter((path) => !isPackage(path)),
    null,
    names,
  );
  for (const one of unread) problem(missingLine(one, messages));
  const missing = unread.map(({ path }) => path);
  const packed: ShownBook[] = [];
  for (const path of folders.filter(isPackage)) {
    const found = await packedBooks(path, messages);
    if (typeof found !== 'string') packed.push(...found);
    else {
      missing.push(path);
      problem(`${path}: ${found}\n`);
    }
  }
  for (const path of empty) problem(`${messages.say('report.files.noPdf', { path })}\n`);
  const ofFolders = books.map((book): ShownBook => {
    const files = { cover: book.cover?.facts ?? null, contents: book.contents?.facts ?? null };
    const said = book.pairing === null ? null : saidByName(book.pairing, specs, names.rules);
    const named = specs.find(({ bookSpecUid }) => bookSpecUid === said?.specUid);
    const spec = named ?? guessSpec(files, specs, CONTRACTS[contract]);
    return {
      title: (said?.title ?? book.title).normalize('NFC'),
      copies: said?.quantity ?? 1,
      cover: book.cover?.path ?? null,
      contents: book.contents?.path ?? null,
      rule: book.pairing?.rule ?? 'alone',
      guessed: book.pairing?.guessed ?? false,
      reason: book.pairing === null ? '' : messages.ref(said?.reason ?? book.pairing.reason),
      bookSpecUid: spec?.bookSpecUid ?? null,
      pageCount: spec === null ? null : judgeBook({ ...files, spec, contract: CONTRACTS[contract] }).pageCount,
    };
  });
  const shown = [...ofFolders, ...packed];
  const leftOut = ignored.map(({ name, reason }) => ({ name: name.normalize('NFC'), reason: messages.ref(reason) }));
  if (json)
    out(
      `${JSON.stringify({ format: 'book-print-studio/import', version: 1, books: shown, ignored: leftOut, unreadable: missing }, null, 2)}\n`,
    );
  else out(asText(shown, leftOut, messages));
  if (missing.length > 0 || empty.length > 0) return 2;
  return books.every(isPair) ? 0 : 1;
}

const isPair = ({ cover, contents }: FoundBook): boolean => cover !== null && contents !== null;

function asText(
  books: readonly ShownBook[],
  ignored: readonly { readonly name: string; readonly reason: string }[],
  { say }: Messages,
): string {
  const lines = books.flatMap(({ title, copies, cover, contents, reason, guessed, bookSpecUid, pageCount }) => [
    `${cover === null || contents === null ? '?' : guessed ? '~' : '+'} ${title}\t${bookSpecUid ?? '-'}\t${pageCount ?? '-'}${copies === 1 ? '' : `\t× ${copies}`}`,
    ...(cover === null ? [] : [`    ${say('library.check.where.cover')} ${cover}`]),
    ...(contents === null ? [] : [`    ${say('library.check.where.contents')} ${contents}`]),
    ...(reason === '' ? [] : [`    ${reason}`]),
  ]);
  for (const { name, reason } of ignored) lines.push(`- ${name}: ${reason}`);
  const pairs = books.filter(({ cover, contents }) => cover !== null && contents !== null);
  const guessed = pairs.filter((book) => book.guessed).length;
  lines.push(`+ ${pairs.length - guessed}  ~ ${guessed}  ? ${books.length - pairs.length}  - ${ignored.length}`);
  return `${lines.join('\n')}\n`;
}
