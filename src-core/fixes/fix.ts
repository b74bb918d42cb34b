import type { PdfKind } from '../contract/books.ts';
import type { Contract } from '../contract/profiles.ts';
import type { TextRef } from '../text-ref.ts';
import type { PageFacts, PageRotation } from '../pdf/boxes.ts';
import type { BoundsMm } from '../pdf/inspection/geometry.ts';
import type { CheckedSpec } from '../preflight/check.ts';

/** What the repaired file is to fit: one order's cover or contents. */
export interface FixTarget {
  readonly kind: PdfKind;
  readonly spec: CheckedSpec;
  /** Book pages of the order. */
  readonly pageCount: number;
  readonly contract: Contract;
}

/** A part of a page that has to look as a part of a page of the original file did. Places are on the pages as seen. */
export interface KeptPart {
  /** Page of the original, from 0. */
  readonly fromPage: number;
  readonly from: BoundsMm;
  readonly to: BoundsMm;
  /** How far it was turned, clockwise. */
  readonly turned: PageRotation;
}

/** What a page of the repaired file has to be: the plan is only as good as the file that comes of it. */
export interface PlannedPage {
  readonly geometry: PageFacts;
  /** `boxes` when the content is the same object as before: then a few pages stand for all when looks are compared. */
  readonly touched: 'nothing' | 'boxes' | 'content';
  readonly kept: readonly KeptPart[];
  /** Places within the kept parts that may look otherwise, because something was taken away there. */
  readonly free: readonly BoundsMm[];
}

export interface FixPlan {
  /** What was done, one sentence a kind of edit. */
  readonly edits: readonly TextRef[];
  /** One a page of the repaired file. */
  readonly pages: readonly PlannedPage[];
}

/** A plan whose changes stand in the update, or why there is none. */
export type PlanResult =
  | { readonly ok: true; readonly plan: FixPlan }
  | { readonly ok: false; readonly problem: TextRef };

export const refused = (problem: TextRef): PlanResult => ({ ok: false, problem });

export const NOTHING_TO_DO: TextRef = { key: 'fixes.problem.nothingToDo' };
