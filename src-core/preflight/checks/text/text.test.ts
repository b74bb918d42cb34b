import { describe, expect, it } from 'vitest';
import type { ColourSpace, Paint } from '../../../pdf/inspection/colour-facts.ts';
import type { FontFacts } from '../../../pdf/inspection/font-facts.ts';
import type { PageObject, TextObject } from '../../../pdf/inspection/page-objects.ts';
import { at, field, inspectedCase, picture, SAND, WHITE, words, type CasePlan } from '../../testing/book-case.ts';
import { leftoverIn } from './placeholder-text.ts';
import { TEXT_CHECKS } from './section.ts';

const FONT: FontFacts = {
  objectNumber: 7,
  baseFont: 'ABCDEF+Nanum',
  name: 'Nanum',
  isSubset: true,
  kind: 'TrueType',
  isComposite: false,
  program: 'trueType',
  programState: 'sound',
  isStandard14: false,
  glyphCount: 100,
  embeddingRights: 0,
  areWidthsKnown: true,
  hasUnicode: true,
  isBitmap: false,
};
const place = at(60, 60, 120, 66);
const photo = picture(at(0, 0, 249, 254));
const text = (more: Partial<TextObject> = {}, font: Partial<FontFacts> = {}) =>
  words('Summer', place, { font: { ...FONT, ...font }, ...more });
const space = (family: ColourSpace['family'], components: number): ColourSpace => ({
  family,
  components,
  colorants: [],
  base: null,
  icc: null,
  isDefaulted: false,
});
const paint = (family: ColourSpace['family'], ...values: number[]): Paint => ({
  space: space(family, values.length),
  values,
  pattern: null,
});
const cmyk = (...values: number[]) => paint('DeviceCMYK', ...values);

const found = (objects: readonly PageObject[], plan: CasePlan = {}) => {
  const file = inspectedCase({ pages: [[photo, ...objects], [photo]], ...plan });
  return TEXT_CHECKS.flatMap((check) => check.run(file));
};
const told = (...args: Parameters<typeof found>) => found(...args).map(({ ruleId, severity }) => [ruleId, severity]);

describe('fonts', () => {
  it.each([
    [{}, []],
    [{ program: 'none', programState: null }, [['text.notEmbedded', 'error']]],
    [{ program: 'none', programState: null, name: 'Helvetica', isStandard14: true }, [['text.notEmbedded', 'error']]],
    [{ programState: 'damaged' }, [['text.damagedFont', 'error']]],
    [{ programState: 'empty' }, [['text.damagedFont', 'error']]],
    [{ programState: 'unread' }, [['text.fontNotRead', 'notChecked']]],
    [{ kind: 'Type3', program: 'type3', programState: null, isBitmap: true }, [['text.bitmapFont', 'info']]],
    [{ name: 'Courier' }, [['text.courier', 'warning']]],
    [{ name: 'Courier-Bold' }, []],
    [{ name: 'CourierNew' }, []],
    [{ embeddingRights: 2 }, [['text.embeddingRights', 'info']]],
    // Preview and print, editable, and no subsetting: embedding is allowed.
    [{ embeddingRights: 4 }, []],
    [{ embeddingRights: 8 }, []],
    [{ embeddingRights: 0x100 }, []],
    [{ embeddingRights: null }, []],
  ] as const)('%j', (font, expected) => {
    expect(told([text({}, font as Partial<FontFacts>)])).toEqual(expected);
  });

  it('make one finding, with their names and the text that they set', () => {
    const missing = ['Arial', 'Batang', 'Comic', 'Dotum'].flatMap((name) => [
      text({}, { name, program: 'none' }),
      text({}, { name, program: 'none' }),
    ]);
    expect(found(missing)).toMatchObject([
      {
        ruleId: 'text.notEmbedded',
        objectCount: 8,
        pages: [1],
        params: { names: 'Arial, Batang, Comic, …', fonts: 4, count: 8, pages: 1 },
      },
    ]);
    expect(found(missing)[0]?.objects[0]).toMatchObject({ page: 1, kind: 'text', excerpt: 'Summer' });
  });

  it('that paint nothing seen do no harm', () => {
    const font = { ...FONT, program: 'none' as const };
    const unseen = [
      text({ font, isHidden: true }),
      text({ font, clippedMm: null }),
      text({ font, renderingMode: 7 }),
      words('   ', place, { font }),
    ];
    expect(told(unseen)).toEqual([]);
    expect(told([text({ font, renderingMode: 3 })])).toEqual([['text.invisible', 'info']]);
  });
});

