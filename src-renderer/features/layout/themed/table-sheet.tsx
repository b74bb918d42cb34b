import { FileSpreadsheet } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { TextRef } from '../../../../src-core/text-ref.ts';
import type { Template } from '../../../../src-core/contract/templates.ts';
import type { RowsTable } from '../../../../src-core/ipc/subjects/layouts.ts';
import { pictureNames } from '../../../../src-core/layout/favourites.ts';
import { addEntries } from '../../../../src-core/layout/operations/entries.ts';
import { laidEntries } from '../../../../src-core/layout/themed/surface.ts';
import { entriesOfRows, type RowEntry } from '../../../../src-core/layout/themed/table-rows.ts';
import { tableDropped, useAction, wireErrorOf } from '../../../bridge.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Button } from '../../../ui/button.tsx';
import { FileDrop } from '../../../ui/file-drop.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { showToast } from '../../../ui/toast-store.ts';
import { documentOf, useLayout, useLayoutPart } from '../layout-context.ts';
import { useMeasure } from '../live-checks.tsx';
import { goToPage } from './go-to-entry.ts';
import { readingOf, TableChoices, type ChosenTable } from './table-choices.tsx';
import { TablePreview } from './table-preview.tsx';
import { today } from './use-entries.ts';
import styles from './table-sheet.module.css';

interface TableSheetProps {
  readonly template: Template;
  /** The entry before which they come; null: behind the last. */
  readonly before: string | null;
  readonly onClose: () => void;
}

/** The rows of somebody's table become entries of one template: what is found of each and what is not, before it is done. */
export function TableSheet({ template, before, onClose }: TableSheetProps) {
  const { t, ref } = useText();
  const session = useLayout();
  const { bookId } = session;
  const measure = useMeasure();
  const [chosen, setChosen] = useState<ChosenTable | null>(null);
  const [problem, setProblem] = useState<TextRef | null>(null);
  const entries = useEntries(template, chosen);
  const take = (table: RowsTable | null): void => {
    if (table === null) return;
    setProblem(null);
    setChosen({ table, ...readingOf(template, table, 0) });
  };
  const pick = useAction('layouts.pickTable', { onDone: take, errorsInPlace: true });
  const refuse = (error: unknown): void => {
    setChosen(null);
    setProblem(wireErrorOf(error).text);
  };
  const drop = ([file]: readonly File[]): void => {
    if (file !== undefined) void tableDropped(bookId, file).then(take, refuse);
  };
  const accept = (): void => {
    if (entries.length === 0 || measure === null) return;
    const first = `e${session.document.nextId}`;
    const values = entries.map((entry) => entry.values);
    const outcome = addEntries(session.document, { template, values, before, day: today() }, measure);
    if (!session.do('addEntries', outcome)) return;
    const laid = laidEntries(session.document, measure).find(({ entryId }) => entryId === first);
    if (laid !== undefined) goToPage(session, laid.firstPage);
    session.chooseEntry(first);
    showToast({ text: t('layout.table.added', { count: entries.length }), tone: 'good' });
    onClose();
  };
  const isAnyColumn = chosen !== null && Object.values(chosen.reading.columns).some((column) => column !== null);
  const why = chosen === null ? 'needsTable' : isAnyColumn ? 'noRows' : 'needsColumns';
  return (
    <Sheet
      title={t('layout.table.title')}
      size="large"
      onClose={onClose}
      onSubmit={accept}
      footer={
        <>
          <Button onPress={onClose}>{t('layout.cancel')}</Button>
          <Button
            type="submit"
            variant="primary"
            isDisabled={entries.length === 0}
            whyNot={t(`layout.table.${why}`)}
            isBusy={measure === null}
          >
            {t('layout.table.add', { count: entries.length })}
          </Button>
        </>
      }
    >
      <FileDrop words={t('layout.table.dropNow')} onFiles={drop}>
        <div className={styles.body}>
          <div className={styles.choices}>
            <p className={styles.quiet}>{t('layout.table.about', { template: template.templateName })}</p>
            <div className={styles.file}>
              <Button
                icon={FileSpreadsheet}
                isBusy={pick.isPending}
                onPress={() => pick.mutate({ bookId }, { onError: refuse })}
              >
                {t(`layout.table.${chosen === null ? 'choose' : 'another'}`)}
              </Button>
              <span className={styles.quiet} title={chosen?.table.name}>
                {chosen?.table.name ?? t('layout.table.drop')}
              </span>
            </div>
            {problem !== null && (
              <p role="alert" className={styles.problem}>
                {ref(problem)}
              </p>
            )}
            {chosen !== null && <TableChoices {...{ template, chosen }} onChoose={setChosen} />}
          </div>
          <TablePreview {...{ template, entries }} name={chosen?.table.name ?? null} />
        </div>
      </FileDrop>
    </Sheet>
  );
}

const NONE: readonly RowEntry[] = [];

function useEntries(template: Template, chosen: ChosenTable | null): readonly RowEntry[] {
  const document = useLayoutPart(documentOf);
  const measure = useMeasure();
  const { pictures, pictureOrder } = document;
  const names = useMemo(() => pictureNames({ pictures, pictureOrder }), [pictures, pictureOrder]);
  return useMemo(() => {
    if (chosen === null || measure === null) return NONE;
    const { table, sheetAt, reading, leavesHidden } = chosen;
    const { rows = [], hiddenRows = [] } = table.sheets[sheetAt] ?? {};
    const leftOut = leavesHidden ? hiddenRows : [];
    return entriesOfRows({ pictures }, { template, rows, ...reading, leftOut }, names, measure);
  }, [template, chosen, pictures, names, measure]);
}
