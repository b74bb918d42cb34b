import { useState } from 'react';
import type { Template } from '../../../../src-core/contract/templates.ts';
import type { RowEntry, RowFault } from '../../../../src-core/layout/themed/table-rows.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Tabs } from '../../../ui/tabs.tsx';
import { VirtualTable } from '../../../ui/virtual-table.tsx';
import { documentOf, useLayoutPart } from '../layout-context.ts';
import { PreviewImage } from '../preview-image.tsx';
import { useNoteWords } from './entry-notes.tsx';
import styles from './table-sheet.module.css';

interface TablePreviewProps {
  readonly template: Template;
  readonly entries: readonly RowEntry[];
  /** Of the table; null: none is chosen. */
  readonly name: string | null;
}

const ROW_PX = 57;
const MOST_PICTURES = 3;
/** Of a text in the list. */
const LONGEST_WORDS = 200;

/** What the rows of a table become, a line each, with what is wrong with it. */
export function TablePreview({ template, entries, name }: TablePreviewProps) {
  const { t, format } = useText();
  const [isFaulty, setIsFaulty] = useState(false);
  if (name === null)
    return (
      <div className={styles.preview}>
        <p className={styles.nothing}>{t('layout.table.nothing')}</p>
      </div>
    );
  const faulty = entries.filter(({ faults }) => faults.length > 0);
  const shown = isFaulty && faulty.length > 0 ? faulty : entries;
  return (
    <div className={styles.preview}>
      <div role="status" className={styles.sum}>
        <h3>{t('layout.table.count', { count: entries.length })}</h3>
        {faulty.length > 0 && <p className={styles.quiet}>{t('layout.table.faulty', { count: faulty.length })}</p>}
      </div>
      {faulty.length > 0 && (
        <div className={styles.views}>
          <Tabs
            label={t('layout.table.rows')}
            value={isFaulty ? 'faulty' : 'all'}
            onChange={(view) => setIsFaulty(view === 'faulty')}
            options={[
              { value: 'all', label: t('layout.table.view.all', { count: entries.length }) },
              { value: 'faulty', label: t('layout.table.view.faulty', { count: faulty.length }) },
            ]}
          />
        </div>
      )}
      {entries.length > 0 && (
        <VirtualTable
          // The list of the other view begins at its top.
          key={String(isFaulty)}
          label={t('layout.table.rows')}
          className={styles.rows}
          tableClassName={styles.table}
          head={[
            <th key="row" scope="col" className={styles.number}>
              {t('layout.table.row')}
            </th>,
            <th key="pictures" scope="col" className={styles.pictures}>
              {t('layout.table.pictures')}
            </th>,
            <th key="values" scope="col">
              {t('layout.table.values')}
            </th>,
          ]}
          rows={shown}
          rowKey={({ row }) => String(row)}
          rowHeightPx={ROW_PX}
          cells={(entry) => (
            <>
              <td className={styles.number}>{format.number(entry.row)}</td>
              <td className={styles.pictures}>
                <Pictures entry={entry} />
              </td>
              <td>
                <Values {...{ template, entry }} />
              </td>
            </>
          )}
        />
      )}
    </div>
  );
}

function Pictures({ entry: { values } }: { readonly entry: RowEntry }) {
  const { pictures } = useLayoutPart(documentOf);
  const keys = Object.values(values).flatMap((value) => (Array.isArray(value) ? value : []));
  return (
    <div className={styles.found}>
      {keys.slice(0, MOST_PICTURES).map((key, at) => (
        <span key={at} title={pictures[key]?.name}>
          <PreviewImage hash={key} px={320} />
          <span className="visually-hidden">{pictures[key]?.name}</span>
        </span>
      ))}
      {keys.length > MOST_PICTURES && <span className={styles.quiet}>+{keys.length - MOST_PICTURES}</span>}
    </div>
  );
}

function Values({ template, entry: { values, faults } }: { readonly template: Template; readonly entry: RowEntry }) {
  const { t } = useText();
  const wordsOf = useFaultWords(template);
  const words = Object.keys(template.parameters.definitions).flatMap((name) => {
    const value = values[name];
    if (typeof value === 'string') return [value.slice(0, LONGEST_WORDS)];
    return value === true ? [template.parameters.definitions[name]?.description ?? name] : [];
  });
  return (
    <>
      <div className={styles.words}>{words.length === 0 ? t('layout.table.noWords') : words.join(' · ')}</div>
      {faults.map((fault, at) => (
        <div key={at} className={styles.fault}>
          {wordsOf(fault)}
        </div>
      ))}
    </>
  );
}

/** What is wrong with a value, in a sentence. */
function useFaultWords({ parameters }: Template): (fault: RowFault) => string {
  const { t } = useText();
  const noteWords = useNoteWords();
  return (fault) => {
    const field = parameters.definitions[fault.name]?.description ?? fault.name;
    switch (fault.is) {
      case 'unbound':
        return noteWords({ field, what: { of: 'value', fault: fault.fault } });
      case 'severalPictures':
        return t('layout.table.fault.severalPictures', { field, count: fault.count });
      case 'pictureAmbiguous':
        return t('layout.table.fault.pictureAmbiguous', {
          field,
          name: fault.written,
          count: fault.candidates.length,
        });
      default:
        return t(`layout.table.fault.${fault.is}`, { field, name: fault.written });
    }
  };
}
