import { Plus, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { patternFault, PLACEHOLDERS } from '../../../src-core/imports/name-pattern.ts';
import type { RulesFault } from '../../../src-core/imports/naming-rules.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { Form } from '../../ui/form.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { MovableList, movedTo } from './movable-list.tsx';
import styles from './naming-rules.module.css';

export interface PatternListProps {
  readonly patterns: readonly string[];
  readonly faults: readonly RulesFault[];
  readonly onChange: (patterns: string[]) => void;
}

/** Patterns that a studio writes for its names, the first that fits first. */
export function PatternList({ patterns, faults, onChange }: PatternListProps) {
  const { t, ref } = useText();
  const end = useRef<HTMLDivElement>(null);
  const faultAt = (at: number | undefined) =>
    faults.find(({ path }) => path[0] === 'patterns' && path[1] === at)?.text ?? null;
  const tooMany = faultAt(undefined);
  const remove = (at: number): void => {
    onChange(patterns.filter((_, nth) => nth !== at));
    end.current?.querySelector('input')?.focus();
  };
  return (
    <section className={styles.part} aria-labelledby="naming-patterns">
      <h3 id="naming-patterns">{t('library.rules.patterns.title')}</h3>
      <p className={styles.note}>{t('library.rules.patterns.note')}</p>
      {patterns.length > 0 && (
        <MovableList
          label={t('library.rules.patterns.title')}
          items={patterns.map((pattern, at) => {
            const fault = faultAt(at);
            return {
              key: `${at}`,
              name: pattern,
              content: (
                <TextField
                  label={t('library.rules.patterns.nth', { number: at + 1 })}
                  isLabelHidden
                  value={pattern}
                  onChange={(text) => onChange(patterns.map((one, nth) => (nth === at ? text : one)))}
                  fault={fault === null ? null : ref(fault)}
                />
              ),
              buttons: (
                <IconButton
                  label={t('library.rules.patterns.remove', { pattern })}
                  icon={X}
                  onPress={() => remove(at)}
                />
              ),
            };
          })}
          onMove={(from, to) => onChange(movedTo(patterns, from, to))}
        />
      )}
      {tooMany !== null && (
        <p className={styles.fault} role="alert">
          {ref(tooMany)}
        </p>
      )}
      <div ref={end}>
        <NewPattern onAdd={(pattern) => onChange([...patterns, pattern])} />
      </div>
    </section>
  );
}

function NewPattern({ onAdd }: { readonly onAdd: (pattern: string) => void }) {
  const { t, ref } = useText();
  const form = useRef<HTMLDivElement>(null);
  const [text, setText] = useState('');
  /** What is wrong is told when it is to be added: half of a pattern is no fault. */
  const [isTold, setIsTold] = useState(false);
  const fault = text === '' ? null : patternFault(text);
  const add = (): void => {
    setIsTold(fault !== null);
    if (fault !== null || text === '') return;
    onAdd(text.normalize('NFC').trim());
    setText('');
  };
  /** Where the caret is. */
  const insert = (placeholder: string): void => {
    const input = form.current?.querySelector('input');
    const [from, to] = [input?.selectionStart ?? text.length, input?.selectionEnd ?? text.length];
    setText(`${text.slice(0, from)}${placeholder}${text.slice(to)}`);
    input?.focus();
    requestAnimationFrame(() => input?.setSelectionRange(from + placeholder.length, from + placeholder.length));
  };
  return (
    <Form onSubmit={add}>
      <div className={styles.add} ref={form}>
        <TextField
          label={t('library.rules.patterns.new')}
          placeholder="{qty}x_{title}_{role}"
          isLabelHidden
          value={text}
          onChange={setText}
          fault={isTold && fault !== null ? ref(fault) : null}
        />
        <Button type="submit" icon={Plus} isDisabled={text === ''}>
          {t('library.rules.patterns.add')}
        </Button>
      </div>
      <dl className={styles.placeholders}>
        {PLACEHOLDERS.map((name) => {
          const placeholder = `{${name}}`;
          const what = t(`library.rules.placeholder.${name}`);
          return (
            <div key={name}>
              <dt>
                <Button
                  variant="quiet"
                  className={styles.placeholder ?? ''}
                  aria-label={t('library.rules.patterns.insert', { placeholder, what })}
                  onPress={() => insert(placeholder)}
                >
                  {placeholder}
                </Button>
              </dt>
              <dd>{what}</dd>
            </div>
          );
        })}
      </dl>
    </Form>
  );
}
