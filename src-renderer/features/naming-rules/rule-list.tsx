import { LATER_RULES, uses, type NamingRule, type NamingRules } from '../../../src-core/imports/naming-rules.ts';
import { useText } from '../../i18n/use-text.ts';
import { MovableList, movedTo } from './movable-list.tsx';
import styles from './naming-rules.module.css';

export interface RuleListProps {
  readonly rules: NamingRules;
  readonly onChange: (changed: Partial<NamingRules>) => void;
}

/** Which rules are used, and which of them comes first. */
export function RuleList({ rules, onChange }: RuleListProps) {
  const { t } = useText();
  const tick = (rule: NamingRule) => (
    <RuleTick
      rule={rule}
      isUsed={uses(rules, rule)}
      onTurn={(isUsed) => onChange({ off: isUsed ? rules.off.filter((one) => one !== rule) : [...rules.off, rule] })}
    />
  );
  return (
    <section className={styles.part} aria-labelledby="naming-order">
      <h3 id="naming-order">{t('library.rules.order.title')}</h3>
      <p className={styles.note}>{t('library.rules.order.note')}</p>
      <MovableList
        label={t('library.rules.order.title')}
        items={rules.order.map((rule) => ({ key: rule, name: t(`library.rules.rule.${rule}`), content: tick(rule) }))}
        onMove={(from, to) => onChange({ order: movedTo(rules.order, from, to) })}
      />
      <h4>{t('library.rules.later.title')}</h4>
      <ul className={styles.rules}>
        {LATER_RULES.map((rule) => (
          <li key={rule}>
            <span className={styles.mark} aria-hidden="true" />
            <div className={styles.content}>{tick(rule)}</div>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface RuleTickProps {
  readonly rule: NamingRule;
  readonly isUsed: boolean;
  readonly onTurn: (isUsed: boolean) => void;
}

function RuleTick({ rule, isUsed, onTurn }: RuleTickProps) {
  const { t } = useText();
  return (
    <label className={styles.rule} data-off={!isUsed || undefined}>
      <input type="checkbox" role="switch" checked={isUsed} onChange={(event) => onTurn(event.target.checked)} />
      <span>
        {t(`library.rules.rule.${rule}`)}
        <code className={styles.example}>{t(`library.rules.rule.${rule}Example`)}</code>
      </span>
    </label>
  );
}
