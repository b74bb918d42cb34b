import { printRuleSchema, type PrintRule } from '../../../src-core/desk/print-gate.ts';
import { useAction, useAnswer } from '../../bridge.ts';
import { useText } from '../../i18n/use-text.ts';
import { AnswerError } from '../../ui/error-note.tsx';
import styles from './settings.module.css';

const PRINTS = printRuleSchema.keyof().options;

/** What nothing is sent or ordered with unless a person takes it on. */
export function PrintRuleChoice() {
  const { t } = useText();
  const answer = useAnswer('checks.printRule', {});
  const set = useAction('checks.setPrintRule');
  if (answer.isError) return <AnswerError error={answer.error} onRetry={() => void answer.refetch()} />;
  const rule = answer.data;
  if (rule === undefined) return null;
  const toggled = (print: keyof PrintRule): PrintRule => ({ ...rule, [print]: !rule[print] });
  return (
    <fieldset className={styles.ticks} aria-label={t('settings.gate.title')}>
      {PRINTS.map((print) => (
        <label key={print} className={styles.tick}>
          <input type="checkbox" checked={rule[print]} onChange={() => set.mutate(toggled(print))} />
          {t(`settings.gate.${print}`)}
        </label>
      ))}
    </fieldset>
  );
}
