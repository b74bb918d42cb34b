import { AppError } from '../../../src-core/desk/app-errors.ts';
import type { Handlers } from '../../../src-core/ipc/contract.ts';
import type { LayoutProof } from '../../../src-core/ipc/subjects/layouts.ts';
import type { LayoutDocument } from '../../../src-core/layout/document.ts';

const SHEETS = 21;
const SHEET_MS = 15;

type ProofHandlers = Pick<
  Handlers,
  'layouts.makeProof' | 'layouts.proofs' | 'layouts.cancelProof' | 'layouts.proof' | 'layouts.openProof'
>;

/** Proofs that are made within a moment, a sheet after the other, and are as large as real ones; each keeps its book. */
export function sampleProofs(
  bookOf: (bookId: string) => LayoutDocument | undefined,
  onChange: () => void,
): ProofHandlers {
  const proofs: (LayoutProof & { readonly document: LayoutDocument })[] = [];
  let sheets: number | null = null;
  return {
    'layouts.makeProof': async ({ bookId, kind, steps }) => {
      const document = bookOf(bookId);
      if (document === undefined || document.steps !== steps)
        throw new AppError('LAYOUT_OUT_OF_STEP', { params: { title: document?.title ?? '' } });
      sheets = 0;
      const paint = (): void => {
        if (sheets === null) return;
        sheets += 1;
        setTimeout(onChange);
        if (sheets < SHEETS) return void setTimeout(paint, SHEET_MS);
        sheets = null;
        const atMs = Date.UTC(2026, 10, 30, 5, 12 + proofs.length);
        proofs.unshift({ number: proofs.length + 1, kind, atMs, steps, sizeBytes: 3_400_000, document });
      };
      setTimeout(paint, SHEET_MS);
      return null;
    },
    'layouts.proofs': async () => ({
      proofs: proofs.map(({ document: _, ...proof }) => proof),
      making: sheets === null ? null : { sheets, sheetsInAll: SHEETS },
      problem: null,
    }),
    'layouts.cancelProof': async () => {
      sheets = null;
      onChange();
      return null;
    },
    'layouts.proof': async ({ number }) => {
      const proof = proofs.find((one) => one.number === number);
      if (proof === undefined) throw new AppError('PROOF_GONE', { params: { number } });
      return { kind: proof.kind, document: proof.document };
    },
    'layouts.openProof': async () => null,
  };
}
