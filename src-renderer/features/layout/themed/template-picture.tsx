import { useMemo } from 'react';
import { composeCover, composeEntries } from '../../../../src-core/composition/compose.ts';
import type { BoundPicture } from '../../../../src-core/composition/bound-values.ts';
import type { TextMeasure } from '../../../../src-core/composition/sketch.ts';
import type { Template } from '../../../../src-core/contract/templates.ts';
import type { LayoutDocument } from '../../../../src-core/layout/document.ts';
import { sampleOf } from '../../../../src-core/layout/themed/laid.ts';
import type { ThemedItem } from '../../../../src-core/layout/themed/surface.ts';
import { sampleValues } from '../../../../src-core/templates/sample-values.ts';
import type { Thresholds } from '../../../../src-core/preflight/thresholds.ts';
import type { BoxMm } from '../../../../src-core/specs/book-geometry.ts';
import { cssColour } from '../stage/frame-view.tsx';
import { stageSheetOf } from '../stage/stage-sheet.ts';
import { today } from './use-entries.ts';
import { ThemedLayer } from './themed-layer.tsx';
import styles from './template-picture.module.css';

interface TemplatePictureProps {
  readonly template: Template;
  readonly document: LayoutDocument;
  readonly measure: TextMeasure;
  readonly thresholds: Thresholds;
  /** What it has to fit into. */
  readonly widthPx: number;
  readonly heightPx: number;
}

/** A template with words that say what goes where, and with pictures of the book where it has some; as it is cut. */
export function TemplatePicture({ template, document, measure, thresholds, widthPx, heightPx }: TemplatePictureProps) {
  const { spec, title, order } = document;
  const samples = samplesOf(document);
  const { ground, items, seen } = useMemo(() => {
    const system = { bookTitle: title, ...today() };
    const values = sampleValues(template, samples);
    if (template.templateKind === 'cover') {
      const pageCount = order.length;
      const { background, items: own } = composeCover({ spec, pageCount, template, values, system, measure });
      const { trim } = stageSheetOf({ spec, order }, 'cover', thresholds);
      return { ground: background, items: own.map(asItem), seen: trim };
    }
    const wish = { breakBefore: 'page', side: null } as const;
    const { pages } = composeEntries({ spec, entries: [{ template, values, wish }], pageCount: 1, system, measure });
    const begun = pages.filter(({ isBegun }) => isBegun);
    const across = template.layoutRules.pages ?? 1;
    return {
      ground: begun[0]?.background ?? { red: 255, green: 255, blue: 255, alpha: 255 },
      items: (begun[0]?.items ?? []).map(({ item }) => asItem(item)),
      seen: { xMm: 0, yMm: 0, widthMm: across * spec.innerTrimWidthMm, heightMm: spec.innerTrimHeightMm },
    };
  }, [template, samples, spec, title, order, measure, thresholds]);
  const scale = Math.min(widthPx / seen.widthMm, heightPx / seen.heightMm);
  return (
    <span className={styles.picture} style={{ width: widthPx, height: heightPx }}>
      <span
        className={styles.page}
        style={{ width: seen.widthMm * scale, height: seen.heightMm * scale, background: cssColour(ground) }}
      >
        <span className={styles.inside} style={{ left: -seen.xMm * scale, top: -seen.yMm * scale }}>
          <ThemedLayer
            document={document}
            items={items}
            within={null}
            origin={onSheet}
            scale={scale}
            measure={measure}
            previewPx={320}
          />
        </span>
      </span>
    </span>
  );
}

const onSheet: Pick<BoxMm, 'xMm' | 'yMm'> = { xMm: 0, yMm: 0 };
const asItem = (item: ThemedItem['item']): ThemedItem => ({ entryId: null, item });

/** More are seen in no template that is shown small. */
const SAMPLES = 12;
const known = new WeakMap<LayoutDocument['pictures'], readonly BoundPicture[]>();

function samplesOf({ pictures, pictureOrder }: LayoutDocument): readonly BoundPicture[] {
  const there = known.get(pictures);
  if (there !== undefined) return there;
  const samples = sampleOf(pictures, pictureOrder.slice(0, SAMPLES));
  known.set(pictures, samples);
  return samples;
}