describe('glyphs', () => {
  it('that the font does not have are counted over all text', () => {
    expect(found([text({ missingGlyphCount: 1 }), text({ missingGlyphCount: 4 })])).toMatchObject([
      {
        ruleId: 'text.missingGlyphs',
        severity: 'error',
        measured: { value: 5, unit: 'count' },
        params: { glyphs: 5, font: 'Nanum' },
      },
    ]);
  });

  describe('that are empty, with a picture in their place', () => {
    const emoji = text({ text: '➡', glyphCount: 1, missingGlyphCount: 1, boundsMm: at(60, 60, 64.4, 63.5) });
    const small = (left: number, top: number, size = 4) => picture(at(left, top, left + size, top + size));

    it.each<[string, readonly PageObject[], boolean]>([
      ['as programs write emoji', [emoji, small(60, 59.8)], false],
      ['painted first', [small(60, 59.8), emoji], false],
      ['that is somewhere else', [emoji, small(70, 59.8)], true],
      ['that is a photo beneath', [picture(at(50, 50, 120, 90)), emoji], true],
      ['that is a dot', [emoji, small(61, 61, 0.5)], true],
      ['for one of two', [text({ ...emoji, glyphCount: 2, missingGlyphCount: 2 }), small(60, 59.8)], true],
    ])('%s', (_, objects, isTold) => {
      expect(told(objects).some(([ruleId]) => ruleId === 'text.missingGlyphs')).toBe(isTold);
    });
  });

  it.each([
    [20, []],
    [20.1, [['text.glyphWidths', 'error']]],
  ])('%d %% off their width', (widthMisfitPercent, expected) => {
    expect(told([text({ widthMisfitPercent })])).toEqual(expected);
  });
});

describe('small text', () => {
  it.each([
    [4.94, [['text.small', 'warning']]],
    [4.96, [['text.small', 'info']]],
    [4.999, [['text.small', 'info']]],
    [6.9, [['text.small', 'info']]],
    [6.98, []],
    [7, []],
  ])('of %d pt', (sizePt, expected) => {
    expect(told([text({ sizePt })])).toEqual(expected);
  });

  it('is something to be read: bullets and the dots of a diagram are drawn with fonts, too', () => {
    expect(told([text({ sizePt: 2, text: '•' }), text({ sizePt: 2, text: '● ▲' })])).toEqual([]);
    expect(told([text({ sizePt: 2, text: '• 3' })])).toEqual([['text.small', 'warning']]);
    expect(told([text({ sizePt: 2, text: null })])).toEqual([['text.small', 'warning']]);
  });

  it('is no picture that is painted as the one letter of a font, and does not move on', () => {
    const drawn = { text: null, sizePt: 3 };
    const line = text({ ...drawn, quadMm: [60, 60, 60, 60, 60, 59, 60, 59] }, { kind: 'Type3' });
    expect(told([line])).toEqual([]);
    expect(told([text(drawn, { kind: 'Type3' })])).toEqual([['text.small', 'warning']]);
  });

  it('is told once at the worst step, the smallest first', () => {
    const [warning, info] = found([text({ sizePt: 6 }), text({ sizePt: 4 }), text({ sizePt: 3 })]);
    expect(warning).toMatchObject({
      severity: 'warning',
      objectCount: 2,
      measured: { value: 3, unit: 'pt' },
      allowed: { value: 5, unit: 'pt' },
      causeKey: 'text.small',
    });
    expect(warning?.objects.map(({ measured }) => measured)).toEqual([3, 4]);
    expect(info).toMatchObject({ severity: 'info', objectCount: 1, causeKey: 'text.small' });
  });

  it('has limits that a studio sets', () => {
    expect(found([text({ sizePt: 7.5 })], { thresholds: { textPtWarning: 8 } })).toMatchObject([
      { severity: 'warning', origin: 'studio', allowed: { value: 8 } },
    ]);
  });

  it.each([
    ['on a photo', [], [['text.smallWhite', 'warning']]],
    ['on a field of colour', [field(at(0, 0, 249, 254), SAND)], [['text.smallWhite', 'warning']]],
    ['on a white field over a photo', [field(at(0, 0, 249, 254), WHITE)], [['text.small', 'info']]],
  ] as const)('white %s', (_, beneath, expected) => {
    expect(told([...beneath, text({ sizePt: 5.9, fill: WHITE })])).toEqual(expected);
    expect(told([...beneath, text({ sizePt: 5.98, fill: WHITE })])).toEqual([['text.small', 'info']]);
  });

  it('is not judged by what is painted over it later', () => {
    expect(
      told([field(at(0, 0, 249, 254), WHITE), text({ sizePt: 5.9, fill: WHITE }), field(at(100, 0, 249, 254), SAND)]),
    ).toEqual([['text.small', 'info']]);
  });
});

