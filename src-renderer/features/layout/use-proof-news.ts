import { useEffect } from 'react';
import { useAnswer } from '../../bridge.ts';
import { showToast } from '../../ui/toast-store.ts';
import type { LayoutSession } from './layout-session.ts';

/** Tells what came of a proof whose sheet was closed meanwhile; an open one shows it. */
export function useProofNews(session: LayoutSession, isSheetOpen: boolean): void {
  const { bookId } = session;
  const before = session.proofing.use();
  const told = useAnswer('layouts.proofs', { bookId }, { enabled: before !== null }).data;
  useEffect(() => {
    if (before === null || told === undefined || told.making !== null) return;
    const number = told.proofs[0]?.number ?? 0;
    if (number <= before && told.problem === null) return;
    session.proofing.set(null);
    if (isSheetOpen) return;
    if (told.problem !== null) showToast({ text: told.problem, tone: 'bad' });
    else showToast({ text: { key: 'layout.proof.made', params: { number } }, tone: 'good' });
  }, [session, before, told, isSheetOpen]);
}
