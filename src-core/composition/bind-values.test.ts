import { describe, expect, it } from 'vitest';
import { LIMITS } from '../contract/limits.ts';
import type { ParameterDefinition } from '../contract/templates.ts';
import { bindValues } from './bind-values.ts';

const text = (type: ParameterDefinition['type'] = 'string', required = true): ParameterDefinition => ({
  binding: 'text',
  type,
  required,
  description: 'a text',
});
const picture = (required = true): ParameterDefinition => ({
  binding: 'file',
  type: 'string',
  required,
  description: 'a picture',
});
const gallery = (
  limits: { minItems?: number; maxItems?: number } = { minItems: 1, maxItems: 9 },
  required = true,
): ParameterDefinition => ({
  binding: 'collageGallery',
  type: 'array',
  itemType: 'file',
  required,
  description: 'pictures',
  ...limits,
});

function bindOne(definition: ParameterDefinition, given?: unknown, files = 0) {
  const { values, problems } = bindValues(
    { it: definition },
    given === undefined ? {} : { it: given },
    new Map(files === 0 ? [] : [['it', files]]),
  );
  return problems[0]?.fault ?? values['it'] ?? null;
}

const attached = (index: number) => ({ kind: 'attached', index });
const url = (address: string) => ({ kind: 'url', url: address });
const photo = (fileName: string) => ({ kind: 'photo', fileName });

describe('texts', () => {
  it.each([
    ['string', '7월', '7월'],
    ['string', 7, '7'],
    ['string', 'a\r\nb', 'a\nb'],
    ['int', 7, '7'],
    ['int', ' 07 ', '7'],
    ['double', '2.50', '2.5'],
    ['double', -0.5, '-0.5'],
    ['double', '0.0000001', '0.0000001'],
    ['double', '-.00000010', '-0.0000001'],
    ['double', '+001230000000000000000000.00', '1230000000000000000000'],
    ['string', '\u00A0여름', '\u00A0여름'],
  ] as const)('of type %s come from %j', (type, given, printed) => {
    expect(bindOne(text(type), given)).toEqual({ kind: 'text', text: printed });
  });

  it.each([
    [true, true],
    ['FALSE', false],
  ])('of type boolean come from %j', (given, value) => {
    expect(bindOne(text('boolean'), given)).toEqual({ kind: 'boolean', value });
  });

  it.each([
    ['int', '7.5'],
    ['int', '1e3'],
    ['int', '0x10'],
    ['double', '0x10'],
    ['double', ' '],
    ['int', '9007199254740993'],
    ['double', '1e400'],
    ['double', 'Infinity'],
    ['boolean', 'yes'],
    ['string', { a: 1 }],
    ['string', ['a']],
  ] as const)('of type %s do not come from %j', (type, given) => {
    expect(bindOne(text(type), given)).toEqual({ reason: 'wrongType' });
  });

  it.each([undefined, null, ...['', ' ', '\n\r\n\t', '\u00A0', '\u200B\u200B', '\uFEFF', '\u3164\u3164', '\u2800']])(
    'that are required are missing when they are %j',
    (given) => {
      expect(bindOne(text(), given)).toEqual({ reason: 'textMissing' });
      expect(bindOne(text('string', false), given)).toBeNull();
    },
  );

  it('hold neither a NUL, nor half a character, nor more than their limit, and are no files', () => {
    expect(bindOne(text(), 'a\0b')).toEqual({ reason: 'notPrintable' });
    expect(bindOne(text(), 'a\ud800')).toEqual({ reason: 'notPrintable' });
    expect(bindOne(text(), '👩‍👧')).toEqual({ kind: 'text', text: '👩‍👧' });
    expect(bindOne(text(), 'x'.repeat(LIMITS.entryTextMaxChars))).toMatchObject({ kind: 'text' });
    expect(bindOne(text(), 'x'.repeat(LIMITS.entryTextMaxChars + 1))).toMatchObject({
      reason: 'textTooLong',
      max: LIMITS.entryTextMaxChars,
    });
    expect(bindOne(text(), undefined, 1)).toEqual({ reason: 'fileForText' });
  });
});

