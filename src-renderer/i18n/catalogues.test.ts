import { IntlMessageFormat } from 'intl-messageformat';
import { describe, expect, it } from 'vitest';
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
    const differing = [...CATALOGUES.ko].filter(([key, ko]) => argumentsOf(ko, 'ko').some((name) => !argumentsOf(CATALOGUES.en.get(key) ?? '', 'en').includes(name)));
    expect(differing.map(([key]) => key)).toEqual([]);
  });

  it('put figures and plurals into sentences', () => {
    const { t, format } = createText('en');
    expect(t('findings.size.width.title', { measuredMm: 544, allowedMm: 550, toleranceMm: 2 })).toBe('Width 544.0, needs 550.0 mm');
    expect(t('library.upload', { count: 1 })).toBe('Upload 1 book');
    expect(t('findings.file.unreadable.detail', { reason: 'truncated', atByte: -1 })).toBe('The end of the file is missing: the export or the copy was broken off.');
    expect(createText('ko').t('library.upload', { count: 187 })).toBe('187권 업로드');
    expect(format.money(1_204_300, 'KRW')).toBe('₩1,204,300');
    expect(createText('ko').format.quantity({ value: 66, unit: 'pages' })).toBe('66쪽');
    expect(format.duration(12 * 60_000)).toBe('12 min');
  });

  it('shows the key of a sentence that is missing', () => {
    expect(createText('en').t('library.noSuchKey')).toBe('library.noSuchKey');
  });
});
