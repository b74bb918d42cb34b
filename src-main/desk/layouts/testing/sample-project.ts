import type { LayoutDocument } from '../../../../src-core/layout/document.ts';
import type { StepLine } from '../../../../src-core/layout/history.ts';
import { sampleBook, stepBetween } from '../../../../src-core/layout/testing/sample-book.ts';

export const emptyLayout = (title = 'Kim & Lee'): LayoutDocument => sampleBook({ title });

/** The step that gives a book another title, and the book after it. */
export function titled(document: LayoutDocument, title: string, atMs = 0): { line: StepLine; after: LayoutDocument } {
  const after = { ...document, title };
  const line = stepBetween(document, after, 'title', atMs);
  return { line, after: { ...after, steps: document.steps + 1 } };
}

/** So many steps that follow one another: step n gives the title `<title> n`. */
export function titleSteps(
  document: LayoutDocument,
  title: string,
  count: number,
): { lines: StepLine[]; after: LayoutDocument } {
  const lines: StepLine[] = [];
  let after = document;
  for (let step = 1; step <= count; step += 1) {
    const next = titled(after, `${title} ${step}`, step);
    lines.push(next.line);
    after = next.after;
  }
  return { lines, after };
}
