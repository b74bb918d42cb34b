import { describe, expect, it } from 'vitest';
import { thresholdSections, type NamedThreshold } from './threshold-list.ts';

const named = (
  name: string,
  section: string,
  title: string,
  sectionTitle: string,
  standard: string,
): NamedThreshold => ({
  name,
  section,
  title,
  sectionTitle,
  standard,
  value: 1,
  unit: 'mm',
  origin: 'builtIn',
  builtIn: 1,
});

const thresholds = [
  named('smallTextPt', 'text', '작은 글자', '글자', 'GWG 2022, R0016'),
  named('bleedMm', 'anatomy', '도련', '도련과 제본', 'ISO 15930'),
  named('hairlinePt', 'objects', '가는 선', '선과 도형', 'GWG 2022, R0018'),
  named('spineMm', 'anatomy', '책등 여백', '도련과 제본', 'KDP'),
];
const found = (query: string): string[][] =>
  thresholdSections(thresholds, query).map(({ section, thresholds: members }) => [
    section,
    ...members.map(({ name }) => name),
  ]);

describe('thresholds in the settings', () => {
  it('stand by section, in the order of the checks', () => {
    expect(found('')).toEqual([
      ['anatomy', 'bleedMm', 'spineMm'],
      ['text', 'smallTextPt'],
      ['objects', 'hairlinePt'],
    ]);
  });

  it('are found by name, by the first consonants of it, by section and by standard', () => {
    expect(found('책등')).toEqual([['anatomy', 'spineMm']]);
    expect(found('ㅈㅇ ㄱㅈ')).toEqual([['text', 'smallTextPt']]);
    expect(found('제본')).toEqual([['anatomy', 'bleedMm', 'spineMm']]);
    expect(found('R0018')).toEqual([['objects', 'hairlinePt']]);
    expect(found('nothing of the kind')).toEqual([]);
  });
});
