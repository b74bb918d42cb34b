import { useCallback, useEffect, useRef, useState } from 'react';
import type { TextMeasure } from '../../../src-core/composition/sketch.ts';
import { PLAINEST_TYPEFACES, TYPEFACES } from '../../../src-core/composition/typefaces.ts';
import type { Template } from '../../../src-core/contract/templates.ts';
import type { OpenLayout } from '../../../src-core/ipc/subjects/layouts.ts';
import { spreadOfPdfPage, spreadsOf } from '../../../src-core/layout/spreads.ts';
import { unplacedPictures } from '../../../src-core/layout/operations/pictures.ts';
import { beforeLeaving } from '../../bridge.ts';
import { useText } from '../../i18n/use-text.ts';
import { beforeGoing, type PageAddress } from '../../route.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { countTyped } from '../../ui/key-events.ts';
import { ConfirmDialog } from '../../ui/sheet.tsx';
import { showToast } from '../../ui/toast-store.ts';
import { windowClock } from '../../ui/use-now.ts';
import { X } from 'lucide-react';
import { ArrangementBar, fillBook, turnArrangement } from './arrangement-bar.tsx';
import { bookFaces } from './book-faces.ts';
import { CheckList } from './check-list.tsx';
import { ExportSheet } from './export-sheet.tsx';
import { FramePanel } from './frame-panel.tsx';
import { documentOf, LayoutContext, placeOf, useLayout, useLayoutPart } from './layout-context.ts';
import { LayoutHeader } from './layout-header.tsx';
import { addTextHere, useLayoutKeys } from './layout-keys.ts';
import { layoutDoor } from './layout-doorway.ts';
import { LayoutSession } from './layout-session.ts';
import { askedBy, LiveChecks, useResolvedThresholds } from './live-checks.tsx';
import { usePreviewRounds } from './preview-image.tsx';
import { BoundPreview } from './preview/bound-preview.tsx';
import { PreviewBar } from './preview/preview-bar.tsx';
import { useBookPreview } from './preview/use-book-preview.ts';
import { Stage, type StageHandle } from './stage/stage.tsx';
import { ProofSheet, type ProofView } from './proof-sheet.tsx';
import { SpecSheet } from './spec-sheet.tsx';
import { TableSheet } from './themed/table-sheet.tsx';
import { ThemeSheet, type ThemeChoice } from './themed/theme-sheet.tsx';
import { SpreadComments } from './spread-comments.tsx';
import { Strip } from './strip.tsx';
import { Tray } from './tray.tsx';
import { useComments, useNextComment } from './use-comments.ts';
import { useExport } from './use-export.ts';
import { useIntake } from './use-intake.ts';
import { useProofNews } from './use-proof-news.ts';
import { cx } from '../../ui/class-names.ts';
import styles from './layout-screen.module.css';

/** Rows of a table that become entries of a template. */
interface ThemeTable {
  readonly template: Template;
  readonly before: string | null;
}

interface LayoutScreenProps {
  readonly bookId: string;
  readonly opened: OpenLayout;
  /** The page of its PDFs that it is opened for; null: it begins with the cover. */
  readonly at: PageAddress | null;
  /** To the row that tells of the layout now. */
  readonly onLeave: (bookId: string) => void;
}

/** A book being made, over the whole window: pictures, the spread, what is selected, and all spreads in a row. */
export function LayoutScreen({ bookId, opened, at, onLeave }: LayoutScreenProps) {
  const [session] = useState(() => {
    const begun = new LayoutSession(bookId, opened, windowClock);
    if (at?.kind === 'contents') begun.goTo(spreadOfPdfPage(opened.document, at.page));
    return begun;
  });
  const isGone = useRef(false);
  useEffect(() => {
    // React's strict mode lets a screen go and come back in one go: the door has counted it out, and its session goes on.
    if (isGone.current) void layoutDoor.enter(bookId).catch(() => undefined);
    isGone.current = false;
    const flush = (): void => void session.flush();
    window.addEventListener('blur', flush);
    window.addEventListener('pagehide', flush);
    const stopKeeping = beforeLeaving(async () => {
      // What is being written in a field becomes a step when the field is left.
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
      // A text with letters that no face has stays in its field.
      const isLeft = session.leaveText();
      await session.flush();
      return session.unkept + (isLeft ? 0 : 1);
    });
    return () => {
      stopKeeping();
      window.removeEventListener('blur', flush);
      window.removeEventListener('pagehide', flush);
      session.filling.stop();
      isGone.current = true;
      const finish = async (): Promise<void> => {
        await session.flush();
        // What could not be written was asked about before (`beforeGoing`).
        if (isGone.current) session.end();
      };
      void layoutDoor.leave(bookId, finish).catch(() => undefined);
    };
  }, [session, bookId]);
  return (
    <LayoutContext value={session}>
      <Desk opened={opened} onLeave={onLeave} />
    </LayoutContext>
  );
}