describe('inks of text', () => {
  it.each([
    [cmyk(0.5, 0.5, 0, 0), 4.9, true],
    [cmyk(0.5, 0.5, 0, 0), 4.98, false],
    [cmyk(0, 0, 0, 1), 4.9, false],
    [paint('DeviceN', 0.5, 0.5), 4.9, true],
    [paint('DeviceRGB', 0.2, 0.4, 0.4), 4.9, false],
  ])('several in small letters: %#', (fill, sizePt, isTold) => {
    expect(told([text({ fill, sizePt })]).some(([ruleId]) => ruleId === 'text.smallMultiInk')).toBe(isTold);
  });

  it.each([
    [cmyk(0.65, 0.65, 0.65, 0.85), []],
    [cmyk(0.65, 0.65, 0.66, 0.85), [['text.richBlack', 'warning']]],
    [cmyk(0.8, 0.8, 0.8, 0.84), []],
    [cmyk(0, 0, 0, 1), []],
  ])('black of all: %#', (fill, expected) => {
    expect(told([text({ fill })])).toEqual(expected);
  });

  it('black in RGB is worth knowing, and a doubt in a file made for CMYK', () => {
    const black = text({ fill: paint('DeviceRGB', 0, 0, 0) });
    const icc = {
      colourSpace: 'CMYK',
      deviceClass: 'prtr',
      version: 2,
      components: 4,
      description: null,
      isDamaged: false,
    };
    const outputIntents = [{ subtype: 'GTS_PDFX', conditionIdentifier: 'FOGRA39', profile: icc }];
    expect(told([black])).toEqual([['text.rgbBlack', 'info']]);
    expect(told([black], { document: { outputIntents } })).toEqual([['text.rgbBlack', 'warning']]);
    expect(told([text({ fill: paint('DeviceRGB', 0.1, 0, 0) }), text({ fill: paint('DeviceGray', 0) })])).toEqual([]);
  });
});

it('text thickened by a line is worth knowing', () => {
  const stroke = paint('DeviceGray', 0);
  expect(told([text({ renderingMode: 2, stroke, strokeWidthPt: 0.5 })])).toEqual([['text.thickened', 'info']]);
  expect(told([text({ renderingMode: 1, fill: null, stroke, strokeWidthPt: 0.5 })])).toEqual([]);
});

