import { useRef, useState, useEffect, type RefObject } from 'react';
import { ToggleButton, ToggleButtonGroup } from 'react-aria-components';
import type { PdfKind } from '../../../src-core/contract/books.ts';
import type { ContractName } from '../../../src-core/contract/profiles.ts';
import type { BookSpec } from '../../../src-core/contract/specs.ts';
import type { ConnectionView } from '../../../src-core/ipc/subjects/connections.ts';
import { pdfPagesOf, spineWidthMm } from '../../../src-core/specs/book-geometry.ts';
import { guidesOf, type GuideKind } from '../../../src-core/specs/guides.ts';
import { useText } from '../../i18n/use-text.ts';
import { CliffMeter } from './cliff-meter.tsx';
import { GuideLegend } from './guide-legend.tsx';
import { GuideHatches } from './guide-shape.tsx';
import { snapPages } from './page-control.ts';
import { PageStepper } from './page-stepper.tsx';
import { SheetDrawing } from './sheet-drawing.tsx';
import { SpecFacts } from './spec-facts.tsx';
import { SpecList } from './spec-list.tsx';
import styles from './specs.module.css';

export interface SpecsScreenProps {
  readonly specs: readonly [BookSpec, ...BookSpec[]];
  readonly contract: ContractName;
  readonly environment: ConnectionView['environment'];
}

/** What a book of this spec and so many pages looks like as files: drawn, measured, priced, and as a template. */
export function SpecsScreen({ specs, contract, environment }: SpecsScreenProps) {
  const { t, format } = useText();
  const [specUid, setSpecUid] = useState(specs[0].bookSpecUid);
  const spec = specs.find((candidate) => candidate.bookSpecUid === specUid) ?? specs[0];
  const [wantedPages, setWantedPages] = useState(spec.pageDefault);
  const [kind, setKind] = useState<PdfKind>('cover');
  const [hidden, setHidden] = useState<ReadonlySet<GuideKind>>(new Set());
  const canvas = useRef<HTMLDivElement>(null);
  const room = useElementSize(canvas);
  const pages = snapPages(spec, wantedPages);
  const sheet = guidesOf(spec, kind, pages);
  const size = { width: format.mm(sheet.widthMm), height: format.mm(sheet.heightMm) };
  const toggle = (guide: GuideKind) => {
    const next = new Set(hidden);
    if (!next.delete(guide)) next.add(guide);
    setHidden(next);
  };
  return (
    <div className={styles.screen}>
      <GuideHatches />
      <SpecList specs={specs} selected={spec.bookSpecUid} onSelect={setSpecUid} />
      <div className={styles.middle}>
        <div className={styles.tools}>
          <ToggleButtonGroup
            className={styles.segmented ?? ''}
            aria-label={t('specs.show')}
            selectionMode="single"
            disallowEmptySelection
            selectedKeys={[kind]}
            onSelectionChange={(keys) => setKind(keys.has('cover') ? 'cover' : 'contents')}
          >
            <ToggleButton id="cover">{t('specs.show.cover')}</ToggleButton>
            <ToggleButton id="contents">
              {t(spec.bindingType === 'LAYFLAT' ? 'specs.show.spread' : 'specs.show.contents')}
            </ToggleButton>
          </ToggleButtonGroup>
          <PageStepper spec={spec} pages={pages} onPages={setWantedPages} />
        </div>
        {spec.bindingType === 'LAYFLAT' && (
          <p className={styles.spreads}>
            {t('specs.pages.spreads', { spreads: pdfPagesOf(spec, 'contents', pages), pages })}
          </p>
        )}
        <div ref={canvas} className={styles.canvas}>
          {room !== null && (
            <SheetDrawing
              sheet={sheet}
              widthPx={room.widthPx}
              heightPx={room.heightPx}
              hidden={hidden}
              label={
                kind === 'cover'
                  ? t('specs.drawing.cover', {
                      name: spec.name,
                      pages,
                      ...size,
                      spine: format.mm(spineWidthMm(spec, pages)),
                    })
                  : t('specs.drawing.contents', { name: spec.name, ...size })
              }
              partName={(part) => t(`specs.part.${part}`)}
              formatMm={format.mm}
              scaleText={(ratio) => t('specs.drawing.scale', { ratio })}
            />
          )}
        </div>
        <GuideLegend sheet={sheet} hidden={hidden} onToggle={toggle} />
        <div className={styles.cliffArea}>
          <h2>{t('specs.cliff.title')}</h2>
          <CliffMeter spec={spec} pages={pages} onPages={setWantedPages} />
        </div>
      </div>
      <SpecFacts spec={spec} pages={pages} contract={contract} environment={environment} />
    </div>
  );
}

interface ElementSize {
  readonly widthPx: number;
  readonly heightPx: number;
}

/** The inner size of an element as it changes; null until it has been laid out. */
function useElementSize(ref: RefObject<HTMLElement | null>): ElementSize | null {
  const [size, setSize] = useState<ElementSize | null>(null);
  useEffect(() => {
    const element = ref.current;
    if (element === null) return;
    const observer = new ResizeObserver(([entry]) => {
      if (entry !== undefined) setSize({ widthPx: entry.contentRect.width, heightPx: entry.contentRect.height });
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref]);
  return size;
}