function Desk({ opened, onLeave }: Pick<LayoutScreenProps, 'opened' | 'onLeave'>) {
  const { notes } = opened;
  const { t, ref } = useText();
  const session = useLayout();
  const document = useLayoutPart(documentOf);
  const place = useLayoutPart(placeOf);
  const readOnly = useLayoutPart((view) => view.readOnly);
  const [theming, setTheming] = useState<ThemeChoice | null>(null);
  const [table, setTable] = useState<ThemeTable | null>(null);
  const isThemed = document.themed !== null;
  const measure = useBookFaces(isThemed || theming !== null || table !== null);
  const thresholds = useResolvedThresholds();
  const asked = askedBy(thresholds);
  const [hasGuides, setHasGuides] = useState(true);
  const preview = useBookPreview(session);
  const [isRetargeting, setIsRetargeting] = useState(false);
  const [proofing, setProofing] = useState<ProofView | null>(null);
  const [isExporting, setIsExporting] = useState(false);
  const [areNotesRead, setAreNotesRead] = useState(false);
  const [unkept, setUnkept] = useState<{ readonly steps: number; readonly go: () => void } | null>(null);
  const [rowId, setRowId] = useState(opened.bookId);
  const toRow = (): void => onLeave(rowId);
  const stage = useRef<StageHandle>(null);
  const intake = useIntake(session);
  const made = useExport(session, isExporting, setRowId);
  useProofNews(session, proofing !== null);
  const closeExport = (): void => {
    if (made !== null && made.state !== 'running') session.exporting.set(null);
    setIsExporting(false);
  };
  usePreviewRounds();
  const toggleGuides = useCallback(() => setHasGuides((now) => !now), []);
  // What the disk does not take is lost with the window's copy of it: never without a question, whatever the way out.
  useEffect(
    () =>
      beforeGoing((go) => {
        countTyped();
        if (!session.leaveText()) return;
        void session.flush().then(() => {
          if (session.unkept === 0) go();
          else setUnkept({ steps: session.unkept, go });
        });
      }),
    [session],
  );
  const makePdfs = (): void => {
    if (session.leaveText()) void session.flush().then(() => setIsExporting(true));
  };
  const nextComment = useNextComment(() => setProofing('comments'));
  const openComments = useComments().filter(({ isDone }) => !isDone).length;
  useLayoutKeys(session, {
    leave: toRow,
    toggleGuides,
    preview,
    fit: () => stage.current?.fit(),
    trueSize: () => stage.current?.trueSize(),
    arrange: (by) => turnArrangement(session, by, asked),
    makePdfs,
    nextComment,
  });
  const unplaced = unplacedPictures(document).length;
  const spreads = spreadsOf(document).length;
  return (
    <LiveChecks thresholds={thresholds} measure={measure}>
      <div className={styles.screen} data-layout="">
        <LayoutHeader
          hasGuides={hasGuides}
          isPreview={preview.isOn}
          onGuides={toggleGuides}
          onPreview={preview.toggle}
          onText={() => addTextHere(session)}
          onTheme={() => session.leaveText() && setTheming({ what: 'add', before: null })}
          onSpec={() => session.leaveText() && setIsRetargeting(true)}
          onLeave={toRow}
        />
        {readOnly !== null && <p className={styles.note}>{ref(readOnly)}</p>}
        {notes.length > 0 && !areNotesRead && (
          <div className={styles.note}>
            <ul>
              {notes.map(({ key, params }) => (
                <li key={key}>{t(key, params)}</li>
              ))}
            </ul>
            <IconButton label={t('ui.close')} icon={X} onPress={() => setAreNotesRead(true)} />
          </div>
        )}
        {intake.isRunning && (
          <div className={cx(styles.note, styles.progress)}>
            <p role="status">{t('layout.intake.running', { looked: intake.looked, found: intake.found })}</p>
            <Button variant="quiet" isBusy={intake.isStopping} onPress={intake.stop}>
              {t('layout.intake.stop')}
            </Button>
          </div>
        )}
        <IntakeEnd intake={intake} />
        <div className={styles.body} data-looking={preview.isOn || undefined}>
          <Tray
            onFill={(which) => void fillBook(session, asked, which)}
            onAddFolder={intake.pickFolder}
            onAddFiles={intake.pickFiles}
          />
          <div className={styles.middle}>
            {preview.isOn && preview.look === 'bound' ? (
              <BoundPreview measure={measure} thresholds={thresholds} place={preview.place} />
            ) : (
              <Stage measure={measure} hasGuides={hasGuides} isPreview={preview.isOn} handle={stage} />
            )}
            {preview.isOn ? <PreviewBar {...preview} /> : <ArrangementBar />}
          </div>
          <aside className={styles.panel} aria-label={t('layout.properties')} data-pane="inspector">
            <FramePanel onTheme={(choice) => session.leaveText() && setTheming(choice)} />
            <SpreadComments />
            <CheckList />
          </aside>
        </div>
        <div className={styles.foot}>
          <Strip measure={measure} />
          <div className={styles.main}>
            <p className={styles.figures}>
              {place === 'cover' ? t('layout.cover') : t('layout.spreadOf', { spread: place + 1, spreads })}
              {' · '}
              {document.pictureOrder.length === 0
                ? t('layout.tray.none.title')
                : t('layout.unplacedCount', { count: unplaced })}
            </p>
            {nextComment !== null && (
              <Button variant="quiet" shortcut="C" onPress={nextComment}>
                {t('layout.comments.open', { count: openComments })}
              </Button>
            )}
            <div className={styles.outward}>
              <Button size="large" onPress={() => session.leaveText() && setProofing('changes')}>
                {t('layout.proof.open')}
              </Button>
              <Button variant="primary" size="large" shortcut="Mod+Enter" onPress={makePdfs}>
                {t('layout.makePdfs')}
              </Button>
            </div>
          </div>
        </div>
        {unkept !== null && (
          <ConfirmDialog
            title={t('layout.unkept.title')}
            text={t('layout.unkept.text', { count: unkept.steps })}
            keepLabel={t('layout.unkept.stay')}
            confirmLabel={t('layout.unkept.leave')}
            onKeep={() => setUnkept(null)}
            onConfirm={() => {
              setUnkept(null);
              unkept.go();
            }}
          />
        )}
        {theming !== null && (
          <ThemeSheet
            choice={theming}
            onClose={() => setTheming(null)}
            onTable={(template, before) => {
              setTheming(null);
              setTable({ template, before });
            }}
          />
        )}
        {table !== null && <TableSheet {...table} onClose={() => setTable(null)} />}
        {isRetargeting && <SpecSheet onClose={() => setIsRetargeting(false)} />}
        {proofing !== null && <ProofSheet view={proofing} onClose={() => setProofing(null)} />}
        {isExporting && <ExportSheet state={made} onClose={closeExport} onLeave={toRow} />}
      </div>
    </LiveChecks>
  );
}

