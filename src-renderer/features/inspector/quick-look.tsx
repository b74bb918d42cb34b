import { ChevronLeft, ChevronRight, ChevronsLeft, ChevronsRight, X } from 'lucide-react';
import { runCommand } from '../../commands/run-command.ts';
import { shownKeysOf } from '../../../src-core/commands.ts';
import { useText } from '../../i18n/use-text.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { PrintMark } from '../../ui/print-mark.tsx';
import { StateMark } from '../../ui/state-mark.tsx';
import { serviceVerdict } from '../library/verdicts.ts';
import { BookViewer, type BookViewerProps } from './book-viewer.tsx';
import { findingAt } from './finding-steps.ts';
import { SeverityMark } from './severity-mark.tsx';
import styles from './quick-look.module.css';

/** The pages as large as the window allows. */
export function QuickLook({
  onClose,
  ...viewer
}: Omit<BookViewerProps, 'onEnlarge'> & { readonly onClose: () => void }) {
  const { t, ref } = useText();
  const { title, verdict, print, groups } = viewer.book;
  const looked = viewer.current === null ? null : findingAt(groups, viewer.current);
  return (
    <Dialog label={title} size="full" onClose={onClose}>
      <header className={styles.head} data-quick-look="">
        <StateMark verdict={serviceVerdict(verdict)} />
        <PrintMark print={print} />
        <h2>{title}</h2>
        {looked !== null && viewer.current !== null && (
          <p className={styles.looked} role="status">
            <SeverityMark severity={looked.severity} />
            <span className={styles.lookedTitle}>{t(`findings.${looked.ruleId}.title`, looked.params)}</span>
            {looked.objects.length > 0 && (
              <span className={styles.quiet}>
                {t('preflight.mark.of', {
                  number: (viewer.current.objectIndex ?? 0) + 1,
                  count: Math.max(looked.objectCount, looked.objects.length),
                })}
              </span>
            )}
            <span className={styles.quiet}>{ref(looked.source)}</span>
          </p>
        )}
        {groups.length > 0 && (
          <span className={styles.steps}>
            <IconButton
              label={t('ui.command.finding.previous')}
              icon={ChevronsLeft}
              shortcut={shownKeysOf('finding.previous') ?? ''}
              onPress={() => runCommand('finding.previous')}
            />
            <IconButton
              label={t('ui.command.mark.previous')}
              icon={ChevronLeft}
              shortcut={shownKeysOf('mark.previous') ?? ''}
              onPress={() => runCommand('mark.previous')}
            />
            <IconButton
              label={t('ui.command.mark.next')}
              icon={ChevronRight}
              shortcut={shownKeysOf('mark.next') ?? ''}
              onPress={() => runCommand('mark.next')}
            />
            <IconButton
              label={t('ui.command.finding.next')}
              icon={ChevronsRight}
              shortcut={shownKeysOf('finding.next') ?? ''}
              onPress={() => runCommand('finding.next')}
            />
          </span>
        )}
        <IconButton label={t('ui.close')} icon={X} shortcut="Escape" onPress={onClose} />
      </header>
      <BookViewer {...viewer} />
    </Dialog>
  );
}
