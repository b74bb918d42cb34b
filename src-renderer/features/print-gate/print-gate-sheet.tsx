import { useEffect, useMemo, useRef, useState } from 'react';
import {
  countPrints,
  goesAsItIs,
  needsName,
  takenBySchema,
  type PrintRule,
} from '../../../src-core/desk/print-gate.ts';
import type { LibraryRow } from '../../../src-core/ipc/subjects/library.ts';
import type { PrintVerdict } from '../../../src-core/preflight/verdicts.ts';
import { useAnswer, useList } from '../../bridge.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { NameAndReason } from './name-and-reason.tsx';
import { PrintLine } from './print-line.tsx';
import { printQuestion, type PrintQuestion } from './print-gate.ts';
import styles from './print-gate.module.css';

const ALL: readonly PrintVerdict[] = ['good', 'look', 'bad', 'notChecked'];

/** Nothing is known of its print, and the checks are still to come. */
const isToBeLookedAt = ({ print, checkedLevel }: LibraryRow): boolean => print === 'notChecked' && checkedLevel !== 3;

/** The question before books go out that may not print well. Mounted once in the frame. */
export function PrintGateSheet() {
  const question = printQuestion.use();
  const rule = useAnswer('checks.printRule', {}, { enabled: question !== null }).data;
  const lastName = useAnswer('checks.lastName', {}, { enabled: question !== null }).data;
  const library = useList('library.changes').data;
  // The fields wait for the name that was used last.
  if (question === null || rule === undefined || lastName === undefined || library === undefined) return null;
  return <Question key={question.bookIds.join()} {...{ question, rule, library }} lastName={lastName ?? ''} />;
}

interface QuestionProps {
  readonly question: PrintQuestion;
  readonly rule: PrintRule;
  readonly library: readonly LibraryRow[];
  readonly lastName: string;
}

function Question({ question: { what, bookIds, go }, rule, library, lastName }: QuestionProps) {
  const { t } = useText();
  const [name, setName] = useState(lastName);
  const [reason, setReason] = useState('');
  const [isWaiting, setIsWaiting] = useState(false);
  const books = useMemo(() => {
    const asked = new Set(bookIds);
    return library.filter(({ bookId }) => asked.has(bookId));
  }, [library, bookIds]);
  const counts = countPrints(books);
  const open = books.filter(isToBeLookedAt).length;
  const isNameWanted = books.some(({ print }) => needsName(rule, print));
  const by = takenBySchema.safeParse({ name, reason });
  const close = (): void => printQuestion.set(null);
  const take = (prints: readonly PrintVerdict[]): void => {
    close();
    const taken = books.filter(({ print }) => prints.includes(print)).map(({ bookId }) => bookId);
    go(taken, { prints: [...prints], by: isNameWanted && by.success ? by.data : null });
  };
  const goesByItself =
    isWaiting && open === 0 && books.length > 0 && books.every(({ print }) => goesAsItIs(rule, print));
  const latest = useRef(take);
  useEffect(() => {
    latest.current = take;
  });
  useEffect(() => {
    if (goesByItself) latest.current(['good', 'look']);
  }, [goesByItself]);
  const mayAll = !isNameWanted || by.success;
  const isStillWaiting = isWaiting && open > 0;
  return (
    <Sheet
      title={t(`preflight.gate.title.${what}`, { count: books.length })}
      onClose={close}
      onSubmit={() => mayAll && !isStillWaiting && take(ALL)}
      footer={
        <>
          <Button onPress={close}>{t('preflight.signOff.cancel')}</Button>
          {open > 0 && !isStillWaiting && (
            <Button onPress={() => setIsWaiting(true)}>{t('preflight.gate.wait')}</Button>
          )}
          {counts.good > 0 && counts.good < books.length && (
            <Button onPress={() => take(['good'])}>{t('preflight.gate.onlyGood', { count: counts.good })}</Button>
          )}
          {!isStillWaiting && (
            <Button type="submit" variant="primary" isDisabled={!mayAll} whyNot={t('preflight.gate.nameMissing')}>
              {t('preflight.gate.all', { count: books.length })}
            </Button>
          )}
        </>
      }
    >
      <div className={styles.form} data-print-question="">
        <PrintLine counts={counts} />
        {isStillWaiting ? (
          <div role="status" className={styles.waiting}>
            <ProgressBar
              label={t('preflight.gate.waiting', { count: open })}
              share={(books.length - open) / books.length}
            />
            <span>{t('preflight.gate.waiting', { count: open })}</span>
          </div>
        ) : (
          <>
            <p className={styles.quiet}>{t(isNameWanted ? 'preflight.gate.textName' : 'preflight.gate.text')}</p>
            {isNameWanted && <NameAndReason {...{ name, reason }} onName={setName} onReason={setReason} />}
          </>
        )}
      </div>
    </Sheet>
  );
}
