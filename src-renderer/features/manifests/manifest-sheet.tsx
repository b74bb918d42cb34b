import { useMemo, useState } from 'react';
import { FileDown, FileSpreadsheet } from 'lucide-react';
import type { StudioDocument } from '../../../src-core/ipc/subjects/documents.ts';
import { LINES_PAGE, type ManifestCheck, type ManifestLine } from '../../../src-core/ipc/subjects/manifests.ts';
import { LINE_STATES, type LineState } from '../../../src-core/manifests/check-lines.ts';
import { useAnswer, useAnswers } from '../../bridge.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { DataTable, type DataColumn } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { AnswerError } from '../../ui/error-note.tsx';
import { MenuButton } from '../../ui/menu-button.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { StateMark } from '../../ui/state-mark.tsx';
import { NO_SELECTION } from '../../ui/table-selection.ts';
import { carryOut } from '../documents/carry-out.ts';
import { useSaveDocument } from '../documents/save-document.ts';
import { openManifest } from '../library/open-manifest.ts';
import { FirstLines, LostZeros } from './first-lines.tsx';
import { LineFilter } from './line-filter.tsx';
import { HELD, SHAPE_OF, TAKEN_BY_WORD } from './line-states.ts';
import { useTakeManifest } from './use-manifests.ts';
import styles from './manifest-sheet.module.css';

const lineId = (line: ManifestLine): string => line.lineId;
const KINDS = ['xlsx', 'csv'] as const;
type Kind = (typeof KINDS)[number];

/** A list of books held against library and service, before anything of it is set. Mounted once in the frame. */
export function ManifestSheet() {
  const manifestId = openManifest.use();
  return manifestId === null ? null : <OpenManifest key={manifestId} manifestId={manifestId} />;
}

function OpenManifest({ manifestId }: { readonly manifestId: string }) {
  const { t } = useText();
  const answer = useAnswer('manifests.check', { manifestId });
  const check = answer.data;
  const close = (): void => openManifest.set(null);
  if (check === undefined || check === null)
    return (
      <Sheet title={t('manifests.sheet')} size="full" onClose={close}>
        {answer.isError && <AnswerError error={answer.error} onRetry={() => void answer.refetch()} />}
        {check === null && <EmptyState title={t('errors.MANIFEST_UNKNOWN')} />}
      </Sheet>
    );
  return <Checked check={check} onClose={close} />;
}

