import { and, inArray, isNull } from 'drizzle-orm';
import type { PdfKind } from '../../../src-core/contract/books.ts';
import { AppError } from '../../../src-core/desk/app-errors.ts';
import { reportOf, reportedGroups, type BookReport } from '../../../src-core/preflight/report.ts';
import { openMessages } from '../../../src-node/report/messages.ts';
import { reportCsv } from '../../../src-node/report/report-csv.ts';
import type { Connections } from '../connections/connections.ts';
import type { DeskContext } from '../desk-context.ts';
import type { Checks } from './checks.ts';
import { type BookRow, books } from '../store/schema.ts';
import type { WorkerPool } from '../preflight/worker-pool.ts';
import type { SignOffs } from './sign-offs.ts';
import type { Language } from '../../../src-core/text-ref.ts';

export type ReportFormat = 'pdf' | 'json' | 'csv';

export interface ReportPlaces {
  /** `resources/locales` and `resources/fonts`. */
  readonly locales: string;
  readonly fonts: string;
}

/** Writes what the checks found about books, for people, for machines and for spreadsheets. */
export class Reports {
  readonly #context: DeskContext;
  readonly #connections: Connections;
  readonly #checks: Checks;
  readonly #signOffs: SignOffs;
  readonly #pool: WorkerPool;
  readonly #places: ReportPlaces;

  constructor(
    context: DeskContext,
    connections: Connections,
    checks: Checks,
    signOffs: SignOffs,
    pool: WorkerPool,
    places: ReportPlaces,
  ) {
    this.#context = context;
    this.#connections = connections;
    this.#checks = checks;
    this.#signOffs = signOffs;
    this.#pool = pool;
    this.#places = places;
  }

  /** In the order given; books that are gone are left out. Throws REPORT_FAILED when the pictures cannot be made. */
  async write(bookIds: readonly string[], format: ReportFormat, language: Language): Promise<string | Uint8Array> {
    const rows = this.#context.db
      .select()
      .from(books)
      .where(and(inArray(books.bookId, [...bookIds]), isNull(books.undoId)))
      .all();
    const inOrder = bookIds.flatMap((bookId) => rows.find((row) => row.bookId === bookId) ?? []);
    const reports = inOrder.map((row) => this.#reportOf(row));
    if (format === 'json') return `${JSON.stringify(reportOf(reports), null, 2)}\n`;
    if (format === 'csv') return reportCsv(reports, openMessages(this.#places.locales, language));
    const paths = inOrder.map((row) => {
      const { cover, contents } = this.#checks.filesOf(row);
      return { cover: cover?.path ?? null, contents: contents?.path ?? null } satisfies Record<PdfKind, string | null>;
    });
    const outcome = await this.#pool.run<'report'>({
      task: 'report',
      request: {
        books: reports,
        paths,
        language,
        localesFolder: this.#places.locales,
        fontsFolder: this.#places.fonts,
        madeAtMs: this.#context.clock.nowMs(),
      },
    });
    if (!outcome.ok) throw new AppError('REPORT_FAILED');
    return outcome.answer;
  }

  #reportOf(book: BookRow): BookReport {
    const files = this.#checks.filesOf(book);
    return {
      title: book.title,
      bookSpecUid: book.specUid ?? '',
      pageCount: book.pageCount,
      contract: this.#connections.contractName(),
      accepted: book.verdict,
      print: book.print,
      checkedLevel: book.checkedLevel,
      files: (['cover', 'contents'] as const).flatMap((kind) => {
        const file = files[kind];
        if (file === null) return [];
        const pdfPages = file.facts?.status === 'read' ? file.facts.pageGeometry.length : null;
        return [{ kind, name: file.name.normalize('NFC'), sizeBytes: file.sizeBytes, sha256: file.sha256, pdfPages }];
      }),
      groups: reportedGroups(book.findings, this.#signOffs.holding(book, files)),
    };
  }
}
