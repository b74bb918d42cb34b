import type { AnnotatedPdf } from '../../../src-node/pdf-notes.ts';
import type { PreflightAnswer, PreflightRequest } from '../../../src-node/preflight-file.ts';
import type { BegunFix, Drafted, FixDraft, FixOutcome, FixRequest } from '../../../src-node/fixes/make-fix.ts';
import type { SeenLooks } from '../../../src-node/fixes/look-at-pages.ts';
import type { HowToRead, ManifestFile } from '../../../src-node/manifests/read-manifest-file.ts';
import type { RowsFile } from '../../../src-node/manifests/read-rows-file.ts';
import type { Sheet, TableKind } from '../../../src-node/manifests/write-table.ts';
import type { TextRef } from '../../../src-core/text-ref.ts';
import type { ReportRequest } from '../../../src-node/report/report-with-pictures.ts';
import type { FileStamp } from '../files/file-stamp.ts';
import type { PackedFacts } from '../files/packed-facts.ts';

/** Work for a worker thread, where untrusted bytes are opened. */
export type Task =
  | { readonly task: 'facts'; readonly path: string }
  | { readonly task: 'deeper'; readonly request: PreflightRequest; readonly measures?: Measures }
  | { readonly task: 'hash'; readonly path: string }
  // A repair, step by step: its pages are looked at by as many threads as there are.
  | { readonly task: 'fixBegin'; readonly request: FixRequest }
  | { readonly task: 'fixSee'; readonly request: FixRequest; readonly pages: readonly number[] }
  | { readonly task: 'fixDraft'; readonly request: FixRequest; readonly begun: BegunFix; readonly seen: SeenLooks }
  | { readonly task: 'fixCompare'; readonly draft: Pick<FixDraft, 'verification'>; readonly pages: readonly number[] }
  | { readonly task: 'fixSettle'; readonly draft: FixDraft; readonly problem: TextRef | null }
  | { readonly task: 'report'; readonly request: ReportRequest }
  | { readonly task: 'overprint'; readonly path: string }
  | { readonly task: 'notes'; readonly path: string }
  | { readonly task: 'manifest'; readonly path: string; readonly how: HowToRead }
  | { readonly task: 'rows'; readonly path: string }
  | { readonly task: 'table'; readonly kind: TableKind; readonly sheets: readonly Sheet[] };

/** Where what was measured of a file's pages is kept, so that other thresholds ask for no rendering. */
export interface Measures {
  readonly path: string;
  /** Of the bytes that they are of: those of others are neither read nor kept. */
  readonly stamp: FileStamp;
  /** Somebody wants the pages looked at again: what is kept is replaced. */
  readonly isAnew: boolean;
}

export interface Answers {
  readonly facts: PackedFacts;
  /** `keptBytes`: of measurements that were written now. */
  readonly deeper: Omit<PreflightAnswer, 'facts' | 'measured'> & { readonly keptBytes: number };
  /** SHA-256 in hexadecimal; the stamp is null when the file was written to meanwhile. */
  readonly hash: { readonly sha256: string; readonly stamp: FileStamp | null };
  readonly fixBegin: BegunFix;
  readonly fixSee: SeenLooks;
  readonly fixDraft: Drafted;
  readonly fixCompare: TextRef | null;
  readonly fixSettle: FixOutcome;
  readonly report: Uint8Array;
  readonly overprint: OverprintAnswer;
  /** Null: its structure cannot be read. */
  readonly notes: AnnotatedPdf | null;
  readonly manifest: ManifestFile;
  readonly rows: RowsFile;
  /** A CSV file or a workbook. */
  readonly table: Uint8Array;
}

/** PDF pages from 1. */
export interface OverprintAnswer {
  /** What stands behind the file to show its pages as they print; null where that changes none. */
  readonly behind: Uint8Array | null;
  readonly simulated: readonly number[];
  readonly notSimulated: readonly number[];
}

export type TaskName = Task['task'];
export type TaskOf<N extends TaskName> = Extract<Task, { readonly task: N }>;

/** Why a task has no answer: it took too long, too much memory, or its file could not be read. */
export const FAILURES = ['timeLimit', 'tooLarge', 'readFailed'] as const;
export type Failure = (typeof FAILURES)[number];

export type Outcome<N extends TaskName> =
  | { readonly ok: true; readonly answer: Answers[N] }
  | {
      readonly ok: false;
      readonly reason: Failure;
      /** Says nothing of the file: the disk did not answer, and may by and by. */
      readonly isOfDisk: boolean;
    };
