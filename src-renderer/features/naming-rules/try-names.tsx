import { useDeferredValue, useMemo, useState } from 'react';
import type { NameReader } from '../../../src-core/imports/name-reader.ts';
import type { Verdict } from '../../../src-core/preflight/verdicts.ts';
import { callStudio, useAnswer, wireErrorOf } from '../../bridge.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { StateMark } from '../../ui/state-mark.tsx';
import { TextArea } from '../../ui/text-field.tsx';
import { showToast } from '../../ui/toast-store.ts';
import { MOST_TRIED, triedNames, type TriedBook } from './tried-names.ts';
import styles from './try-names.module.css';

const SOURCES = ['lastImport', 'leftOver'] as const;
const VERDICTS: Readonly<Record<TriedBook['state'], Verdict>> = {
  pair: 'accepted',
  alone: 'warning',
  conflict: 'refused',
};

/** Shows what an import would make of names by the rules on screen. Null: these cannot be used yet. */
export function TryNames({ names }: { readonly names: NameReader | null }) {
  const { t } = useText();
  const [text, setText] = useState('');
  const specs = useAnswer('specs.list', {}).data;
  const shownText = useDeferredValue(text);
  const tried = useMemo(
    () => (names === null || shownText.trim() === '' ? null : triedNames(shownText, names, specs ?? [])),
    [names, shownText, specs],
  );
  const fill = (of: (typeof SOURCES)[number]): void => {
    callStudio('imports.namesToTry', { of }).then(
      (found) => (found.length > 0 ? setText(found.join('\n')) : showToast({ text: t('library.rules.try.none') })),
      (error: unknown) => showToast({ text: wireErrorOf(error).text, tone: 'bad' }),
    );
  };
  const counted = (state: TriedBook['state']) => tried?.books.filter((book) => book.state === state).length ?? 0;
  return (
    <section className={styles.try} aria-labelledby="naming-try">
      <h3 id="naming-try">{t('library.rules.try.title')}</h3>
      <TextArea
        label={t('library.rules.try.names')}
        placeholder={t('library.rules.try.placeholder')}
        rows={5}
        value={text}
        onChange={setText}
      />
      <div className={styles.sources}>
        {SOURCES.map((of) => (
          <Button key={of} variant="quiet" onPress={() => fill(of)}>
            {t(`library.rules.try.${of}`)}
          </Button>
        ))}
      </div>
      <p role="status" className={styles.counts}>
        {names === null
          ? t('library.rules.whyNot.fault')
          : tried === null
            ? t('library.rules.try.empty')
            : t('library.rules.try.counts', {
                books: counted('pair'),
                open: counted('alone'),
                collide: counted('conflict'),
              })}
        {tried?.isCut === true && ` ${t('library.rules.try.first', { most: MOST_TRIED })}`}
      </p>
      {tried !== null && (
        <>
          <ul className={styles.tried} aria-label={t('library.rules.try.results')}>
            {tried.books.map((book) => (
              <Tried key={book.key} book={book} specs={specs ?? []} />
            ))}
          </ul>
          {counted('alone') > 0 && <p className={styles.note}>{t('library.rules.try.pages')}</p>}
        </>
      )}
    </section>
  );
}

interface TriedProps {
  readonly book: TriedBook;
  readonly specs: readonly { readonly bookSpecUid: string; readonly name: string }[];
}

function Tried({ book, specs }: TriedProps) {
  const { t, ref } = useText();
  const { state, title, specUid, copies, reason, files } = book;
  return (
    <li className={styles.book}>
      <div className={styles.bookHead}>
        <StateMark verdict={VERDICTS[state]} isNamed={false} />
        <span className="visually-hidden">{t(`library.rules.try.${state}`)}</span>
        <strong>{title}</strong>
        {specUid !== null && <Chip>{specs.find((spec) => spec.bookSpecUid === specUid)?.name ?? specUid}</Chip>}
        {copies !== null && <Chip>{t('library.rules.try.copies', { copies })}</Chip>}
      </div>
      <ul className={styles.bookFiles}>
        {files.map(({ path, role }) => (
          <li key={path}>
            <span className={styles.role}>{t(`library.rules.try.role.${role ?? 'none'}`)}</span>
            <span className={styles.path}>{path.normalize('NFC')}</span>
          </li>
        ))}
      </ul>
      <p className={styles.reason}>{ref(reason)}</p>
    </li>
  );
}