describe('placeholders', () => {
  it.each([
    'Lorem ipsum dolor sit amet',
    'LOREM IPSUM',
    'Your text here',
    'Insert your title here...',
    'Click to add text',
    'Click to edit Master title style',
    'Double-tap to edit',
    'Photo: click to add an image',
    'Sample text',
    'Add a caption',
    '텍스트를 입력하세요',
    '제목을 입력해 주세요.',
    '여기에 문구를 입력',
    '클릭하여 텍스트 추가',
    '본문 영역',
    'Dear {{name}},',
    'Dear{{name}}',
    '{{name}}님께',
    '{{ customer.name | upper }}’s album',
    'Hello {{}}!',
    '([[date]])',
    '~ {{name}} ~',
    '{{신랑}} ~ {{신부}}',
    '{{title}} | {{date}}',
    '*{{name}}*',
    '2023/{{month}}/{{day}}',
    'From "{{from}}" to "{{to}}"',
    '{{date | format "YYYY"}}',
    '{{photo[0].caption}}',
    '"%NAME%"',
    'Dear<<Name>>,',
    'Hello, ${firstName}’s family',
    '«AddressBlock»',
    '«First_Name»님',
    '{{ first_name }}',
    '${title}',
    '%FIRST_NAME%',
    '<<Name>>',
    '[[date]]',
    '{name}',
    '[이름]',
    'undefined',
    'Dear null,',
    'undefined님의 돌잔치',
    'null’s first year',
    '[object Object]',
    '#N/A',
    'ｙｏｕｒ ｔｅｘｔ ｈｅｒｅ',
  ])('%s', (line) => {
    expect(leftoverIn(line)).not.toBeNull();
  });

  it.each([
    'Your Name',
    'Enter the dragon',
    'We were here',
    'Add water and stir',
    'Insert coin',
    'A sample of summer',
    'Tap to the beat',
    '이름을 부르면',
    '여기에 우리가 있다',
    '글을 쓰는 밤',
    '제목 없는 하루',
    '새로운 가족이 추가되었습니다',
    '100% Summer',
    // Lines of manuals, each of which was taken for a template.
    'LD_LIBRARY_PATH="/path/to/my/libs:${LD_LIBRARY_PATH}"',
    'if [ ! -f ${stub}.sff.txt ]; then',
    'the file ${prefix}_read_files is written',
    'set PATH=<Dev-Cpp_dir>\\bin:%PATH%',
    "WHERE UPPER(title) LIKE '%ORACLE%'",
    '+ plot(dend2$lower[[subscripts]], axes=FALSE)',
    '[[1]]',
    'data += [["..."]] * 30',
    '<<EOF>> => code',
    'Track name:Double-click to edit the track name.',
    'that the string “[[[Product]]]” does not occur anywhere else',
    'a file ${prefix}_read_files.txt (with ${prefix} provided by',
    'echo "${arr[1]}"',
    'Then add your name here and release it under the GPL v2 or a later one',
    'est, qui dolorem ipsum, quia',
    '<< >>',
    '«Bonjour»',
    'Er sagte: »Komm«',
    'p [[You pressed the link.]]',
    '50 %',
    'I <3 you',
    '{ brackets }',
    '$5.00',
    'Null Island trip',
    'NULL.',
    'The fox and the dog',
    '2026.08.15',
    '',
  ])('not: %s', (line) => {
    expect(leftoverIn(line)).toBeNull();
  });

  it('in the fonts of programs are only those that no program has', () => {
    expect(leftoverIn('${title}', 'DejaVuSansMono')).toBeNull();
    expect(leftoverIn('${title}', 'MonotypeCorsiva')).toBe('field');
    expect(leftoverIn('<div>{{text}}</div>', 'Inconsolata')).toBeNull();
    expect(leftoverIn('{{title}}', 'CourierPrime')).toBe('field');
  });

  describe('in a manual of programs', () => {
    const LISTING = [
      '<p>Hello</p>',
      'dygraph.resize()',
      'SAHPI_CAPABILITY_RDR',
      'std::vector',
      'if a == b',
      '<br/>',
      'a != b',
      'entity_path',
      'run()',
      '</div>',
    ];
    const page = (...lines: readonly string[]) =>
      lines.map((line, index) => words(line, at(60, 20 + 8 * index, 120, 26 + 8 * index), { font: FONT }));

    it('fields are what it talks about, words of a template are not', () => {
      expect(told(page(...LISTING, 'replace {{key}} with it', '{entity_root}', 'Lorem ipsum'))).toEqual([
        ['text.placeholder', 'error'],
        ['text.templateField', 'warning'],
      ]);
      expect(told(page(...LISTING.slice(1), 'replace {{key}} with it'))).toEqual([['text.placeholder', 'error']]);
    });

    it('a letter of a series with many fields is none', () => {
      const fields = Array.from({ length: 12 }, (_, index) => `{{first_name_${index}}} {family_name}`);
      expect(told(page(...fields))).toEqual([['text.placeholder', 'error']]);
    });

    it('what is set in a font of programs counts by less', () => {
      const listing = page(...Array.from({ length: 10 }, (_, index) => `int x${index};`), '{{key}}').map((line) => ({
        ...line,
        font: { ...FONT, name: 'CourierNewPSMT' },
      }));
      expect(told(listing)).toContainEqual(['text.templateField', 'warning']);
    });
  });

  it('are found in lines that programs painted in pieces, and the words are told', () => {
    const pieces = ['{{', 'na', 'me}}'].map((piece, index) =>
      words(piece, at(60 + 6 * index, 60, 66 + 6 * index, 66), { font: FONT }),
    );
    expect(found(pieces)).toMatchObject([
      {
        ruleId: 'text.placeholder',
        severity: 'error',
        pages: [1],
        params: { words: '{{name}}', count: 1, pages: 1, firstPage: 1 },
      },
    ]);
  });
});
