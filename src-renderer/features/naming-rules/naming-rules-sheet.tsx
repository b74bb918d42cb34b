import { useState } from 'react';
import { NameReader } from '../../../src-core/imports/name-reader.ts';
import { BUILT_IN_RULES, faultsIn, type NamingRules } from '../../../src-core/imports/naming-rules.ts';
import { useAction, useAnswer } from '../../bridge.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { AnswerError } from '../../ui/error-note.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { showToast } from '../../ui/toast-store.ts';
import { useUndoable } from '../undo/use-undo.ts';
import { leftRules } from './left-rules.ts';
import { PatternList } from './pattern-list.tsx';
import { RuleList } from './rule-list.tsx';
import { ReadRules, RulesDrop, SaveRules, type ReadRulesAnswer } from './rules-file.tsx';
import { RulesNote } from './rules-note.tsx';
import { TryNames } from './try-names.tsx';
import { WordLists } from './word-lists.tsx';
import styles from './naming-rules.module.css';

/** By which names files become books: read, changed, tried, handed on. */
export function NamingRulesSheet({ onClose }: { readonly onClose: () => void }) {
  const { t } = useText();
  const answer = useAnswer('imports.namingRules', {});
  if (answer.data !== undefined) return <Edited kept={answer.data} onClose={onClose} />;
  return (
    <Sheet title={t('library.rules.title')} size="full" onClose={onClose}>
      {answer.isError && <AnswerError error={answer.error} onRetry={() => void answer.refetch()} />}
    </Sheet>
  );
}

const isSame = (one: NamingRules, other: NamingRules): boolean => JSON.stringify(one) === JSON.stringify(other);

function Edited({ kept, onClose }: { readonly kept: NamingRules; readonly onClose: () => void }) {
  const { t } = useText();
  /** Null while nothing is changed: the rules may still become others elsewhere, as by an undo. */
  const [draft, setRules] = useState<NamingRules | null>(() => leftRules.get());
  const [wasLeft] = useState(draft !== null);
  const rules = draft ?? kept;
  const [read, setRead] = useState<ReadRulesAnswer | null>(null);
  const showUndo = useUndoable();
  const set = useAction('imports.setNamingRules', {
    onDone: ({ undoId }) => {
      leftRules.set(null);
      showUndo(t('library.rules.done'), undoId, { tone: 'good' });
      onClose();
    },
  });
  const faults = faultsIn(rules);
  const isChanged = !isSame(rules, kept);
  const whyNot =
    faults.length > 0 ? t('library.rules.whyNot.fault') : isChanged ? null : t('library.rules.whyNot.unchanged');
  const change = (changed: Partial<NamingRules>): void => setRules({ ...rules, ...changed });
  const take = (answered: ReadRulesAnswer): void => {
    setRead(answered);
    if ('rules' in answered.read) setRules(answered.read.rules);
  };
  const leave = (): void => {
    leftRules.set(isChanged ? rules : null);
    if (isChanged) showToast({ text: t('library.rules.left') });
    onClose();
  };
  const giveUp = (): void => {
    leftRules.set(null);
    onClose();
  };
  return (
    <Sheet
      title={t('library.rules.title')}
      size="full"
      onClose={leave}
      footer={
        <>
          <div className={styles.files}>
            <ReadRules onRead={take} />
            <SaveRules rules={rules} whyNot={faults.length > 0 ? whyNot : null} />
            <Button
              variant="quiet"
              isDisabled={isSame(rules, BUILT_IN_RULES)}
              whyNot={t('library.rules.whyNot.builtIn')}
              onPress={() => setRules(BUILT_IN_RULES)}
            >
              {t('library.rules.builtIn')}
            </Button>
          </div>
          <Button onPress={giveUp}>{t('library.rules.cancel')}</Button>
          <Button
            variant="primary"
            isBusy={set.isPending}
            isDisabled={whyNot !== null}
            whyNot={whyNot}
            onPress={() => set.mutate(rules)}
          >
            {t('library.rules.save')}
          </Button>
        </>
      }
    >
      <RulesDrop onRead={take}>
        <p className={styles.intro}>{t('library.rules.intro')}</p>
        {wasLeft && isChanged && <p className={styles.wasRead}>{t('library.rules.waited')}</p>}
        {read !== null && <RulesNote answer={read} />}
        <div className={styles.columns}>
          <div className={styles.editor}>
            <WordLists rules={rules} faults={faults} onChange={change} />
            <PatternList patterns={rules.patterns} faults={faults} onChange={(patterns) => change({ patterns })} />
            <RuleList rules={rules} onChange={change} />
          </div>
          <TryNames names={faults.length > 0 ? null : new NameReader(rules)} />
        </div>
      </RulesDrop>
    </Sheet>
  );
}
