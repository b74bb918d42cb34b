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
import { printQuestion, seenOf, type PrintQuestion } from './print-gate.ts';
import styles from './print-gate.module.css';

/** The question before books go out that may not print well. Mounted once in the frame. */
export function PrintGateSheet() {
  const question = printQuestion.use();
  return question === null ? null : <KnownQuestion question={question} />;
}

/** Asked once the name that was used last is known: a field that fills itself under the cursor loses what is typed. */
function KnownQuestion({ question }: { readonly question: PrintQuestion }) {
  const rule = useAnswer('checks.printRule', {}).data;
  const lastName = useAnswer('checks.lastName', {}).data;
  const library = useList('library.changes').data;
  if (rule === undefined || lastName === undefined || library === undefined) return null;
  return <Question {...{ question, rule, library }} lastName={lastName ?? ''} />;
}

interface QuestionProps {
  readonly question: PrintQuestion;
  readonly rule: PrintRule;
  readonly library: readonly LibraryRow[];
  readonly lastName: string;
}

function Question({ question: { what, bookIds, asked, go }, rule, library, lastName }: QuestionProps) {
  const { t } = useText();
  const [name, setName] = useState(lastName);
  const [reason, setReason] = useState('');
  const [isWaiting, setIsWaiting] = useState(false);
  // Of orders that are placed once more: nobody looks at files that are not here.
  const [unlisted] = useState(() => {
    const listed = new Set(library.map(({ bookId }) => bookId));
    return seenOf(asked.filter(({ bookId }) => !listed.has(bookId)));
  });
  const listed = useMemo(() => {
    const wanted = new Set(bookIds);
    return seenOf(library.filter(({ bookId }) => wanted.has(bookId)));
  }, [library, bookIds]);
  const seen = [...listed, ...unlisted];
  const counts = countPrints(seen.map(({ print }) => print));
  const open = countPrints(listed.map(({ print }) => print)).notChecked;
  const isNameWanted = seen.some(({ print }) => needsName(rule, print));
  const by = takenBySchema.safeParse({ name, reason });
  const close = (): void => printQuestion.set(null);
  const take = (isTaken: (print: PrintVerdict) => boolean): void => {
    close();
    const taken = seen.filter(({ print }) => isTaken(print));
    const takenBy = by.success && taken.some(({ print }) => needsName(rule, print)) ? by.data : null;
    if (taken.length > 0)
      go(
        taken.map(({ bookId }) => bookId),
        { seen: taken, by: takenBy },
      );
  };
  // An import that was taken back took its books along.
  const areGone = seen.length === 0;
  useEffect(() => {
    if (areGone) printQuestion.set(null);
  }, [areGone]);
  const goesByItself = isWaiting && open === 0 && !areGone && seen.every(({ print }) => goesAsItIs(rule, print));
  const latest = useRef(take);
  useEffect(() => {
    latest.current = take;
  });
  useEffect(() => {
    if (goesByItself) latest.current(() => true);
  }, [goesByItself]);
  const mayAll = !isNameWanted || by.success;
  const isStillWaiting = isWaiting && open > 0;
  return (
    <Sheet
      title={t(`preflight.gate.title.${what}`, { count: seen.length })}
      onClose={close}
      onSubmit={() => mayAll && !isStillWaiting && take(() => true)}
      footer={
        <>
          <Button onPress={close}>{t('preflight.signOff.cancel')}</Button>
          {open > 0 && (
            <Button onPress={() => setIsWaiting(!isWaiting)}>
              {t(isStillWaiting ? 'preflight.gate.stopWaiting' : 'preflight.gate.wait')}
            </Button>
          )}
          {counts.good > 0 && counts.good < seen.length && (
            <Button onPress={() => take((print) => print === 'good')}>
              {t('preflight.gate.onlyGood', { count: counts.good })}
            </Button>
          )}
          {!isStillWaiting && (
            <Button type="submit" variant="primary" isDisabled={!mayAll} whyNot={t('preflight.gate.nameMissing')}>
              {t('preflight.gate.all', { count: seen.length })}
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
              share={(seen.length - open) / seen.length}
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
