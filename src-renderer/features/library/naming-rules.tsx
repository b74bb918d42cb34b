import { useText } from '../../i18n/use-text.ts';
import { Sheet } from '../../ui/sheet.tsx';
import styles from './naming-rules.module.css';

const RULES = ['first', 'second', 'third', 'fourth', 'fifth'] as const;

export function NamingRules({ onClose }: { readonly onClose: () => void }) {
  const { t } = useText();
  return (
    <Sheet title={t('library.rules.title')} onClose={onClose}>
      <p className={styles.intro}>{t('library.rules.intro')}</p>
      <ol className={styles.rules}>
        {RULES.map((rule, index) => (
          <li key={rule}>
            <span className={styles.number}>{index + 1}</span>
            <div>
              <div>{t(`library.rules.${rule}`)}</div>
              <code className={styles.example}>{t(`library.rules.${rule}Example`)}</code>
            </div>
          </li>
        ))}
      </ol>
      <p className={styles.words}>{t('library.rules.words')}</p>
      <p className={styles.words}>{t('library.rules.states')}</p>
    </Sheet>
  );
}
