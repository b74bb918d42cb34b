import type { PdfDocument } from '../document.ts';
import { PdfRef, type PdfDict, type PdfValue } from '../objects.ts';
import type { OpenedPdf } from '../opened-pdf.ts';
import { isHidden, listedAnnotations, rectangleOf } from './annotations.ts';
import { pageFrame, type PageFrame } from './page-frame.ts';
import { textOf } from './text-strings.ts';

/** What somebody wrote or drew onto a page with a program for PDFs. */
export interface PdfNote {
  /** From 0. */
  readonly page: number;
  /** What it is about, on the page as it is seen, from its top left. */
  readonly xMm: number;
  readonly yMm: number;
  /** With the answers to it, a line each; empty: it is drawn without words. */
  readonly text: string;
  /** As the program was set; null: nobody is named. */
  readonly author: string | null;
  /** It was answered to be completed or accepted. */
  readonly isDone: boolean;
}

/** What is to be clicked, filled in, played or printed: nobody says anything by it (ISO 32000-2, table 171). */
const NO_NOTES = new Set(
  'Link Popup Widget Screen Movie Sound PrinterMark TrapNet Watermark 3D RichMedia Projection'.split(' '),
);
/** Of the review model (ISO 32000-2, table 174). */
const DONE_STATES = new Set(['Completed', 'Accepted']);
const MOST_NOTES = 5_000;
const MOST_LETTERS = 5_000;

/** All of a file, page by page, each page from its top. */
export function readNotes({ document, facts, leaves }: OpenedPdf): PdfNote[] {
  const notes: PdfNote[] = [];
  for (const [page, { dict }] of leaves.entries()) {
    const geometry = facts.pages[page];
    if (geometry === undefined || notes.length >= MOST_NOTES) break;
    notes.push(...notesOfPage(document, dict, page, pageFrame(geometry)));
  }
  return notes.slice(0, MOST_NOTES);
}

interface Thread {
  readonly dict: PdfDict;
  readonly words: string[];
  isDone: boolean;
}

function notesOfPage(document: PdfDocument, page: PdfDict, number: number, frame: PageFrame): PdfNote[] {
  const threads = threadsOf(document, page);
  return threads
    .flatMap(({ dict, words, isDone }): PdfNote[] => {
      const point = pointOf(document, dict);
      if (point === null) return [];
      const [a, b, c, d, e, f] = frame.matrix;
      const [x, y] = point;
      const author = textOf(document.resolve(dict.get('T')))?.trim() ?? '';
      return [
        {
          page: number,
          xMm: a * x + c * y + e,
          yMm: b * x + d * y + f,
          text: words
            .filter((text) => text !== '')
            .join('\n')
            .slice(0, MOST_LETTERS),
          author: author === '' ? null : author.slice(0, 200),
          isDone,
        },
      ];
    })
    .toSorted((one, other) => one.yMm - other.yMm || one.xMm - other.xMm);
}

/** Notes with what was answered to them, in whatever order they are listed. */
function threadsOf(document: PdfDocument, page: PdfDict): Thread[] {
  const listed = listedAnnotations(document, page).filter(({ dict }) => {
    const subtype = document.resolve(dict.get('Subtype'));
    return typeof subtype === 'string' && !NO_NOTES.has(subtype);
  });
  const numbers = new Map(
    listed.flatMap(({ value, dict }) => (value instanceof PdfRef ? [[value.objectNumber, dict] as const] : [])),
  );
  const threads = new Map<PdfDict, Thread>();
  const answers: { readonly to: PdfDict; readonly dict: PdfDict }[] = [];
  for (const { dict } of listed) {
    const to = dict.get('IRT');
    const asked = to instanceof PdfRef ? numbers.get(to.objectNumber) : undefined;
    if (asked !== undefined && asked !== dict) answers.push({ to: asked, dict });
    else if (!isHidden(document, dict)) threads.set(dict, { dict, words: [wordsOf(document, dict)], isDone: false });
  }
  const answered = new Map(answers.map(({ to, dict }) => [dict, to]));
  for (const { dict } of answers) {
    const thread = threads.get(rootOf(dict, answered));
    const state = textOf(document.resolve(dict.get('State')));
    // What it answers is hidden, or answers it.
    if (thread === undefined) {
      if (state === null && !isHidden(document, dict))
        threads.set(dict, { dict, words: [wordsOf(document, dict)], isDone: false });
      continue;
    }
    // A state has a text for programs that know none.
    if (state === null) thread.words.push(wordsOf(document, dict));
    else if (state !== 'Marked' && state !== 'Unmarked') thread.isDone = DONE_STATES.has(state);
  }
  return [...threads.values()];
}

/** What it answers in the end; answers may go in a circle. */
function rootOf(answer: PdfDict, answered: ReadonlyMap<PdfDict, PdfDict>): PdfDict {
  let at = answer;
  for (let steps = answered.size; steps > 0; steps -= 1) {
    const to = answered.get(at);
    if (to === undefined) return at;
    at = to;
  }
  return at;
}

/** Of its `Contents`, or of the rich text that some programs write alone. */
function wordsOf(document: PdfDocument, dict: PdfDict): string {
  const plain = textOf(document.resolve(dict.get('Contents')))?.trim() ?? '';
  return readableText(plain !== '' ? plain : withoutTags(textOf(document.resolve(dict.get('RC'))) ?? ''));
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };

const withoutTags = (rich: string): string =>
  rich
    .slice(0, 20 * MOST_LETTERS)
    .replace(/<(?:\/p|br ?\/?)>/gi, '\n')
    .replace(/<[^<>]*>/g, '')
    .replace(/&(lt|gt|quot|apos|amp);/g, (_, name: string) => ENTITIES[name] ?? '')
    .replace(/&#(x[0-9a-f]{1,6}|\d{1,7});/gi, (whole, code: string) => letterOf(code) ?? whole);

function letterOf(code: string): string | null {
  const point = /^x/i.test(code) ? Number.parseInt(code.slice(1), 16) : Number(code);
  return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : null;
}

/** Lines as they are shown: no other control character, no end of a line but one. */
const readableText = (text: string): string =>
  text
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/[^\P{Cc}\n]/gu, ' ')
    .normalize('NFC')
    .trim();

/** In the page's own space: where its arrow or callout ends, else its middle; null: it lies nowhere. */
function pointOf(document: PdfDocument, dict: PdfDict): readonly [x: number, y: number] | null {
  const callout = numbersOf(document, dict.get('CL'));
  if (callout.length >= 4) return [callout[0] as number, callout[1] as number];
  const line = numbersOf(document, dict.get('L'));
  const endings = document.resolve(dict.get('LE'));
  if (line.length === 4 && Array.isArray(endings)) {
    const [from, to] = endings.map((ending) => /Arrow$/.test(String(document.resolve(ending))));
    if (from !== to)
      return from === true ? [line[0] as number, line[1] as number] : [line[2] as number, line[3] as number];
  }
  const box = rectangleOf(document, dict.get('Rect'));
  return box === null ? null : [(box.left + box.right) / 2, (box.bottom + box.top) / 2];
}

/** Empty where any of them is none. */
function numbersOf(document: PdfDocument, value: PdfValue | undefined): number[] {
  const listed = document.resolve(value);
  if (!Array.isArray(listed)) return [];
  const numbers = listed.slice(0, 6).map((one) => document.number(one));
  return numbers.every((number) => number !== undefined) ? numbers : [];
}