describe('a single picture', () => {
  it.each([
    ['an attached file', undefined, 1, attached(0)],
    ['an attached file for its placeholder', '$upload', 1, attached(0)],
    ['an address', 'HTTPS://a.example/b.jpg', 0, url('HTTPS://a.example/b.jpg')],
    ['a photo uploaded ahead', 'photo260101000000000.JPG', 0, photo('photo260101000000000.JPG')],
  ] as const)('is %s', (_, given, files, source) => {
    expect(bindOne(picture(), given, files)).toEqual({ kind: 'picture', source });
  });

  it('is missing without any of the three, or with a placeholder that no file came for', () => {
    expect(bindOne(picture())).toEqual({ reason: 'pictureMissing' });
    expect(bindOne(picture(false))).toBeNull();
    expect(bindOne(picture(false), '$upload')).toEqual({ reason: 'pictureMissing' });
  });

  it('is not given twice, and is no array', () => {
    expect(bindOne(picture(), 'https://a.example/b.jpg', 1)).toEqual({ reason: 'pictureGivenTwice' });
    expect(bindOne(picture(), undefined, 2)).toEqual({ reason: 'pictureGivenTwice' });
    expect(bindOne(picture(), ['https://a.example/b.jpg'])).toEqual({ reason: 'wrongType' });
  });
});

describe('an array of pictures', () => {
  it('takes attached files at its placeholders, in the order in which they came', () => {
    expect(bindOne(gallery(), ['$upload', 'https://a.example/b.jpg', '$upload', 'p.JPG'], 2)).toEqual({
      kind: 'pictures',
      sources: [attached(0), url('https://a.example/b.jpg'), attached(1), photo('p.JPG')],
    });
  });

  it('takes attached files behind what it names when it has no placeholder', () => {
    expect(bindOne(gallery(), undefined, 2)).toEqual({ kind: 'pictures', sources: [attached(0), attached(1)] });
    expect(bindOne(gallery(), ['p.JPG'], 1)).toEqual({ kind: 'pictures', sources: [photo('p.JPG'), attached(0)] });
  });

  it.each([
    [['$upload'], 0],
    [['$upload'], 2],
    [['$upload', '$upload'], 1],
  ])('with the placeholders %j does not take %i files', (given, files) => {
    expect(bindOne(gallery(), given, files)).toEqual({
      reason: 'placeholdersDiffer',
      files,
      placeholders: given.length,
    });
  });

  it('holds to its limits, whatever way its pictures come', () => {
    expect(bindOne(gallery())).toEqual({ reason: 'tooFewPictures', count: 0, min: 1, max: 9 });
    expect(bindOne(gallery(), [])).toEqual({ reason: 'tooFewPictures', count: 0, min: 1, max: 9 });
    expect(bindOne(gallery({ minItems: 2, maxItems: 9 }, false), ['p'])).toEqual({
      reason: 'tooFewPictures',
      count: 1,
      min: 2,
      max: 9,
    });
    expect(bindOne(gallery({ minItems: 2 }, false), [])).toBeNull();
    expect(bindOne(gallery(), ['p'], 9)).toEqual({ reason: 'tooManyPictures', count: 10, min: 1, max: 9 });
    const most = LIMITS.entryPicturesMax;
    expect(bindOne(gallery({ minItems: 1 }), Array(most).fill('p'))).toMatchObject({ kind: 'pictures' });
    expect(bindOne(gallery({ minItems: 1 }), Array(most + 1).fill('p'))).toEqual({
      reason: 'tooManyPictures',
      count: most + 1,
      min: 1,
      max: most,
    });
  });

  it.each([['p.JPG'], [{ 0: 'p.JPG' }], [[1]], [[null]], [['']], [[['p.JPG']]]])('is not %j', (given) => {
    expect(bindOne(gallery(), given)).toEqual({ reason: 'wrongType' });
  });
});

