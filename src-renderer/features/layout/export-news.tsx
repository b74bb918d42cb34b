import { useEffect, useRef } from 'react';
import { callStudio, useAnswer } from '../../bridge.ts';
import { useText } from '../../i18n/use-text.ts';
import { openLayout, useLayoutBook } from '../../route.ts';
import { createStore } from '../../ui/store.ts';
import { showToast } from '../../ui/toast-store.ts';

/** The export whose sheet is open, which tells what came of it; null: none is. */
export const exportInSheet = createStore<string | null>(null);

/** Tells what came of exports wherever the operator is by then, with the way to the book or back to its layout. */
export function ExportNews({ onShowBook }: { readonly onShowBook: (bookId: string) => void }) {
  const { t, ref, format } = useText();
  const news = useAnswer('layouts.exportNews', {}).data;
  const inSheet = exportInSheet.use();
  const layoutBook = useLayoutBook();
  // Until the desk knows that they were.
  const told = useRef(new Set<string>());
  useEffect(() => {
    for (const { exportId, bookId, layoutBookIds, title, state, bytes, problem } of news ?? []) {
      if (exportId === inSheet || told.current.has(exportId)) continue;
      told.current.add(exportId);
      void callStudio('layouts.exportTold', { exportId });
      // A new version is another row, and its layout the one that lies here.
      const isHere = bookId === null || (layoutBook !== null && layoutBookIds.includes(layoutBook));
      if (state === 'failed')
        showToast({
          text: t('layout.export.failedOf', {
            title,
            problem: problem === null ? t('ui.error.unexpected') : ref(problem),
          }),
          tone: 'bad',
          action: isHere ? null : { label: t('layout.open'), run: () => openLayout(bookId) },
        });
      else
        showToast({
          text: t('layout.export.doneOf', { title, size: format.quantity({ value: bytes, unit: 'bytes' }) }),
          tone: 'good',
          action: isHere ? null : { label: t('layout.export.toRow'), run: () => onShowBook(bookId) },
        });
    }
  }, [news, inSheet, layoutBook, onShowBook, t, ref, format]);
  return null;
}