/** What did not come in, and why, until it was read. */
function IntakeEnd({ intake }: { readonly intake: ReturnType<typeof useIntake> }) {
  const { t, ref } = useText();
  const { refused, leftOut } = intake;
  if (refused.length === 0 && leftOut === 0) return null;
  return (
    <div className={styles.note} role="status">
      <div>
        {leftOut > 0 && <p>{t('layout.intake.stopped', { count: leftOut })}</p>}
        {refused.length > 0 && <p>{t('layout.intake.refused', { count: refused.length })}</p>}
        <ul>
          {refused.map(({ name, reason }, index) => (
            <li key={index}>
              {name}: {ref(reason)}
            </li>
          ))}
        </ul>
      </div>
      <IconButton label={t('ui.close')} icon={X} onPress={intake.dismiss} />
    </div>
  );
}

/** The faces that books are set in, or those of templates too; null until they are there, and then texts appear. */
function useBookFaces(ofTemplates: boolean): TextMeasure | null {
  const [measures, setMeasures] = useState<{ readonly plain: TextMeasure | null; readonly all: TextMeasure | null }>({
    plain: null,
    all: null,
  });
  useEffect(() => {
    let isCurrent = true;
    bookFaces(ofTemplates ? TYPEFACES : PLAINEST_TYPEFACES).then(
      (found) => isCurrent && setMeasures((former) => ({ ...former, [ofTemplates ? 'all' : 'plain']: found })),
      () => showToast({ text: { key: 'layout.noFaces' }, tone: 'bad' }),
    );
    return () => {
      isCurrent = false;
    };
  }, [ofTemplates]);
  // Those that are there stay: texts do not go and come back when a theme is chosen.
  return measures.all ?? (ofTemplates ? null : measures.plain);
}
