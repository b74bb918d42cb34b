import { X } from 'lucide-react';
import { useText } from '../../i18n/use-text.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { StateMark } from '../../ui/state-mark.tsx';
import { BookViewer, type BookViewerProps } from './book-viewer.tsx';
import styles from './quick-look.module.css';

/** The pages as large as the window allows. */
export function QuickLook({ onClose, ...viewer }: Omit<BookViewerProps, 'onEnlarge'> & { readonly onClose: () => void }) {
  const { t } = useText();
  const { title, verdict } = viewer.book;
  return (
    <Dialog label={title} size="full" onClose={onClose}>
      <header className={styles.head}>
        <StateMark verdict={verdict} />
        <h2>{title}</h2>
        <IconButton label={t('ui.close')} icon={X} shortcut="Escape" onPress={onClose} />
      </header>
      <BookViewer {...viewer} />
    </Dialog>
  );
}
