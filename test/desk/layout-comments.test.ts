import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, inject, it } from 'vitest';
import { PDFDocument } from 'pdf-lib';
import { arrange } from '../../src-core/layout/operations/live.ts';
import { movePages, removePages } from '../../src-core/layout/operations/pages.ts';
import { placePicture } from '../../src-core/layout/operations/pictures.ts';
import { picturesOf } from '../../src-core/layout/picture-numbers.ts';
import { commentTarget } from '../../src-core/layout/comments.ts';
import { done } from '../../src-core/layout/testing/sample-book.ts';
import { LayoutBench, photo } from './support/layout-bench.ts';

let bench: LayoutBench;
beforeEach(async () => {
  bench = await LayoutBench.open(join(inject('deskTools'), 'desk/preflight-worker.js'));
});
afterEach(() => bench.close());

const TIME_MS = 60_000;
const call = <C extends keyof LayoutBench['desk']['handlers']>(channel: C) => bench.desk.handlers[channel];
const comments = async () => (await call('layouts.comments')({ bookId: bench.bookId })).comments;
const read = (path: string, proof = 1) => call('layouts.readNotes')({ bookId: bench.bookId, proof, path });
const commentsFile = () => join(bench.project, 'proofs/comments.json');

/** Two pictures on the second page and one on the third, shown by the first proof. */
async function proofed(): Promise<string> {
  for (const name of ['a.jpg', 'b.jpg', 'c.jpg'])
    await photo(1_200, 900).jpeg({ quality: 60 }).toFile(join(bench.shots, name));
  await bench.place(await bench.takeAll());
  await bench.change((document) => {
    const [, second = '', third = ''] = document.order;
    const [a = '', b = '', c = ''] = document.pictureOrder;
    let book = done(placePicture(document, { surfaceId: second, picture: a }));
    book = done(
      arrange(done(placePicture(book, { surfaceId: second, picture: b })), { surfaceId: second, bleed: false }),
    );
    return done(placePicture(book, { surfaceId: third, picture: c }));
  });
  await bench.prove();
  return bench.desk.proofOf(bench.bookId, 1).path;
}

interface Word {
  readonly page: number;
  readonly xPt: number;
  readonly yPt: number;
}

/** Where Poppler finds a word of a PDF, from the top left of its page. */
function wordIn(path: string, word: string): Word {
  const pages = execFileSync('pdftotext', ['-bbox', path, '-'], { encoding: 'utf8' }).split('<page ').slice(1);
  for (const [page, text] of pages.entries()) {
    const [, xPt, yPt] = new RegExp(`xMin="([\\d.]+)" yMin="([\\d.]+)"[^>]*>${word}<`).exec(text) ?? [];
    if (xPt !== undefined && yPt !== undefined) return { page, xPt: Number(xPt), yPt: Number(yPt) };
  }
  throw new Error(`${word} stands nowhere in ${path}`);
}

/** What a customer writes with another program: beside the number of each picture. */
function annotated(from: string, to: string, notes: readonly (Word & { readonly text: string })[]): void {
  const script = join(bench.folder, 'annotate.js');
  const lines = notes.map(
    ({ page, xPt, yPt, text }) =>
      `var page = doc.loadPage(${page}); var note = page.createAnnotation("Text");
       note.setRect([${xPt + 30}, ${yPt + 30}, ${xPt + 50}, ${yPt + 50}]);
       note.setContents(${JSON.stringify(text)}); note.setAuthor("김하나"); note.update();`,
  );
  const open = `var doc = new PDFDocument(${JSON.stringify(from)});`;
  writeFileSync(script, `${open}\n${lines.join('\n')}\ndoc.save(${JSON.stringify(to)}, "garbage,compress");`);
  execFileSync('mutool', ['run', script]);
}

it(
  'what was written onto a proof comes to its pages and pictures, is kept, ticked, and goes with its page',
  async () => {
    const proof = await proofed();
    const sent = join(bench.folder, 'Kim 시안.pdf');
    const words = ['2-1', '2-2', '3-1'] as const;
    annotated(
      proof,
      sent,
      words.map((word) => ({ ...wordIn(proof, word), text: `about ${word}` })),
    );
    const found = await read(sent);
    expect(found).toMatchObject({ name: 'Kim 시안.pdf', proof: 1 });
    expect(found.comments.map(({ page, picture, text, author }) => [`${page}-${picture}`, text, author])).toEqual(
      expect.arrayContaining(words.map((word) => [word, `about ${word}`, '김하나'])),
    );
    const add = () => call('layouts.addComments')({ bookId: bench.bookId, proof: 1, comments: [...found.comments] });
    expect(await add()).toEqual({ added: 3 });
    // Read again, they are there already.
    expect(await add()).toEqual({ added: 0 });
    const { steps } = await bench.document();

    const [first, second] = await comments();
    await call('layouts.markComment')({ bookId: bench.bookId, commentId: first?.id ?? '', isDone: true });
    await call('layouts.removeComment')({ bookId: bench.bookId, commentId: second?.id ?? '' });
    await bench.openAgain();
    expect((await comments()).map(({ isDone }) => isDone)).toEqual([true, false]);
    // None of it is a step: what was exported stays as it was made.
    expect((await bench.document()).steps).toBe(steps);
    if (second !== undefined) await call('layouts.restoreComment')({ bookId: bench.bookId, comment: second });
    // At its place.
    expect((await comments()).map(({ text }) => text)).toEqual(found.comments.map(({ text }) => text));

    const about = (await comments()).find(({ text }) => text === 'about 3-1');
    await bench.change((document) => {
      const moved = [document.order[1] ?? '', document.order[2] ?? ''];
      return done(movePages(document, { pageIds: moved, before: null }));
    });
    const now = await bench.document();
    const target = about === undefined ? null : commentTarget(now, about);
    expect(target?.frameId).toBe(picturesOf(now, now.order.at(-1) ?? '')[0]?.[0]);
    await bench.change((document) => done(removePages(document, { pageIds: document.order.slice(-2) })));
    expect(about === undefined ? null : commentTarget(await bench.document(), about)).toBe(null);
  },
  TIME_MS,
);

