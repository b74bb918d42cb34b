import { PDFDocument, PDFName, rgb, type Color } from 'pdf-lib';
import type { PdfKind } from '../../src-core/contract/books.ts';
import type { Finding, MarkedObject } from '../../src-core/preflight/finding.ts';
import { MAX_DECISIONS } from '../../src-core/preflight/group-findings.ts';
import type { BookReport, ReportedGroup } from '../../src-core/preflight/report.ts';
import type { Messages } from './messages.ts';
import { Letters } from '../typefaces/letters.ts';
import { openTypefaces } from '../typefaces/open-typefaces.ts';
import type { PagePicture } from '../render/page-pictures.ts';
import { ReportSheet, type ReportType } from './report-sheet.ts';
import { pageRuns, wordsOf } from './report-words.ts';

export interface PdfReportRequest {
  readonly books: readonly BookReport[];
  readonly messages: Messages;
  /** `resources/fonts`. */
  readonly fontsFolder: string;
  readonly madeAt: Date;
  /** Null for a page that cannot be shown. Pages count from 1. */
  readonly pictureOf: (book: BookReport, kind: PdfKind, page: number) => Promise<PagePicture | null>;
}

const COLOURS: Readonly<Record<Finding['severity'], Color>> = {
  block: rgb(0.76, 0.15, 0.13),
  error: rgb(0.76, 0.15, 0.13),
  warning: rgb(0.72, 0.45, 0.02),
  info: rgb(0.2, 0.42, 0.62),
  notChecked: rgb(0.42, 0.42, 0.42),
};
const GOOD = rgb(0.1, 0.45, 0.25);
const VERDICT_COLOURS: Readonly<Record<BookReport['accepted'] | BookReport['print'], Color>> = {
  accepted: GOOD,
  good: GOOD,
  warning: COLOURS.warning,
  look: COLOURS.warning,
  refused: COLOURS.block,
  bad: COLOURS.error,
  notChecked: COLOURS.notChecked,
};
/** A finding begins with so much room: its words, and the pictures that belong to them. */
const WORDS_MM = 30;
const WORDS_AND_PICTURES_MM = 95;
const INK = rgb(0.1, 0.1, 0.1);
const QUIET = rgb(0.42, 0.42, 0.42);
const PICTURES_PER_FINDING = 3;
const CAPTIONS: Readonly<Record<PagePicture['overprint'], string>> = {
  none: 'report.page',
  simulated: 'report.printedPage',
  notSimulated: 'report.notSimulatedPage',
};

/**
 * The report as a PDF: a page of verdicts and decisions a book, then every finding with what was measured, where the
 * limit comes from, what to do, and pictures of its pages with numbered marks.
 */
export async function reportPdf(request: PdfReportRequest): Promise<Uint8Array> {
  const { messages, fontsFolder, books, madeAt } = request;
  const document = await PDFDocument.create();
  const { measure, faceOf } = await openTypefaces(fontsFolder);
  const type: ReportType = { letters: new Letters(document.context, faceOf), measure };
  document.setTitle(messages.say('report.title', { title: books[0]?.title ?? '' }));
  document.setProducer('Book Print Studio');
  document.setCreationDate(madeAt);
  document.setModificationDate(madeAt);
  document.catalog.set(PDFName.of('Lang'), document.context.obj(messages.language) as never);
  for (const book of books) await new BookPages(document, type, book, request).write();
  await type.letters.embed();
  return document.save();
}

class BookPages {
  private readonly sheet: ReportSheet;
  private number = 0;

  constructor(
    private readonly document: PDFDocument,
    type: ReportType,
    private readonly book: BookReport,
    private readonly request: PdfReportRequest,
  ) {
    this.sheet = new ReportSheet(document, type, book.title);
  }

  async write(): Promise<void> {
    this.head();
    const { groups } = this.book;
    const { sheet } = this;
    const { say } = this.request.messages;
    sheet.heading(groups.length === 0 ? say('report.nothing') : say('report.decisions'));
    groups.slice(0, MAX_DECISIONS).forEach((group, index) => this.summaryLine(index + 1, group));
    if (groups.length > MAX_DECISIONS)
      sheet.text(say('report.more', { count: groups.length - MAX_DECISIONS }), { colour: QUIET, indentMm: 8 });
    for (const group of groups) await this.group(group);
  }

