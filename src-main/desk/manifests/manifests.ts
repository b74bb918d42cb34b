import { sql } from 'drizzle-orm';
import { AppError } from '../../../src-core/desk/app-errors.ts';
import {
  isTaken,
  LINE_STATES,
  lineChecker,
  type CheckedLine,
  type LineState,
} from '../../../src-core/manifests/check-lines.ts';
import { LINES_PAGE, type ManifestCheck, type ManifestLine } from '../../../src-core/ipc/subjects/manifests.ts';
import type { HowToRead } from '../../../src-node/manifests/read-manifest-file.ts';
import type { Connections } from '../connections/connections.ts';
import type { DeskContext } from '../desk-context.ts';
import { namesOf } from '../naming/naming-rules.ts';
import { inSlices } from '../slices.ts';
import { readKnownBooks } from './known-books.ts';
import type { ManifestFiles } from './manifest-files.ts';
import { booksByReference } from './service-references.ts';
import type { Steps } from '../steps/steps.ts';
import type { TakenManifests } from './take-manifest.ts';

/** Whether letters are right is seen in the first lines. */
const HEAD_LINES = 5;
const AS_IT_COMES: HowToRead = { encoding: null, restoreZeros: true };

/** A desk at work writes all the time: then what is sent by now is asked of each book once more. */
const CHECKED_AGAIN = 3;

/** What the service said about the references of a manifest. */
interface Asked {
  readonly state: ManifestCheck['service'];
  readonly connectionId: string | null;
  readonly found: ReadonlyMap<string, string>;
}

/** Lines as they were found, and what they follow from. */
interface Checked {
  readonly lines: Promise<readonly CheckedLine[]>;
  readonly key: string;
  readonly atMs: number;
}

/** Pages of one list are asked for together: what changed meanwhile is seen with the next look. */
const ONE_LOOK_MS = 1_000;

/** Lists of books held against the library and the service; nothing of them is set before somebody says so. */
export class Manifests {
  readonly #context: DeskContext;
  readonly #connections: Connections;
  readonly #files: ManifestFiles;
  readonly #steps: Steps;
  readonly #taking: TakenManifests;
  readonly #checked = new Map<string, Checked>();
  readonly #asked = new Map<string, Asked>();

  constructor(
    context: DeskContext,
    connections: Connections,
    files: ManifestFiles,
    steps: Steps,
    taking: TakenManifests,
  ) {
    this.#context = context;
    this.#connections = connections;
    this.#files = files;
    this.#steps = steps;
    this.#taking = taking;
  }

  /** Throws FILE_MISSING, MANIFEST_…. */
  async readFile(path: string, importId: string | null): Promise<{ manifestId: string }> {
    const manifestId = await this.#files.read(path, importId, AS_IT_COMES);
    this.#isOther(manifestId);
    return { manifestId };
  }

  /** Its file again, as a person says that it was written down. Throws MANIFEST_…. */
  async readAgain(manifestId: string, how: HowToRead): Promise<void> {
    const { path, importId } = this.#files.need(manifestId);
    await this.#files.read(path, importId, how);
    this.#isOther(manifestId);
  }

  /** The library is another one: what was said of lines holds no more. */
  libraryChanged(): void {
    this.#checked.clear();
    this.#context.changed('manifests');
  }

  /** Null for one that is not there. */
  async check(manifestId: string): Promise<ManifestCheck | null> {
    const found = this.#files.find(manifestId);
    if (found === null) return null;
    const { format, manifest, table, how, name } = found.content;
    const lines = await this.#linesOf(manifestId);
    const counts = Object.fromEntries(LINE_STATES.map((state) => [state, 0])) as Record<LineState, number>;
    for (const { state } of lines) counts[state] += 1;
    return {
      manifestId,
      name,
      kind: format.kind,
      encoding: format.kind === 'csv' ? format.encoding : null,
      isUnsure: format.kind === 'csv' && format.certainty === 'unsure',
      head: table
        .slice(0, manifest.headerRow - 1 + HEAD_LINES)
        .slice(-HEAD_LINES)
        .map((cells) => [...cells]),
      columns: manifest.columns.map(({ name: column, field }) => ({ name: column, field })),
      restoreZeros: how.restoreZeros,
      zeros: manifest.notes.filter(({ text }) => text.key === 'manifests.repair.leadingZero').length,
      counts,
      taken: lines.filter(isTaken).length,
      service: this.#asked.get(manifestId)?.state ?? 'notNeeded',
    };
  }

  /** A page of the lines. Throws MANIFEST_UNKNOWN. */
  async lines(
    manifestId: string,
    state: LineState | null,
    offset: number,
  ): Promise<{ total: number; lines: ManifestLine[] }> {
    const all = await this.#linesOf(manifestId, true);
    const wanted = state === null ? all : all.filter((line) => line.state === state);
    return { total: wanted.length, lines: wanted.slice(offset, offset + LINES_PAGE).map(lineView) };
  }

