import { IntlMessageFormat } from 'intl-messageformat';
import { describe, expect, it } from 'vitest';
import type { Quantity } from '../../src-core/preflight/finding.ts';
import { CATALOGUES } from './catalogues.ts';
import { createText } from './text.ts';

const argumentsOf = (message: string, language: string): string[] => {
  const names = new Set<string>();
  const visit = (parts: unknown): void => {
    for (const part of parts as { type: number; value?: string; options?: Record<string, { value: unknown }> }[]) {
      // 0 is literal text, 7 the # of a plural; everything else names its argument.
      if (part.type !== 0 && part.type !== 7 && part.value !== undefined) names.add(part.value);
      for (const option of Object.values(part.options ?? {})) visit(option.value);
    }
  };
  visit(new IntlMessageFormat(message, language, undefined, { ignoreTag: true }).getAst());
  return [...names].sort();
};

describe('locale catalogues', () => {
  it('have the same keys in both languages', () => {
    expect([...CATALOGUES.en.keys()].sort()).toEqual([...CATALOGUES.ko.keys()].sort());
  });

  it('are valid ICU messages that take the same arguments', () => {
    const differing = [...CATALOGUES.ko].filter(([key, ko]) =>
      argumentsOf(ko, 'ko').some((name) => !argumentsOf(CATALOGUES.en.get(key) ?? '', 'en').includes(name)),
    );
    expect(differing.map(([key]) => key)).toEqual([]);
  });

  it('put figures and plurals into sentences', () => {
    const { t, format } = createText('en');
    expect(t('findings.size.width.title', { measuredMm: 544, allowedMm: 550, toleranceMm: 2 })).toBe(
      'Width 544.0, needs 550.0 mm',
    );
    expect(t('library.upload', { count: 1 })).toBe('Upload 1 book');
    expect(t('findings.file.unreadable.detail', { reason: 'truncated', atByte: -1 })).toBe(
      'The end of the file is missing: the export or the copy was broken off.',
    );
    expect(createText('ko').t('library.upload', { count: 187 })).toBe('187권 업로드');
    expect(format.money(1_204_300, 'KRW')).toBe('₩1,204,300');
    expect(createText('ko').format.quantity({ value: 66, unit: 'pages' })).toBe('66쪽');
    expect(format.duration(12 * 60_000)).toBe('12 min');
  });

  it('writes what is left of a wait without sixty of a unit, and a wait that is over in seconds', () => {
    const { duration, took } = createText('en').format;
    const hourMs = 3_600_000;
    expect([2 * hourMs - 20_000, 2 * hourMs, 2 * hourMs + 1_000].map(duration)).toEqual([
      '2 hr 0 min',
      '2 hr 0 min',
      '2 hr 1 min',
    ]);
    expect([hourMs - 400, hourMs - 61_000, 59_600, 59_400, 400, 0].map(duration)).toEqual([
      '1 hr 0 min',
      '59 min',
      '1 min',
      '59 sec',
      '0 sec',
      '0 sec',
    ]);
    expect(createText('ko').format.duration(2 * hourMs - 20_000)).toBe('2시간 0분');
    expect([38, 1_200].map(took)).toEqual(['38 ms', '1 sec']);
  });

  it('groups every figure as the language does, also one that stands bare in its sentence', () => {
    expect(createText('en').t('library.ready', { count: 12_345 })).toBe('12,345 ready');
    expect(createText('ko').t('ui.queue.progress', { done: 1_200, total: 10_000 })).toContain('1,200');
    const ungrouped = (['ko', 'en'] as const).flatMap((language) => {
      const { t } = createText(language);
      return [...CATALOGUES[language]]
        .filter(([key, message]) =>
          t(key, Object.fromEntries(argumentsOf(message, language).map((name) => [name, 12_345]))).includes('12345'),
        )
        .map(([key]) => key);
    });
    expect(ungrouped).toEqual([]);
  });

  it('writes every unit of a finding', () => {
    const inBoth = (unit: Quantity['unit'], value: number): string[] => [
      createText('en').format.quantity({ value, unit }),
      createText('ko').format.quantity({ value, unit }),
    ];
    expect(inBoth('ppi', 161.7)).toEqual(['162 ppi', '162 ppi']);
    expect(inBoth('pt', 0.25)).toEqual(['0.25 pt', '0.25 pt']);
    expect(inBoth('percent', 312.46)).toEqual(['312.5%', '312.5%']);
    expect(inBoth('count', 12)).toEqual(['12', '12']);
    expect(createText('en').format.limit({ value: 3.175, unit: 'mm' })).toBe('3.175 mm');
    expect(createText('ko').format.limit({ value: 2, unit: 'pages' })).toBe('2쪽');
    expect(createText('en').format.limit({ value: 320, unit: 'percent' })).toBe('320%');
  });

  it('shows the key of a sentence that is missing, or that lacks a value', () => {
    expect(createText('en').t('library.noSuchKey')).toBe('library.noSuchKey');
    expect(createText('en').t('library.upload')).toBe('library.upload');
  });
});
