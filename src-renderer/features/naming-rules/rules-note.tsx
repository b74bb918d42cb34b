import { useText } from '../../i18n/use-text.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import type { ReadRulesAnswer } from './rules-file.tsx';
import styles from './naming-rules.module.css';

/** More than these nobody mends one by one. */
const MOST_FAULTS = 5;

/** What came of reading a file of rules. */
export function RulesNote({ answer: { name, read } }: { readonly answer: ReadRulesAnswer }) {
  const { t, ref } = useText();
  if ('rules' in read)
    return (
      <p role="status" className={styles.wasRead}>
        {t('library.rules.file.wasRead', { name })}
      </p>
    );
  return (
    <ErrorNote title={t('library.rules.file.notRead', { name })}>
      <ul>
        {read.faults.slice(0, MOST_FAULTS).map(({ path, text }) => (
          <li key={path.join('.')}>{ref(text)}</li>
        ))}
      </ul>
    </ErrorNote>
  );
}
