import { useText } from '../../i18n/use-text.ts';
import { Sheet } from '../../ui/sheet.tsx';
import styles from './naming-rules.module.css';

const RULES = ['first', 'second', 'third', 'fourth', 'fifth'] as const;
/** Names that the rules take for the ones they speak of. */
const ALSO = ['front', 'states', 'oneRole'] as const;

export function NamingRules({ onClose }: { readonly onClose: () => void }) {
  const { t } = useText();
  const rule = (name: (typeof RULES | typeof ALSO)[number]) => (
    <div>
      <div>{t(`library.rules.${name}`)}</div>
      <code className={styles.example}>{t(`library.rules.${name}Example`)}</code>
    </div>
  );
  return (
    <Sheet title={t('library.rules.title')} onClose={onClose}>
      <p className={styles.intro}>{t('library.rules.intro')}</p>
      <ol className={styles.rules}>
        {RULES.map((name, index) => (
          <li key={name}>
            <span className={styles.number}>{index + 1}</span>
            {rule(name)}
          </li>
        ))}
      </ol>
      <h3>{t('library.rules.also')}</h3>
      <ul className={styles.rules}>
        {ALSO.map((name) => (
          <li key={name}>
            <span className={styles.mark} aria-hidden="true" />
            {rule(name)}
          </li>
        ))}
      </ul>
      <p className={styles.words}>{t('library.rules.words')}</p>
    </Sheet>
  );
}