  private head(): void {
    const { book, sheet } = this;
    const { say, language } = this.request.messages;
    sheet.title(book.title);
    const spec =
      book.pageCount === null
        ? book.bookSpecUid
        : say('findings.source.spec', { spec: book.bookSpecUid, pages: book.pageCount });
    const made = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).format(
      this.request.madeAt,
    );
    sheet.text(`${spec} · ${made}`, { colour: QUIET });
    sheet.gap(3);
    sheet.fact(say('report.accepted'), say(`ui.verdict.${book.accepted}`), {
      colour: VERDICT_COLOURS[book.accepted],
      isStrong: true,
    });
    sheet.fact(say('report.print'), say(`ui.print.${book.print}`), {
      colour: VERDICT_COLOURS[book.print],
      isStrong: true,
    });
    sheet.fact(say('report.level'), say(`report.levels.${book.checkedLevel ?? 0}`));
    for (const file of book.files) {
      const pages = file.pdfPages === null ? '' : ` · ${say('report.pages', { pages: file.pdfPages })}`;
      sheet.fact(say(`library.check.where.${file.kind}`), `${file.name}${pages}`);
      if (file.sha256 !== null) sheet.fact('', `SHA-256 ${file.sha256}`);
    }
    sheet.gap(4);
  }

  private summaryLine(number: number, { severity, findings: [worst], signOff }: ReportedGroup): void {
    if (worst === undefined) return;
    const { say } = this.request.messages;
    this.sheet.bullet(number, COLOURS[severity], `${this.where(worst)}${wordsOf(worst, this.request.messages).title}`);
    if (signOff !== null)
      this.sheet.text(say('report.signedOff', { name: signOff.name, reason: signOff.reason }), {
        colour: QUIET,
        indentMm: 8,
      });
  }

  private async group(group: ReportedGroup): Promise<void> {
    const { sheet } = this;
    const { messages } = this.request;
    this.number++;
    const [worst] = group.findings;
    if (worst === undefined) return;
    sheet.keep(worst.objects.length > 0 ? WORDS_AND_PICTURES_MM : WORDS_MM);
    sheet.rule();
    sheet.bullet(this.number, COLOURS[group.severity], `${this.where(worst)}${wordsOf(worst, messages).title}`, 11);
    if (group.signOff !== null)
      sheet.text(messages.say('report.signedOff', { name: group.signOff.name, reason: group.signOff.reason }), {
        indentMm: 8,
        colour: QUIET,
      });
    for (const [index, found] of group.findings.entries()) {
      const words = wordsOf(found, messages);
      if (index > 0) sheet.text(words.title, { indentMm: 8, isStrong: true });
      if (words.detail !== '') sheet.text(words.detail, { indentMm: 8, colour: INK });
      this.figures(found);
      if (words.cause !== '') sheet.text(words.cause, { indentMm: 8, isStrong: true });
      if (found.pages !== null && found.kind === 'contents')
        sheet.text(messages.say('report.onPages', { pages: pageRuns(found.pages) }), { indentMm: 8 });
      for (const remedy of words.remedies) sheet.text(`→ ${remedy}`, { indentMm: 8 });
      const origin = found.origin === null ? '' : ` · ${messages.say(`preflight.origin.${found.origin}`)}`;
      sheet.text(`${words.source}${origin}`, { indentMm: 8, colour: QUIET, sizePt: 7.5 });
      await this.pictures(found, COLOURS[group.severity]);
    }
  }

  private figures(found: Finding): void {
    const { say } = this.request.messages;
    const words = wordsOf(found, this.request.messages);
    const parts = [
      [say('library.check.measured'), words.measured],
      [say('library.check.allowed'), words.allowed],
      [say('library.check.tolerance'), words.tolerance],
    ].filter(([, value]) => value !== '');
    if (parts.length > 0)
      this.sheet.text(parts.map(([name, value]) => `${name} ${value}`).join(' · '), { indentMm: 8, isStrong: true });
  }

  private where({ kind }: Finding): string {
    return kind === null ? '' : `${this.request.messages.say(`library.check.where.${kind}`)} · `;
  }

  /** The first pages that have marks, each with them numbered. */
  private async pictures(found: Finding, colour: Color): Promise<void> {
    const { kind } = found;
    if (kind === null) return;
    const byPage = new Map<number, MarkedObject[]>();
    for (const object of found.objects) byPage.set(object.page, [...(byPage.get(object.page) ?? []), object]);
    const pages = byPage.size > 0 ? [...byPage.keys()] : (found.pages ?? []);
    const shown = [];
    for (const page of pages.slice(0, PICTURES_PER_FINDING)) {
      const picture = await this.request.pictureOf(this.book, kind, page);
      if (picture === null) continue;
      const image = await this.document.embedJpg(picture.jpeg);
      shown.push({
        image,
        widthMm: picture.widthMm,
        heightMm: picture.heightMm,
        marks: byPage.get(page) ?? [],
        caption: this.request.messages.say(CAPTIONS[picture.overprint], { page }),
      });
    }
    if (shown.length > 0) this.sheet.pictures(shown, colour);
  }
}
