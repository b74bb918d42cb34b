import { BookPlus, FileText, FolderOpen } from 'lucide-react';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import styles from './empty-library.module.css';

export interface EmptyLibraryProps {
  readonly isBusy: boolean;
  readonly onPickFolder: () => void;
  readonly onAddSamples: () => void;
  readonly onNewBook: () => void;
  readonly onRules: () => void;
}

/** The whole area is a drop target; samples are one press away. */
export function EmptyLibrary({ isBusy, onPickFolder, onAddSamples, onNewBook, onRules }: EmptyLibraryProps) {
  const { t } = useText();
  return (
    <div className={styles.area}>
      <div className={styles.target}>
        <div className={styles.sheets} aria-hidden="true">
          <span className={styles.cover} />
          <span className={styles.contents}>
            <FileText size={20} strokeWidth={1.5} />
          </span>
        </div>
        <h2 className={styles.title}>{t('library.empty.title')}</h2>
        <p className={styles.text}>{t('library.empty.text')}</p>
        <div className={styles.actions}>
          <Button
            variant="primary"
            size="large"
            icon={FolderOpen}
            command="imports.pickFolder"
            autoFocus
            onPress={onPickFolder}
          >
            {t('library.addFolder')}
          </Button>
          <Button size="large" command="imports.addSamples" isDisabled={isBusy} onPress={onAddSamples}>
            {t('library.addSamples')}
          </Button>
          <Button size="large" icon={BookPlus} command="layouts.new" onPress={onNewBook}>
            {t('layout.new.button')}
          </Button>
        </div>
        <Button variant="quiet" command="library.namingRules" onPress={onRules}>
          {t('library.namingRules')}
        </Button>
      </div>
    </div>
  );
}
