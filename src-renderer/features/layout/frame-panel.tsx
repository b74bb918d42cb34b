import { surfaceOf } from '../../../src-core/layout/document.ts';
import { setBox } from '../../../src-core/layout/operations/frames.ts';
import type { BoxMm } from '../../../src-core/specs/book-geometry.ts';
import { useText } from '../../i18n/use-text.ts';
import { useFrameFacts, type SelectedFrame } from './frame-facts.ts';
import { useFrameNames, useSurfaceNames } from './frame-names.ts';
import { documentOf, selectionOf, useLayout, useLayoutPart } from './layout-context.ts';
import type { Selection } from './layout-session.ts';
import { MeasureField } from './mm-field.tsx';
import styles from './frame-panel.module.css';
import { ArrangeButtons } from './frame-buttons.tsx';
import { InsidePart } from './frame-inside.tsx';
import { TextPart, LookPart } from './frame-look.tsx';
import { PagePanel } from './page-panel.tsx';
import { Part } from './panel-parts.tsx';
import { EntryPanel } from './themed/entry-panel.tsx';
import type { ThemeChoice } from './themed/theme-sheet.tsx';

/** What can be set of what is selected; with nothing selected, of the pages. */
export function FramePanel({ onTheme }: { readonly onTheme: (choice: ThemeChoice) => void }) {
  const selection = useLayoutPart(selectionOf);
  const isHeld = useLayoutPart(({ draft }) => draft !== null);
  const { selected } = useFrameFacts();
  if (selection === null)
    return (
      <>
        <EntryPanel onTheme={onTheme} />
        <PagePanel onTheme={onTheme} />
      </>
    );
  if (isHeld && selected !== null) return <HeldPanel selected={selected} />;
  return selected === null ? <ManyPanel selection={selection} /> : <OnePanel selected={selected} />;
}

/** While the hand is on it: figures alone, which cost little to follow it. */
function HeldPanel({ selected: { frame, surfaceId, ppi, tone } }: { readonly selected: SelectedFrame }) {
  const { t, format } = useText();
  const document = useLayoutPart(documentOf);
  const surfaceName = useSurfaceNames(document);
  const { xMm, yMm, widthMm, heightMm } = frame.box;
  const figures = [
    ['X', xMm],
    ['Y', yMm],
    [t('layout.width'), widthMm],
    [t('layout.height'), heightMm],
  ] as const;
  return (
    <Part title={t(`layout.kind.${frame.kind}`)} note={surfaceName(surfaceId)}>
      <div className={styles.pairs}>
        {figures.map(([name, mm]) => (
          <p key={name} className={styles.held}>
            <span>{name}</span>
            <span>
              {format.mm(mm)} {t('layout.unit.mm')}
            </span>
          </p>
        ))}
      </div>
      {ppi !== null && (
        <p className={styles.ppi} data-tone={tone}>
          {format.quantity({ value: ppi, unit: 'ppi' })}
        </p>
      )}
    </Part>
  );
}

function OnePanel({ selected }: { readonly selected: SelectedFrame }) {
  const { t } = useText();
  const session = useLayout();
  const surfaceName = useSurfaceNames(useLayoutPart(documentOf));
  const { surfaceId, frameId, frame, picture } = selected;
  const of: Selection = { surfaceId, frameIds: [frameId] };
  const { box } = frame;
  const put = (change: Partial<BoxMm>): void =>
    void session.do(
      'setBox',
      setBox(session.document, { surfaceId, frameId, box: { ...box, ...change } }),
      `box ${frameId}`,
    );
  const mm = t('layout.unit.mm');
  return (
    <>
      <Part title={t(`layout.kind.${frame.kind}`)} note={surfaceName(surfaceId)}>
        {/* Of one frame: what is typed for one is never another's. */}
        <div key={frameId} className={styles.pairs}>
          <MeasureField label="X" unit={mm} value={box.xMm} onChange={(xMm) => put({ xMm })} />
          <MeasureField label="Y" unit={mm} value={box.yMm} onChange={(yMm) => put({ yMm })} />
          <MeasureField
            label={t('layout.width')}
            unit={mm}
            value={box.widthMm}
            onChange={(widthMm) => put({ widthMm })}
          />
          <MeasureField
            label={t('layout.height')}
            unit={mm}
            value={box.heightMm}
            onChange={(heightMm) => put({ heightMm })}
          />
        </div>
        <ArrangeButtons of={of} isLocked={frame.locked} />
      </Part>
      {frame.kind === 'picture' && picture !== null && <InsidePart selected={selected} frame={frame} />}
      {frame.kind === 'text' && <TextPart of={of} frame={frame} />}
      {frame.kind !== 'text' && <LookPart of={of} frame={frame} />}
    </>
  );
}

function ManyPanel({ selection }: { readonly selection: Selection }) {
  const { t } = useText();
  const document = useLayoutPart(documentOf);
  const names = useFrameNames(document);
  const surface = surfaceOf(document, selection.surfaceId);
  const areLocked = selection.frameIds.every((id) => surface?.frames[id]?.locked === true);
  return (
    <Part title={t('layout.many', { count: selection.frameIds.length })}>
      <ArrangeButtons of={selection} isLocked={areLocked} />
      <ul className={styles.names}>
        {selection.frameIds.map((id) => (
          <li key={id}>{names(selection.surfaceId, id)}</li>
        ))}
      </ul>
    </Part>
  );
}