it('ignores names that the template does not know, those of prototypes too', () => {
  const parameters = JSON.parse('{"title":"x","unknown":1,"__proto__":{"note":"y"},"constructor":"z"}') as Record<
    string,
    unknown
  >;
  const { values, problems } = bindValues(
    { title: text(), note: text('string', false), constructor: text('string', false) },
    parameters,
    new Map([['file', 1]]),
  );
  expect([values, problems]).toEqual([
    { title: { kind: 'text', text: 'x' }, constructor: { kind: 'text', text: 'z' } },
    [],
  ]);
  expect(bindValues({ toString: text() }, {}, new Map()).problems).toHaveLength(1);
});

it('names every problem, not the first alone', () => {
  expect(bindValues({ a: text(), b: picture(), c: gallery() }, {}, new Map()).problems.map(({ name }) => name)).toEqual(
    ['a', 'b', 'c'],
  );
});

describe('what decides at its bounds', () => {
  it('is the object itself: a name that every object has is missing until it is given', () => {
    expect(bindValues({ constructor: text() }, {}, new Map()).problems).toMatchObject([
      { name: 'constructor', fault: { reason: 'textMissing' } },
    ]);
  });

  it('is what can be stored: no file name with a NUL, alone or in a gallery', () => {
    expect(bindOne(picture(), 'a\0.png')).toEqual({ reason: 'notPrintable' });
    expect(bindOne(gallery(), ['a.png', 'b\0.png'])).toEqual({ reason: 'notPrintable' });
  });

  it('is an array: $upload alone says nothing of a gallery', () => {
    expect(bindOne(gallery(), '$upload', 1)).toEqual({ reason: 'placeholderWithoutArray' });
  });

  it('is the number of pictures: one at least where a gallery is required and names no limits', () => {
    expect(bindOne(gallery({}), [])).toEqual({ reason: 'tooFewPictures', count: 0, min: 1, max: null });
    expect(bindOne(gallery({}), ['a.png'])).toMatchObject({ kind: 'pictures' });
    expect(bindOne(gallery({}, false), [])).toBeNull();
    expect(bindOne(gallery({ minItems: 2 }), ['a.png', 'b.png'])).toMatchObject({ kind: 'pictures' });
    expect(bindOne(gallery({ minItems: 2 }), ['a.png'])).toEqual({
      reason: 'tooFewPictures',
      count: 1,
      min: 2,
      max: null,
    });
  });
});

describe('what is to be in the middle of a frame', () => {
  const FOCUS = { x: 0, y: 1 };

  it('is said beside the name of a picture, of an attached one too, each of a gallery for itself', () => {
    expect(bindOne(picture(), { picture: 'p.JPG', focus: FOCUS })).toEqual({
      kind: 'picture',
      source: { kind: 'photo', fileName: 'p.JPG', focus: FOCUS },
    });
    expect(bindOne(picture(), { picture: '$upload', focus: FOCUS }, 1)).toEqual({
      kind: 'picture',
      source: { kind: 'attached', index: 0, focus: FOCUS },
    });
    expect(bindOne(gallery(), ['a.JPG', { picture: '$upload', focus: FOCUS }, { picture: 'http://b' }], 1)).toEqual({
      kind: 'pictures',
      sources: [
        { kind: 'photo', fileName: 'a.JPG' },
        { kind: 'attached', index: 0, focus: FOCUS },
        { kind: 'url', url: 'http://b' },
      ],
    });
  });

  it.each([[{ x: -0.1, y: 0 }], [{ x: 0, y: 1.1 }], [{ x: '0', y: 0 }], [{ x: 0 }], [5], ['middle']])(
    'is not %j',
    (focus) => {
      expect(bindOne(picture(), { picture: 'p.JPG', focus })).toEqual({ reason: 'focusOutside' });
      expect(bindOne(gallery(), [{ picture: 'p.JPG', focus }])).toEqual({ reason: 'focusOutside' });
    },
  );

  it.each([[{ picture: '' }], [{ focus: FOCUS }], [{ picture: 'p.JPG', turn: 90 }]])('is no %j', (given) => {
    expect(bindOne(picture(), given)).toEqual({ reason: 'wrongType' });
  });
});
