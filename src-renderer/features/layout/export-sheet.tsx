import { useState } from 'react';
import type { ExportChoices, LayoutExport } from '../../../src-core/ipc/subjects/layouts.ts';
import { useAction, useAnswer } from '../../bridge.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { showToast } from '../../ui/toast-store.ts';
import { useLayout } from './layout-context.ts';
import { LostWordsList } from './lost-words-list.tsx';
import { EntryNoteList } from './themed/entry-notes.tsx';
import { useEntryNotes } from './themed/use-entries.ts';
import styles from './export-sheet.module.css';
import { useComments } from './use-comments.ts';

/** What pictures may have at most, in pixels an inch: what a press shows, less than that, or all that they have. */
const PPI_CHOICES = ['360', '300', 'all'] as const;
type PpiChoice = (typeof PPI_CHOICES)[number];
const COLOURS = ['kept', 'sRGB'] as const satisfies readonly ExportChoices['colours'][];
const ppiOf = (choice: PpiChoice): number | null => (choice === 'all' ? null : Number(choice));

/** More are not read before the first of them are done. */
const MOST_UNFINISHED = 20;

interface ExportSheetProps {
  /** Of the export that was begun; null before it is. */
  readonly state: LayoutExport | null;
  readonly onClose: () => void;
  /** To the row whose files they have become. */
  readonly onLeave: () => void;
}

/** Makes the PDFs: what they will weigh, how far it is, and what came of it. */
export function ExportSheet({ state, onClose, onLeave }: ExportSheetProps) {
  const { t, ref, format } = useText();
  const session = useLayout();
  const { bookId } = session;
  const [choice, setChoice] = useState<PpiChoice>('360');
  const [colours, setColours] = useState<ExportChoices['colours']>('kept');
  const exportId = session.exporting.use();
  const openComments = useComments().filter(({ isDone }) => !isDone).length;
  const unfinished = useEntryNotes().filter(({ stops }) => stops);
  const choices: ExportChoices = { maxPpi: ppiOf(choice), colours };
  const expected = useAnswer('layouts.expectedExport', { bookId, ...choices }, { enabled: exportId === null }).data;
  const newVersion = expected?.newVersion ?? null;
  const begin = useAction('layouts.export', { onDone: ({ exportId: id }) => session.exporting.set(id) });
  const cancel = useAction('layouts.cancelExport');
  const isRunning = exportId !== null && (state === null || state.state === 'running');
  const isDone = state?.state === 'done';
  return (
    <Sheet
      title={t('layout.export.title')}
      size="small"
      isDismissable={!isRunning}
      onClose={onClose}
      footer={
        isRunning ? (
          <Button onPress={() => exportId !== null && cancel.mutate({ exportId })}>{t('layout.export.cancel')}</Button>
        ) : isDone ? (
          <>
            <Button onPress={onClose}>{t('layout.export.goOn')}</Button>
            <Button variant="primary" autoFocus onPress={onLeave}>
              {t('layout.export.toRow')}
            </Button>
          </>
        ) : (
          <>
            <Button onPress={onClose}>{t('layout.cancel')}</Button>
            <Button
              variant="primary"
              autoFocus
              isBusy={begin.isPending}
              isDisabled={unfinished.length > 0}
              whyNot={unfinished.length > 0 ? t('layout.export.unfinished', { count: unfinished.length }) : null}
              onPress={() => {
                session.exporting.set(null);
                // What is not on the disk would not be in the files.
                void session.flush().then(() => {
                  if (session.unkept > 0) showToast({ text: { key: 'layout.export.unkept' }, tone: 'bad' });
                  else begin.mutate({ bookId, steps: session.document.steps, ...choices });
                });
              }}
            >
              {t('layout.makePdfs')}
            </Button>
          </>
        )
      }
    >
      <div className={styles.body}>
        {exportId === null && (
          <>
            <LostWordsList onGo={onClose} />
            {unfinished.length > 0 && (
              <section aria-label={t('layout.export.unfinished', { count: unfinished.length })}>
                <h3 className={styles.heading}>{t('layout.export.unfinished', { count: unfinished.length })}</h3>
                <EntryNoteList notes={unfinished.slice(0, MOST_UNFINISHED)} onGo={onClose} />
              </section>
            )}
            {openComments > 0 && <p role="status">{t('layout.comments.openBefore', { count: openComments })}</p>}
            <SelectField
              label={t('layout.export.ppi')}
              value={choice}
              onChange={setChoice}
              options={PPI_CHOICES.map((value) => ({
                value,
                label: t(`layout.export.ppi.${value}`),
                note: t(`layout.export.ppiNote.${value}`),
              }))}
            />
            <SelectField
              label={t('layout.export.colours')}
              value={colours}
              onChange={setColours}
              options={COLOURS.map((value) => ({
                value,
                label: t(`layout.export.colours.${value}`),
                note: t(`layout.export.coloursNote.${value}`),
              }))}
            />
            {expected !== undefined && (
              <p>
                {t(expected.isAtMost ? 'layout.export.expectedAtMost' : 'layout.export.expected', {
                  size: format.quantity({ value: expected.bytes, unit: 'bytes' }),
                })}
              </p>
            )}
            {newVersion !== null && <p>{t('layout.export.newVersion', { version: newVersion })}</p>}
          </>
        )}
        {isRunning && (
          <ProgressBar
            label={t('layout.export.running', { sheets: state?.sheets ?? 0, all: state?.sheetsInAll ?? 0 })}
            share={state === null || state.sheetsInAll === 0 ? null : state.sheets / state.sheetsInAll}
          />
        )}
        {isDone && <p>{t('layout.export.done', { size: format.quantity({ value: state.bytes, unit: 'bytes' }) })}</p>}
        {state?.state === 'cancelled' && <p>{t('layout.export.cancelled')}</p>}
        {state?.state === 'failed' && (
          <p role="alert" className={styles.problem}>
            {state.problem === null ? t('ui.error.unexpected') : ref(state.problem)}
          </p>
        )}
      </div>
    </Sheet>
  );
}