it(
  'a proof that another program wrote anew is known by its pages, another book is refused by name',
  async () => {
    const proof = await proofed();
    await bench.prove('contactSheet');
    const at = wordIn(proof, '2-2');
    const sent = join(bench.folder, 'printed.pdf');
    annotated(proof, sent, [{ ...at, text: 'larger' }]);
    // Ghostscript keeps neither the file's information nor how its objects are numbered, and writes notes anew.
    const anew = join(bench.folder, 'anew.pdf');
    execFileSync('gs', ['-q', '-dPreserveAnnots=true', '-o', anew, '-sDEVICE=pdfwrite', sent]);
    const bare = await PDFDocument.load(readFileSync(anew));
    bare.setKeywords([]);
    writeFileSync(anew, await bare.save());
    expect(await read(anew, 2)).toMatchObject({ proof: 1, comments: [{ page: 2, picture: 2, text: 'larger' }] });

    // The newest proof was asked for, and the file says that it is the first one.
    expect(await read(sent, 2)).toMatchObject({ proof: 1 });
    await expect(read(proof)).rejects.toMatchObject({ code: 'NOTES_NONE', text: { params: { name: 'proof.pdf' } } });
    const other = await PDFDocument.load(readFileSync(sent));
    other.setKeywords(['proof 1 of l_another']);
    writeFileSync(join(bench.folder, 'other.pdf'), await other.save());
    await expect(read(join(bench.folder, 'other.pdf'))).rejects.toMatchObject({ code: 'NOTES_OF_OTHER' });
    // Of one page alone nothing says which it is.
    const one = join(bench.folder, 'one.pdf');
    execFileSync('qpdf', [sent, '--pages', '.', '3', '--', one]);
    await expect(read(one)).rejects.toMatchObject({
      code: 'NOTES_PAGES',
      text: { params: { name: 'one.pdf', number: 1 } },
    });
    bare.removePage(3);
    writeFileSync(join(bench.folder, 'fewer.pdf'), await bare.save());
    await expect(read(join(bench.folder, 'fewer.pdf'))).rejects.toMatchObject({ code: 'NOTES_OF_OTHER' });
    for (const name of ['none.pdf', 'not there.pdf']) {
      if (name === 'none.pdf') writeFileSync(join(bench.folder, name), 'no PDF at all');
      await expect(read(join(bench.folder, name))).rejects.toMatchObject({ code: 'NOTES_UNREADABLE' });
    }
  },
  TIME_MS,
);

it(
  'a damaged file of comments is put aside, not written over; a disk that refuses is told',
  async () => {
    await proofed();
    const whole = { surfaceId: null, frameId: null, page: null, picture: null, author: null, isDone: false };
    const add = (text: string, proof = 1) =>
      call('layouts.addComments')({ bookId: bench.bookId, proof, comments: [{ ...whole, text }] });
    await add('gold, please');
    writeFileSync(commentsFile(), '{"schema":1,"comm');
    expect(await comments()).toEqual([]);
    const [mark, remove] = [call('layouts.markComment'), call('layouts.removeComment')];
    const named = { bookId: bench.bookId, commentId: 'c_1' };
    await expect(mark({ ...named, isDone: true })).rejects.toMatchObject({ code: 'COMMENTS_UNREADABLE' });
    await expect(remove(named)).rejects.toMatchObject({ code: 'COMMENTS_UNREADABLE' });
    expect(readFileSync(commentsFile(), 'utf8')).toBe('{"schema":1,"comm');
    await add('silver');
    expect((await comments()).map(({ text }) => text)).toEqual(['silver']);
    const damaged = readdirSync(join(bench.project, 'proofs')).filter((name) => name.startsWith('comments-damaged-'));
    expect(damaged).toHaveLength(1);
    // Of a later studio, or not there to be read: it stays, and nothing is added.
    const kept = readFileSync(commentsFile());
    writeFileSync(commentsFile(), '{"schema":2,"notes":[]}');
    await expect(add('gold')).rejects.toMatchObject({ code: 'COMMENTS_UNREADABLE' });
    expect(readFileSync(commentsFile(), 'utf8')).toBe('{"schema":2,"notes":[]}');
    rmSync(commentsFile());
    mkdirSync(commentsFile());
    await expect(add('gold')).rejects.toMatchObject({ code: 'COMMENTS_UNREADABLE' });
    rmSync(commentsFile(), { recursive: true });
    writeFileSync(commentsFile(), kept);
    // Another studio has the layout.
    const lock = join(bench.project, '.bkprep/lock');
    const mine = readFileSync(lock, 'utf8');
    writeFileSync(lock, JSON.stringify({ ...(JSON.parse(mine) as object), token: 'another', host: 'other' }));
    await expect(add('gold')).rejects.toMatchObject({ code: 'LAYOUT_READ_ONLY' });
    writeFileSync(lock, mine);
    await expect(add('late', 9)).rejects.toMatchObject({ code: 'PROOF_GONE' });
    // In the way of the file that would take its place.
    mkdirSync(`${commentsFile()}.next`);
    await expect(add('no room')).rejects.toMatchObject({ code: 'COMMENTS_NOT_KEPT' });
    expect((await comments()).map(({ text }) => text)).toEqual(['silver']);
  },
  TIME_MS,
);
