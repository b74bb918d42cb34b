import type { ThresholdView } from '../../../src-core/ipc/subjects/checks.ts';
import { createMatcher } from '../../i18n/choseong.ts';

/** As the checks are told: the sheet first, then what binds it, then what is on it. */
const SECTION_ORDER = ['structure', 'geometry', 'anatomy', 'images', 'text', 'colour', 'objects', 'order'];

export interface NamedThreshold extends ThresholdView {
  /** In the operator's language. */
  readonly title: string;
  readonly sectionTitle: string;
}

export interface ThresholdSection {
  readonly section: string;
  readonly title: string;
  readonly thresholds: readonly NamedThreshold[];
}

/** Thresholds by section, those alone whose name, section or standard the query matches. */
export function thresholdSections(thresholds: readonly NamedThreshold[], query: string): readonly ThresholdSection[] {
  const matches = createMatcher(query);
  const sections = new Map<string, NamedThreshold[]>();
  for (const one of thresholds) {
    if (!matches(one.title) && !matches(one.sectionTitle) && !matches(one.standard)) continue;
    sections.set(one.section, [...(sections.get(one.section) ?? []), one]);
  }
  return [...sections]
    .sort(([a], [b]) => place(a) - place(b))
    .map(([section, members]) => ({ section, title: members[0]?.sectionTitle ?? section, thresholds: members }));
}

const place = (section: string): number => {
  const at = SECTION_ORDER.indexOf(section);
  return at === -1 ? SECTION_ORDER.length : at;
};
