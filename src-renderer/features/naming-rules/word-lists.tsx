import { Plus, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button as AriaButton, ToggleButton } from 'react-aria-components';
import {
  wordFault,
  WORD_LISTS,
  type NamingRules,
  type RulesFault,
  type WordList,
} from '../../../src-core/imports/naming-rules.ts';
import { BUILT_IN_ROLE_WORDS, wordKeyOf } from '../../../src-core/imports/role-words.ts';
import { isBuiltInState } from '../../../src-core/imports/state-words.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { Form } from '../../ui/form.tsx';
import { TextField } from '../../ui/text-field.tsx';
import styles from './naming-rules.module.css';

export interface WordListsProps {
  readonly rules: NamingRules;
  readonly faults: readonly RulesFault[];
  readonly onChange: (changed: Partial<NamingRules>) => void;
}

/** Words that tell what a file is, and how far it has come. */
export function WordLists({ rules, faults, onChange }: WordListsProps) {
  const { t } = useText();
  return (
    <section className={styles.part} aria-labelledby="naming-words">
      <h3 id="naming-words">{t('library.rules.words.title')}</h3>
      <p className={styles.note}>{t('library.rules.words.note')}</p>
      {WORD_LISTS.map((list) => (
        <OneList key={list} {...{ list, rules, faults, onChange }} />
      ))}
    </section>
  );
}

function OneList({ list, rules, faults, onChange }: WordListsProps & { readonly list: WordList }) {
  const { t, ref } = useText();
  const field = useRef<HTMLDivElement>(null);
  const builtIn = list === 'states' ? [] : BUILT_IN_ROLE_WORDS[list];
  const own = rules[list];
  const ofList = faults.find(({ path }) => path[0] === list && path.length === 1);
  const remove = (word: string): void => {
    onChange({ [list]: own.filter((one) => one !== word) });
    field.current?.querySelector('input')?.focus();
  };
  return (
    <div className={styles.words} role="group" aria-label={t(`library.rules.words.${list}`)}>
      <h4>{t(`library.rules.words.${list}`)}</h4>
      <div>
        <ul className={styles.chips}>
          {builtIn.map((word) => (
            <li key={word}>
              <ToggleButton
                className={styles.builtIn ?? ''}
                aria-label={t('library.rules.words.builtIn', { word })}
                isSelected={!rules.without.includes(word)}
                onChange={(isUsed) =>
                  onChange({
                    without: isUsed ? rules.without.filter((one) => one !== word) : [...rules.without, word],
                  })
                }
              >
                {word}
              </ToggleButton>
            </li>
          ))}
          {own.map((word, at) => {
            const fault = faults.find(({ path }) => path[0] === list && path[1] === at);
            return (
              <li key={`${at} ${word}`} className={styles.own} data-fault={fault !== undefined || undefined}>
                <span>{word}</span>
                <AriaButton
                  className={styles.remove ?? ''}
                  aria-label={t('library.rules.words.remove', { word })}
                  onPress={() => remove(word)}
                >
                  <X size={12} aria-hidden="true" />
                </AriaButton>
              </li>
            );
          })}
        </ul>
        {ofList !== undefined && (
          <p className={styles.fault} role="alert">
            {ref(ofList.text)}
          </p>
        )}
        {faults
          .filter(({ path }) => path[0] === list && path.length === 2)
          .map(({ path, text }) => (
            <p key={path.join('.')} className={styles.fault} role="alert">
              {ref(text)}
            </p>
          ))}
        <div ref={field}>
          <NewWord {...{ list, rules }} onAdd={(words) => onChange({ [list]: [...own, ...words] })} />
        </div>
        {list === 'states' && <p className={styles.note}>{t('library.rules.words.statesNote')}</p>}
      </div>
    </div>
  );
}

interface NewWordProps {
  readonly list: WordList;
  readonly rules: NamingRules;
  readonly onAdd: (words: readonly string[]) => void;
}

/** Several at once, as they come out of somebody's list. */
const wordsIn = (text: string): string[] => text.split(/[,;\n\t]/u).map((word) => word.normalize('NFC').trim());

function NewWord({ list, rules, onAdd }: NewWordProps) {
  const { t, ref } = useText();
  const [text, setText] = useState('');
  const given = wordsIn(text).filter((word) => word !== '');
  const isKnown = (word: string): boolean =>
    [...rules[list], ...(list === 'states' ? [] : BUILT_IN_ROLE_WORDS[list])].some(
      (one) => wordKeyOf(one) === wordKeyOf(word),
    ) ||
    (list === 'states' && isBuiltInState(word));
  const wrong = given.map((word) => wordFault(word, list, rules)).find((fault) => fault !== null) ?? null;
  const known = given.find(isKnown);
  const fault =
    wrong !== null ? ref(wrong) : known === undefined ? null : t('library.rules.words.known', { word: known });
  const add = (): void => {
    if (fault !== null || given.length === 0) return;
    onAdd([...new Map(given.map((word) => [wordKeyOf(word), word])).values()]);
    setText('');
  };
  return (
    <Form onSubmit={add}>
      <div className={styles.add}>
        <TextField
          label={t('library.rules.words.new', { list })}
          placeholder={t('library.rules.words.new', { list })}
          isLabelHidden
          value={text}
          onChange={setText}
          fault={fault}
        />
        <Button
          type="submit"
          icon={Plus}
          isDisabled={given.length === 0 || fault !== null}
          aria-label={`${t('library.rules.words.add')}: ${t('library.rules.words.new', { list })}`}
        >
          {t('library.rules.words.add')}
        </Button>
      </div>
    </Form>
  );
}