  /** Throws MANIFEST_UNKNOWN, MANIFEST_EMPTY, BOOK_NOT_ALLOWED. */
  async take(manifestId: string, besides: readonly string[]): Promise<{ undoId: string; books: number }> {
    const named = new Set(besides);
    this.#checked.delete(manifestId);
    let key = this.#key();
    let lines = await this.#linesOf(manifestId);
    // Files are looked at and books are sent while thousands of them are read.
    for (let again = 0; again < CHECKED_AGAIN && key !== this.#key(); again += 1) {
      key = this.#key();
      lines = await this.#linesOf(manifestId);
    }
    this.#checked.clear();
    this.#files.forget(manifestId);
    const { step, books } = await this.#taking.take(
      manifestId,
      lines,
      (line) => isTaken(line) || (line.canTake && named.has(line.lineId)),
    );
    const takeBack = () => {
      this.#checked.clear();
      // Which books it was taken over into is another answer now.
      this.#files.forgetAll();
      return step.takeBack();
    };
    return { ...this.#steps.keep({ ...step, takeBack }), books };
  }

  /** The lines as they stand now, for what is written beside them. Throws MANIFEST_UNKNOWN. */
  async linesNow(manifestId: string): Promise<readonly CheckedLine[]> {
    this.#checked.delete(manifestId);
    return this.#linesOf(manifestId);
  }

  /** The file says something else than it did. */
  #isOther(manifestId: string): void {
    this.#checked.delete(manifestId);
    this.#asked.delete(manifestId);
    this.#ask(manifestId);
    this.#context.changed('manifests');
  }

  /** As they stand; with `ofOneLook` as they were told a moment ago. */
  #linesOf(manifestId: string, ofOneLook = false): Promise<readonly CheckedLine[]> {
    const known = this.#checked.get(manifestId);
    const key = this.#key();
    const nowMs = this.#context.clock.nowMs();
    if (known !== undefined && (known.key === key || (ofOneLook && nowMs - known.atMs < ONE_LOOK_MS)))
      return known.lines;
    const lines = this.#checkNow(manifestId);
    this.#checked.set(manifestId, { lines, key, atMs: nowMs });
    lines.catch(() => this.#checked.delete(manifestId));
    return lines;
  }

  /** Another one whenever anything was written, or another connection or other specs are in use. */
  #key(): string {
    const { changes } = this.#context.db.get<{ changes: number }>(sql`select total_changes() as changes`);
    return `${this.#connections.rulesKey()} ${changes}`;
  }

  async #checkNow(manifestId: string): Promise<readonly CheckedLine[]> {
    const { path, importId, content } = this.#files.need(manifestId);
    const connectionId = this.#connections.active()?.connectionId ?? null;
    const asked = this.#asked.get(manifestId);
    const books = await readKnownBooks(this.#context.db, connectionId, { path, importId });
    const checker = lineChecker(content.manifest, {
      books,
      specs: this.#connections.specs(),
      reader: namesOf(this.#context.db),
      atService: asked?.state === 'asked' && asked.connectionId === connectionId ? asked.found : null,
    });
    const lines: CheckedLine[] = [];
    await inSlices(books, checker.know);
    await inSlices(content.manifest.books, checker.call);
    await inSlices(content.manifest.books, (book) => lines.push(checker.check(book)));
    lines.push(...checker.rest());
    return lines.sort((a, b) => (a.rows[0] ?? Infinity) - (b.rows[0] ?? Infinity));
  }

  /** Asks the service which references it knows from elsewhere; the lines are told anew when it has answered. */
  #ask(manifestId: string): void {
    const { manifest } = this.#files.need(manifestId).content;
    const references = new Set(manifest.books.flatMap(({ externalRef }) => externalRef ?? []));
    const connectionId = this.#connections.active()?.connectionId ?? null;
    if (references.size === 0 || connectionId === null) return;
    const asking: Asked = { state: 'asking', connectionId, found: new Map() };
    this.#asked.set(manifestId, asking);
    const told = (state: Asked['state'], found: Asked['found']) => {
      if (this.#asked.get(manifestId) !== asking) return;
      this.#asked.set(manifestId, { state, connectionId, found });
      this.#checked.delete(manifestId);
      this.#context.changed('manifests');
    };
    void this.#connections
      .clientOf(connectionId)
      .then((client) => booksByReference(this.#context.db, client, connectionId, references))
      .then(
        (found) => told('asked', found),
        (error: unknown) => {
          if (!(error instanceof AppError)) this.#context.log.write('error', 'asking for references failed', { error });
          told('unknown', new Map());
        },
      );
  }
}

const lineView = (line: CheckedLine): ManifestLine => ({
  lineId: line.lineId,
  state: line.state,
  key: line.key,
  title: line.title,
  rows: [...line.rows],
  bookId: line.bookId,
  stage: line.stage,
  reasons: [...line.reasons],
  changes: [...line.changes],
  canTake: line.canTake,
  recipients: (line.manifestBook?.recipients ?? []).map(({ shipping }) => shipping.recipientName),
  quantity: line.manifestBook?.quantity ?? null,
});