function Checked({ check, onClose }: { readonly check: ManifestCheck; readonly onClose: () => void }) {
  const text = useText();
  const { t } = text;
  const { manifestId, counts, taken } = check;
  const [state, setState] = useState<LineState | null>(null);
  const [selection, setSelection] = useState(NO_SELECTION);
  /** By the operator's word, each line with what it was held for then: the word holds for nothing else. */
  const [given, setGiven] = useState<ReadonlyMap<string, string>>(new Map());
  const { lines, isWhole } = useLines(check, state);
  const besides = useStillHeld(check, given);
  const take = useTakeManifest(onClose);
  const columns = useMemo(() => columnsOf(text, besides), [text, besides]);
  const chosen = lines.find((line) => line.lineId === selection.focusId) ?? null;
  const turn = (line: ManifestLine): void => {
    if (!canAsk(line)) return;
    setGiven((former) => {
      const next = new Map(former);
      if (besides.has(line.lineId)) next.delete(line.lineId);
      else next.set(line.lineId, heldFor(line));
      return next;
    });
  };
  const count = taken + besides.size;
  const held = HELD.reduce((sum, one) => sum + counts[one], 0) - besides.size;
  const whyNot = check.isUnsure ? t('manifests.why.unsure') : count === 0 ? t('manifests.why.nothing') : null;
  return (
    <Sheet
      title={t('manifests.title', { name: check.name })}
      size="full"
      onClose={onClose}
      footer={
        <>
          <Saving manifestId={manifestId} />
          <span className={styles.space} />
          <span className={styles.sum} role="status">
            {t('manifests.sum', { count, held })}
          </span>
          <Button onPress={onClose}>{t('manifests.close')}</Button>
          <Button
            variant="primary"
            isBusy={take.isPending}
            isDisabled={whyNot !== null}
            whyNot={whyNot}
            onPress={() => take.mutate({ manifestId, besides: [...besides] })}
          >
            {t('manifests.continue', { count })}
          </Button>
        </>
      }
    >
      <div className={styles.sheet}>
        <div className={styles.notes}>
          <p>{t('manifests.intro')}</p>
          <LostZeros check={check} />
          {check.service !== 'notNeeded' && check.service !== 'asked' && (
            <p role="status">{t(`manifests.service.${check.service}`)}</p>
          )}
        </div>
        <FirstLines key={`${check.isUnsure}`} check={check} />
        <div className={styles.bar}>
          <LineFilter counts={counts} value={state} onChange={setState} />
          <Button isDisabled={chosen === null || !canAsk(chosen)} onPress={() => chosen !== null && turn(chosen)}>
            {t(chosen !== null && besides.has(chosen.lineId) ? 'manifests.leaveLine' : 'manifests.takeLine')}
          </Button>
        </div>
        {lines.length === 0 && isWhole ? (
          <EmptyState title={t('manifests.empty')} />
        ) : (
          <DataTable
            label={t('manifests.lines')}
            rows={lines}
            rowId={lineId}
            columns={columns}
            selection={selection}
            onSelect={setSelection}
            onOpen={turn}
            rowName={(line) => `${line.key}, ${t(`manifests.state.${line.state}`)}`}
            rowNote={(line) => line.reasons.map(text.ref).join(' ')}
            autoFocus={!check.isUnsure}
          />
        )}
        <p className={styles.detail} aria-live="polite">
          {chosen === null ? t('manifests.chooseLine') : [chosen.key, ...chosen.reasons.map(text.ref)].join(' · ')}
        </p>
      </div>
    </Sheet>
  );
}

/** What only the operator may take over; who takes a line that is ready has nothing to say. */
const canAsk = ({ canTake, state }: ManifestLine): boolean => canTake && HELD.includes(state);

/** What is known of a line that is held: another book, state or reason is one that nobody has seen. */
const heldFor = ({ bookId, state, reasons }: ManifestLine): string => JSON.stringify([bookId, state, reasons]);

/** Those of the lines that are held as they were when the word was given: the list may have been read anew, the service have answered. */
function useStillHeld(check: ManifestCheck, given: ReadonlyMap<string, string>): ReadonlySet<string> {
  const { manifestId, counts } = check;
  const pages = useAnswers(
    'manifests.lines',
    given.size === 0 ? [] : TAKEN_BY_WORD.flatMap((state) => pagesOf(manifestId, state, counts[state])),
  );
  return useMemo(() => {
    const held = pages.flatMap((page) => page?.lines.filter(canAsk) ?? []);
    const now = new Map(held.map((line) => [line.lineId, heldFor(line)]));
    const isWhole = pages.every((page) => page !== undefined);
    return new Set([...given].flatMap(([id, was]) => ((now.get(id) ?? (isWhole ? null : was)) === was ? [id] : [])));
  }, [pages, given]);
}

const pagesOf = (manifestId: string, state: LineState | null, total: number) =>
  Array.from({ length: Math.ceil(total / LINES_PAGE) }, (_, page) => ({
    manifestId,
    state,
    offset: page * LINES_PAGE,
  }));

/** The lines of one state, or all of them, page by page. */
function useLines(check: ManifestCheck, state: LineState | null) {
  const { manifestId, counts } = check;
  const total = state === null ? LINE_STATES.reduce((sum, one) => sum + counts[one], 0) : counts[state];
  const pages = useAnswers('manifests.lines', pagesOf(manifestId, state, total));
  const lines = useMemo(() => pages.flatMap((page) => page?.lines ?? []), [pages]);
  return { lines, isWhole: pages.every((page) => page !== undefined) };
}

