import { useEffect } from 'react';
import type { LayoutExport } from '../../../src-core/ipc/subjects/layouts.ts';
import { callStudio, useAnswer } from '../../bridge.ts';
import { exportInSheet } from './export-news.tsx';
import type { LayoutSession } from './layout-session.ts';

/**
 * How far the export is that was begun last; null while there is none. Its sheet tells what came of it, and behind a sheet that was
 * closed meanwhile the window does (`ExportNews`). `onMade` hears of the row whose files they have become.
 */
export function useExport(
  session: LayoutSession,
  isSheetOpen: boolean,
  onMade: (bookId: string) => void,
): LayoutExport | null {
  const exportId = session.exporting.use();
  const told = useAnswer('layouts.exportState', { exportId: exportId ?? '-' }, { enabled: exportId !== null }).data;
  const state = exportId === null ? null : (told ?? null);
  const madeBookId = state?.bookId ?? null;
  const hasEnded = state !== null && state.state !== 'running';
  useEffect(() => {
    if (madeBookId !== null) onMade(madeBookId);
  }, [madeBookId, onMade]);
  useEffect(() => {
    if (!isSheetOpen) return undefined;
    exportInSheet.set(exportId);
    return () => exportInSheet.set(null);
  }, [isSheetOpen, exportId]);
  useEffect(() => {
    if (exportId === null || !hasEnded) return;
    if (isSheetOpen) void callStudio('layouts.exportTold', { exportId });
    else session.exporting.set(null);
  }, [isSheetOpen, exportId, hasEnded, session]);
  return state;
}
