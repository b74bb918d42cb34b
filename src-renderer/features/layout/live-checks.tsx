import { createContext, use, useMemo, type ReactNode } from 'react';
import { lettersLacking } from '../../../src-core/composition/printable.ts';
import type { BookSpec } from '../../../src-core/contract/specs.ts';
import type { TextMeasure } from '../../../src-core/composition/sketch.ts';
import type { Typeface } from '../../../src-core/composition/typefaces.ts';
import { guardsOfCover, guardsOfSpread, type Guard } from '../../../src-core/layout/guards.ts';
import type { LayoutDocument } from '../../../src-core/layout/document.ts';
import { lostWords } from '../../../src-core/layout/lost-words.ts';
import type { Asked } from '../../../src-core/layout/live.ts';
import { resolveThresholds, thresholdsOfSpec, type Thresholds } from '../../../src-core/preflight/thresholds.ts';
import { useAnswer } from '../../bridge.ts';
import { placeOf, calmlyShownOf, useLayoutPart } from './layout-context.ts';

const ThresholdsContext = createContext<Thresholds>(resolveThresholds());
const GuardsContext = createContext<readonly Guard[]>([]);
const MeasureContext = createContext<TextMeasure | null>(null);

/** As `useResolvedThresholds` has found them for the book on the stage. */
export const useLayoutThresholds = (): Thresholds => use(ThresholdsContext);

/** What arranging holds pictures to: the number that preflight will hold them against. */
export const askedBy = (thresholds: Thresholds): Asked => ({ leastPpi: thresholds.of('imagePpiWarning').value });
export function useAsked(): Asked {
  const thresholds = useLayoutThresholds();
  return useMemo(() => askedBy(thresholds), [thresholds]);
}

/** What preflight would say of what lies on the stage, while the hand still moves; the worst first. */
export const useGuards = (): readonly Guard[] => use(GuardsContext);

/** How texts are measured; null until their faces are there. */
export const useMeasure = (): TextMeasure | null => use(MeasureContext);

/** Letters of a text that no face has, the first of them; none before the faces are there. */
export function useLettersLacking(text: string, typeface: Typeface): readonly string[] {
  const measure = useMeasure();
  return useMemo(
    () => (measure === null ? [] : lettersLacking(text, typeface, measure).slice(0, MOST_NAMED)),
    [text, typeface, measure],
  );
}

/** Words of the whole book that would not be printed; none before the faces are there. */
export function useLostWords(document: LayoutDocument): readonly Guard[] {
  const measure = useMeasure();
  const thresholds = useLayoutThresholds();
  return useMemo(
    () => (measure === null ? [] : lostWords(document, thresholds, measure)),
    [document, thresholds, measure],
  );
}

const MOST_NAMED = 12;

interface LiveChecksProps {
  readonly thresholds: Thresholds;
  /** Null until the faces of texts are there: nothing is found before. */
  readonly measure: TextMeasure | null;
  readonly children: ReactNode;
}

/** Looks once at each state that the hand makes, for everything beside the stage that tells of it. */
export function LiveChecks({ thresholds, measure, children }: LiveChecksProps) {
  const guards = useFoundGuards(measure, thresholds);
  return (
    <ThresholdsContext value={thresholds}>
      <GuardsContext value={guards}>
        <MeasureContext value={measure}>{children}</MeasureContext>
      </GuardsContext>
    </ThresholdsContext>
  );
}

/** What preflight will hold a book of that spec against: the spec, then what the studio set, then what is built in. */
export function useThresholdsOf(spec: BookSpec): Thresholds {
  const views = useAnswer('checks.thresholds', {}).data;
  return useMemo(() => {
    const own = (views ?? []).filter(({ origin }) => origin === 'studio' || origin === 'printHouse');
    return resolveThresholds({
      spec: thresholdsOfSpec(spec),
      studio: Object.fromEntries(own.map(({ name, value }) => [name, value])),
    });
  }, [views, spec]);
}

/** As `useThresholdsOf`, of the book on the stage. */
export const useResolvedThresholds = (): Thresholds => useThresholdsOf(useLayoutPart(({ document }) => document.spec));

const WORST_FIRST = ['error', 'warning', 'info'] as const;

function useFoundGuards(measure: TextMeasure | null, thresholds: Thresholds): readonly Guard[] {
  const shown = useLayoutPart(calmlyShownOf);
  const place = useLayoutPart(placeOf);
  return useMemo(() => {
    if (measure === null) return [];
    const found =
      place === 'cover' ? guardsOfCover(shown, thresholds, measure) : guardsOfSpread(shown, place, thresholds, measure);
    return found.toSorted((a, b) => WORST_FIRST.indexOf(a.severity) - WORST_FIRST.indexOf(b.severity));
  }, [shown, place, thresholds, measure]);
}
