import { describe, expect, test } from 'vitest';
import { pairFiles } from '../../src-core/imports/pair-files.ts';
import { LANGUAGES } from '../../src-core/text-ref.ts';
import { specNamed } from '../../test/fixtures/catalogue.ts';
import { specVersionOf } from '../desk/orders/spec-version.ts';
import { templateNameOf, templateWordsOf } from './template-words.ts';
import { sayIn } from './texts.ts';

const spec = specNamed('SQUAREBOOK_HC');
const version = specVersionOf(spec);

describe.each(LANGUAGES)('in %s', (language) => {
  const say = sayIn(language);

  test('a template is named by spec, pages, version of the spec and part', () => {
    const part = { ko: '표지', en: 'cover' }[language];
    expect(templateNameOf(say, spec, 'cover', 46)).toBe(`SQUAREBOOK_HC_46p_${version}_${part}`);
    const changed = { ...spec, pdfToleranceMm: spec.pdfToleranceMm + 0.5 };
    expect(templateNameOf(say, changed, 'cover', 46)).not.toContain(version);
  });

  test('what is designed on the templates of one book is paired by their names', () => {
    const files = (['contents', 'cover'] as const).map((kind) => {
      const name = `${templateNameOf(say, spec, kind, 46)}.pdf`;
      return { fileId: kind, folder: [], name, pdfPages: kind === 'cover' ? 1 : 46 };
    });
    const [book, ...others] = pairFiles(files);
    expect(others).toEqual([]);
    expect(book).toMatchObject({ coverFileId: 'cover', contentsFileId: 'contents', rule: 'suffix', guessed: false });
  });

  test('it tells spec, pages, size, spine and version, of a spread that it is one', () => {
    const { title, told } = templateWordsOf({ say, language }, spec, 'cover', 66);
    for (const part of [spec.name, '66', '550', '288', '16', version, spec.bookSpecUid]) expect(told).toContain(part);
    for (const part of [spec.name, '66']) expect(title).toContain(part);
    const spreads = specNamed('SQUAREBOOK_LAYFLAT_HC');
    const spread = { ko: '펼침면', en: 'spread' }[language];
    expect(templateWordsOf({ say, language }, spreads, 'contents', 16).title).toContain(spread);
    expect(templateWordsOf({ say, language }, spec, 'contents', 24).title).not.toContain(spread);
  });
});