/** What became of the list, in its own columns; and an empty one. */
function Saving({ manifestId }: { readonly manifestId: string }) {
  const { t } = useText();
  const { save, isSaving } = useSaveDocument(({ what }) =>
    t(what === 'manifestResult' ? 'manifests.resultSaved' : 'manifests.templateSaved'),
  );
  const resultOf = (kind: Kind): StudioDocument => ({ what: 'manifestResult', manifestId, kind });
  const templateOf = (kind: Kind): StudioDocument => ({ what: 'manifestTemplate', kind });
  const choices = (hints: 'result' | 'template', documentOf: (kind: Kind) => StudioDocument) =>
    KINDS.map((value) => ({
      value,
      name: t(`manifests.kind.${value}`),
      hint: t(`manifests.${hints}Hint.${value}`),
      onCarry: () => void carryOut(documentOf(value)),
    }));
  return (
    <>
      <MenuButton
        label={t('manifests.saveResult')}
        icon={FileDown}
        isDisabled={isSaving}
        choices={choices('result', resultOf)}
        onChoose={(kind) => save(resultOf(kind))}
      />
      <MenuButton
        label={t('manifests.saveTemplate')}
        icon={FileSpreadsheet}
        choices={choices('template', templateOf)}
        onChoose={(kind) => save(templateOf(kind))}
      />
    </>
  );
}

function columnsOf(
  { t, ref, format }: ReturnType<typeof useText>,
  besides: ReadonlySet<string>,
): readonly DataColumn<ManifestLine>[] {
  return [
    {
      id: 'row',
      name: t('manifests.column.row'),
      track: '64px',
      align: 'end',
      cell: ({ rows: [first, ...others] }) =>
        first === undefined
          ? '–'
          : others.length === 0
            ? format.number(first)
            : `${format.number(first)} +${others.length}`,
    },
    {
      id: 'state',
      name: t('manifests.column.state'),
      track: 'minmax(150px, 200px)',
      cell: ({ state, lineId: id }) => (
        <span className={styles.state}>
          <StateMark verdict={besides.has(id) ? 'accepted' : SHAPE_OF[state]} isNamed={false} size={12} />
          {t(besides.has(id) ? 'manifests.besides' : `manifests.state.${state}`)}
        </span>
      ),
    },
    {
      id: 'book',
      name: t('manifests.column.book'),
      track: 'minmax(160px, 2fr)',
      cell: ({ key, title }) => (
        <span className={styles.book}>
          {key}
          {title !== null && title !== key && <span className={styles.quiet}> → {title}</span>}
        </span>
      ),
    },
    {
      id: 'goesTo',
      name: t('manifests.column.goesTo'),
      track: 'minmax(150px, 1.3fr)',
      cell: ({ recipients: [first, ...others], quantity }) =>
        [
          ...(first === undefined
            ? []
            : [others.length === 0 ? first : t('manifests.andMore', { name: first, count: others.length })]),
          ...(quantity === null ? [] : [t('manifests.copies', { count: quantity })]),
        ].join(' · '),
    },
    {
      id: 'what',
      name: t('manifests.column.what'),
      track: 'minmax(240px, 4fr)',
      cell: ({ state, reasons, changes }) => (
        <span className={SHAPE_OF[state] === 'accepted' ? styles.quiet : styles.reason}>
          {[
            ...reasons.map(ref),
            ...(HELD.includes(state) || state === 'noLine'
              ? []
              : [
                  t(changes.length === 0 ? 'manifests.unchanged' : 'manifests.sets', {
                    what: changes.map((change) => t(`manifests.change.${change}`)).join(', '),
                  }),
                ]),
          ].join(' · ')}
        </span>
      ),
    },
  ];
}
