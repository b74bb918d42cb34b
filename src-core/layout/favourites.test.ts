import { describe, expect, it } from 'vitest';
import type { LayoutPicture } from './document.ts';
import { findFavourites, pictureNames, type FavouritesSource } from './favourites.ts';
import { keyOf, pdfPage, samplePictures, seeded } from './testing/sample-book.ts';

/** A tray of pictures of these paths, in this order; their keys are their paths. */
function tray(...paths: readonly string[]) {
  const [sample] = samplePictures(1);
  if (sample === undefined) throw new Error('no picture');
  const { key: _, ...picture } = sample;
  const pictures: Record<string, LayoutPicture> = {};
  for (const path of paths) pictures[path] = { ...picture, name: path.split('/').at(-1) ?? '', path: `../${path}` };
  return pictureNames({ pictures, pictureOrder: [...paths] });
}

const pasted = (text: string): FavouritesSource => ({ name: null, text });

function found(names: ReturnType<typeof tray>, ...sources: readonly (string | FavouritesSource)[]) {
  const all = sources.map((source) => (typeof source === 'string' ? pasted(source) : source));
  const { matched, unmatched, ambiguous } = findFavourites(all, names);
  return {
    matched: [...matched.keys()],
    unmatched,
    ambiguous: Object.fromEntries(ambiguous.map(({ name, candidates }) => [name, candidates])),
  };
}
const NOTHING = { matched: [], unmatched: [], ambiguous: {} };

describe('a list of favourites', () => {
  const names = tray(...[1, 2, 3, 4].map((number) => `IMG_000${number}.jpg`), 'DSC00012.JPG', 'Kim, Lee 077.jpg');
  const [one, two, three, four, twelve, kim] = [...names.files.values()].map(([key]) => key ?? '') as [
    string,
    string,
    string,
    string,
    string,
    string,
  ];

  it.each([
    ['commas', 'IMG_0001, IMG_0002,IMG_0003'],
    ['Lightroom’s filter', 'IMG_0001 OR IMG_0002 or IMG_0003'],
    ['lines of an e-mail with bullets', '- IMG_0001\r\n* IMG_0002.\n3) IMG_0003'],
    ['numbered lines', '1. IMG_0001\n2. IMG_0002\n10. IMG_0003'],
    ['a checklist', '- [x] IMG_0001\n☑ IMG_0002\n③ IMG_0003'],
    ['quotes', '"IMG_0001"; “IMG_0002”\t\'IMG_0003\''],
    ['Korean', 'IMG_0001 및 IMG_0002、IMG_0003'],
    ['Korean without spaces', 'IMG_0001및IMG_0002，IMG_0003'],
    ['spaces', 'IMG_0001 IMG_0002  IMG_0003'],
    ['spaces and words between', 'IMG_0001, IMG_0002 and IMG_0003'],
    ['other cases and extensions', 'img_0001.cr3, Img_0002.JPEG, IMG_0003.heic'],
    ['paths', 'D:\\Kim\\IMG_0001.NEF, /Volumes/Kim/IMG_0002.NEF, Kim/IMG_0003.jpg'],
    ['numbers', '1, #2, 0003'],
    ['numbers as Koreans write them', '1번, 2번 3번'],
    ['a range', '1-3'],
    ['a range with a wave', '1번 ~ 3번'],
    ['numbers parted by slashes', '1/2/3'],
    ['names twice', 'IMG_0001, IMG_0002, 1, IMG_0003, img_0001.jpg'],
    ['letters that nobody sees', '\ufeffIMG_0001\u00a0,\u200bIMG_0002, IMG_0003\u200b'],
    ['the series with another number of zeros', 'IMG_1, IMG-2, IMG 00003'],
  ])('is read however it is written: %s', (_, text) => {
    expect(found(names, text)).toEqual({ ...NOTHING, matched: [one, two, three] });
  });

  it('lists what is not there, as it was written and once', () => {
    expect(found(names, 'Hello!\nIMG_0001, IMG_0009.CR3\nimg_0009.cr3\n\n--\nKim')).toEqual({
      ...NOTHING,
      matched: [one],
      unmatched: ['Hello!', 'IMG_0009.CR3', 'Kim'],
    });
  });

  it('keeps names with commas and spaces whole, and parts at spaces only where every part is a picture', () => {
    expect(found(names, 'Kim, Lee 077').matched).toEqual([kim]);
    expect(found(names, '"Kim, Lee 077.jpg",IMG_0001').matched).toEqual([kim, one]);
    expect(found(names, 'IMG_0001 IMG_0099')).toEqual({ ...NOTHING, unmatched: ['IMG_0001 IMG_0099'] });
    expect(found(names, '/a/IMG_0001.NEF /a/IMG_0002.NEF').matched).toEqual([]);
    expect(found(names, 'IMG_0001 (2)')).toEqual({ ...NOTHING, unmatched: ['IMG_0001 (2)'] });
  });

  it('finds composed Hangul by decomposed and the other way round', () => {
    const korean = tray('신부 대기실 12.jpg'.normalize('NFD'), '가족사진.jpg');
    expect(found(korean, `신부 대기실 12, ${'가족사진'.normalize('NFD')}.heic`).matched).toHaveLength(2);
  });

  it('finds numbers in the last digits of a name alone, whatever zeros are before them', () => {
    expect(found(names, '12').matched).toEqual([twelve]);
    expect(found(tray('2024_0101_777.jpg'), '101, 777')).toMatchObject({
      unmatched: ['101'],
      matched: [expect.any(String)],
    });
  });

  it('is of photographs: pages of PDFs among them have no number that it could mean', () => {
    const page = pdfPage({ key: keyOf(3), widthMm: 100, heightMm: 100, bleedMm: 0 });
    const [sample = page] = samplePictures(1);
    const pictures = { page: { ...page, name: 'Kim p3.pdf' }, photo: { ...sample, name: 'IMG_0003.jpg' } };
    expect(found(pictureNames({ pictures, pictureOrder: ['page', 'photo'] }), '3')).toEqual({
      ...NOTHING,
      matched: ['photo'],
    });
  });

  it('asks where a number fits several, and never guesses', () => {
    const cards = tray('IMG_0012.jpg', 'DSC0012.jpg', 'IMG_0013.jpg', 'IMG_0013-Edit.jpg');
    expect(found(cards, '12, #0012, 13')).toEqual({
      ...NOTHING,
      ambiguous: { '12, #0012': ['IMG_0012.jpg', 'DSC0012.jpg'], 13: ['IMG_0013.jpg', 'IMG_0013-Edit.jpg'] },
    });
    expect(found(cards, 'IMG_0012, IMG_0013').matched).toEqual(['IMG_0012.jpg', 'IMG_0013.jpg']);
  });

  it('takes another version of a name, and asks whether the same number of another camera is meant', () => {
    const edited = tray('IMG_0012-Edit.jpg', 'IMG_0014b.jpg');
    expect(found(edited, 'IMG_12.CR3, DSC_0012, IMG_0014a, DSC_9999, R14, NIKON0012')).toEqual({
      matched: ['IMG_0012-Edit.jpg'],
      unmatched: ['DSC_9999', 'R14'],
      ambiguous: { 'DSC_0012, NIKON0012': ['IMG_0012-Edit.jpg'], IMG_0014a: ['IMG_0014b.jpg'] },
    });
  });

  it('asks which of two pictures of one stem is meant, unless the list tells by its extension or folder', () => {
    const twice = tray('card 1/IMG_1.jpg', 'card 2/IMG_1.jpg', 'card 2/IMG_2.heic', 'card 2/IMG_2.jpg');
    expect(found(twice, 'IMG_1.jpg, IMG_2.CR3')).toEqual({
      ...NOTHING,
      ambiguous: {
        'IMG_1.jpg': ['card 1/IMG_1.jpg', 'card 2/IMG_1.jpg'],
        'IMG_2.CR3': ['card 2/IMG_2.heic', 'card 2/IMG_2.jpg'],
      },
    });
    // The folder says one, and the extension the other.
    const torn = tray('card 1/IMG_2.heic', 'card 2/IMG_2.jpg');
    expect(found(torn, 'card 1/IMG_2.jpg').matched).toEqual([]);
    expect(found(twice, 'card 2/IMG_1.CR3, - IMG_2.HEIC').matched).toEqual(['card 2/IMG_1.jpg', 'card 2/IMG_2.heic']);
  });

  it('takes the numbers of a range that are there and lists the others; a name that looks like one is a name', () => {
    expect(found(names, '3–5')).toEqual({ ...NOTHING, matched: [three, four], unmatched: ['5'] });
    expect(found(tray('12-18.jpg', 'IMG_0014.jpg'), '12-18').matched).toEqual(['12-18.jpg']);
    for (const text of ['5-1', '2026-05-02', '2026/1/2', '02-1234-5678', '1-9999', '20~30'])
      expect(found(names, text)).toEqual({ ...NOTHING, unmatched: [text] });
  });
});

describe('a table of favourites', () => {
  const names = tray('IMG_0001.jpg', 'IMG_0002.jpg', 'IMG_0005.jpg', 'IMG_0600.jpg');
  const csv = (text: string): FavouritesSource => ({ name: 'Selection.CSV', text });

  it('is read by the column of names: stars and sizes beside them are no pictures', () => {
    expect(
      found(names, csv('Filename,Rating,Width\nIMG_0001.CR3,5,600\n"IMG_0002.CR3",2,600\nIMG_0003.CR3,5,600')),
    ).toEqual({
      ...NOTHING,
      matched: ['IMG_0001.jpg', 'IMG_0002.jpg'],
      unmatched: ['Filename', 'Rating', 'Width', 'IMG_0003.CR3'],
    });
  });

  it('that holds numbers alone is read by the column that finds the most', () => {
    expect(found(names, csv('번호;별점\n0001;5\n2;5\n600;4')).matched).toEqual([
      'IMG_0001.jpg',
      'IMG_0002.jpg',
      'IMG_0600.jpg',
    ]);
  });

  it('that holds numbers in two columns asks about those of the other, and takes no number for a head', () => {
    expect(found(names, csv('앞,뒤\n1,5\n2,600'))).toMatchObject({
      matched: ['IMG_0001.jpg', 'IMG_0002.jpg'],
      ambiguous: { 5: ['IMG_0005.jpg'], 600: ['IMG_0600.jpg'] },
    });
    expect(found(names, csv('77,78\n1,5\n2,600')).matched).toHaveLength(4);
  });

  it('without a head asks about numbers beside names', () => {
    expect(found(names, csv('IMG_0001.jpg,5\nIMG_0002.jpg,600'))).toEqual({
      ...NOTHING,
      matched: ['IMG_0001.jpg', 'IMG_0002.jpg'],
      ambiguous: { 5: ['IMG_0005.jpg'], 600: ['IMG_0600.jpg'] },
    });
  });

  it('is known by its head when it is pasted; without one numbers beside names are asked about too', () => {
    expect(found(names, '파일명\t별점\nIMG_0001\t5\nIMG_0002\t5').matched).toEqual(['IMG_0001.jpg', 'IMG_0002.jpg']);
    expect(found(names, 'IMG_0001, 2\nIMG_0600, 5')).toEqual({
      ...NOTHING,
      matched: ['IMG_0001.jpg', 'IMG_0600.jpg'],
      ambiguous: { 2: ['IMG_0002.jpg'], 5: ['IMG_0005.jpg'] },
    });
    expect(found(names, csv('IMG_0001\nIMG_0002; 5'))).toEqual({
      ...NOTHING,
      matched: ['IMG_0001.jpg', 'IMG_0002.jpg'],
      ambiguous: { 5: ['IMG_0005.jpg'] },
    });
  });
});

describe('numbers beside something else', () => {
  const of = (number: number): string => `IMG_${String(number).padStart(4, '0')}.jpg`;
  const names = tray(...Array.from({ length: 2_100 }, (_, index) => of(index + 1)));

  it.each([
    'IMG_1234: 2',
    'IMG_1234 2',
    'IMG_1234 / 2',
    'IMG_1234\t2',
    '2 IMG_1234',
    'IMG_1234, 2번',
    'IMG_1234 or 2',
    'IMG_1234\nIMG_1234, 2',
  ])('are asked about: %s', (text) => {
    const [, number = ''] = /(?<![\d_])(2번?)(?!\d)/u.exec(text) ?? [];
    expect(found(names, text)).toEqual({ ...NOTHING, matched: [of(1_234)], ambiguous: { [number]: [of(2)] } });
  });

  it('are asked about beside a name that the book has not, as ranges too, and are sure on lines of their own', () => {
    expect(found(names, 'IMG_9999, 5')).toEqual({
      ...NOTHING,
      unmatched: ['IMG_9999'],
      ambiguous: { 5: [of(5)] },
    });
    expect(found(names, 'IMG_1234, 2099-2101')).toEqual({
      matched: [of(1_234)],
      unmatched: ['2101'],
      ambiguous: { '2099-2101': [of(2_099), of(2_100)] },
    });
    expect(found(names, 'IMG_1234, 15\n12, 15, 18-20\nIMG_0012, 12')).toEqual({
      ...NOTHING,
      matched: [1_234, 12, 15, 18, 19, 20].map(of),
    });
  });

  it.each(['1 ', '1\t', '1, ', '#1 ', '1번 ', '1: '])('that count the lines as “%s” does are no pictures', (first) => {
    const counted = (...lines: readonly string[]): string =>
      lines.map((line, at) => `${first.replace('1', String(at + 1))}${line}`).join('\n');
    const chosen = ['IMG_1234', 'IMG_1235', 'IMG_1300'];
    const matched = [of(1_234), of(1_235), of(1_300)];
    expect(found(names, counted(...chosen))).toEqual({ ...NOTHING, matched });
    expect(found(names, `Hello,\n${counted(...chosen, 'IMG_9999')}`)).toEqual({
      ...NOTHING,
      matched,
      unmatched: ['Hello', 'IMG_9999'],
    });
  });

  it('are asked about where they do not count every line from 1', () => {
    for (const text of [
      '1 IMG_1234\n2 IMG_1235',
      '2 IMG_1234\n1 IMG_1235\n1 IMG_1236',
      '0001 IMG_1234\n0002 IMG_1235\n0003 IMG_1236',
    ]) {
      const { matched, ambiguous } = found(names, text);
      expect([matched.slice(0, 2), Object.values(ambiguous).flat()]).toEqual([
        [of(1_234), of(1_235)],
        expect.arrayContaining([of(1), of(2)]),
      ]);
    }
    // What stands beside these says something of pictures 1, 2 and 3.
    expect(found(names, '1, bride\n2, groom\n3, hall').matched).toEqual([of(1), of(2), of(3)]);
  });

  it.each([
    '30/11/2026',
    '11/30/2026',
    '30 / 11 / 2026',
    '2026. 11. 30.',
    '2026년',
    'November 30, 2026',
    'Nov. 30th,2026',
    '30 Nov, 2026',
    '1,234원',
    '1,234,000원입니다',
    '합계:1,234원',
    '1234원',
    '₩1,234',
    '$1,234.50',
    'USD 1,234',
    '1,234 won',
  ])('are none of a date or a sum: %s', (text) => {
    for (const line of [text, `${text};`]) expect(found(names, line)).toEqual({ ...NOTHING, unmatched: [text] });
    expect(found(names, `IMG_1234; ${text}; 2`)).toEqual({
      matched: [of(1_234)],
      unmatched: [text],
      ambiguous: { 2: [of(2)] },
    });
  });

  it('stay pictures where they only look like a date or a sum', () => {
    expect(found(names, '12/15/1234').matched).toEqual([of(12), of(15), of(1_234)]);
    expect(found(names, '101,102,103').matched).toEqual([of(101), of(102), of(103)]);
    expect(found(names, 'IMG_0001,IMG_0002,1,234원').matched).toEqual([of(1), of(2)]);
    expect(found(names, 'IMG_1234 30/11/2026')).toEqual({
      ...NOTHING,
      matched: [of(1_234)],
      unmatched: ['30/11/2026'],
    });
    expect(found(tray('May 12, 2026.jpg', 'IMG_2026.jpg'), 'May 12, 2026').matched).toEqual(['May 12, 2026.jpg']);
  });
});

describe('XMP sidecars', () => {
  const names = tray('IMG_0001.jpg', 'IMG_0002.jpg', 'IMG_0003.jpg');
  const sidecar = (name: string, inside: string): FavouritesSource => ({
    name,
    text: `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF><rdf:Description ${inside}</rdf:Description></rdf:RDF></x:xmpmeta>`,
  });

  it('name their picture and give it their stars, as an attribute or an element', () => {
    const { matched, unmatched, unrated } = findFavourites(
      [
        sidecar('IMG_0001.xmp', 'xmp:Rating="4">'),
        sidecar('IMG_0002.CR3.XMP', '><xmp:Rating> 2 </xmp:Rating>'),
        sidecar('IMG_0009.xmp', "xmp:Rating = '5'>"),
        pasted('IMG_0001, IMG_0003'),
      ],
      names,
    );
    expect([...matched]).toEqual([
      ['IMG_0001.jpg', 4],
      ['IMG_0002.jpg', 2],
      ['IMG_0003.jpg', null],
    ]);
    expect([unmatched, unrated]).toEqual([['IMG_0009'], 0]);
  });

  it.each([
    ['rejected', 'xmp:Rating="-1">'],
    ['without a star', 'xmp:Rating="0">'],
    ['with a label alone', 'xmp:Label="Red">'],
    ['with stars that nobody gives', 'xmp:Rating="99">'],
    ['rated by another measure', 'MicrosoftPhoto:Rating="75" xmp:RatingPercent="5">'],
  ])('choose nothing where their picture is %s', (_, inside) => {
    const { matched, unmatched, unrated } = findFavourites([sidecar('IMG_0001.xmp', inside)], names);
    expect([matched.size, unmatched, unrated]).toEqual([0, [], 1]);
  });
});

describe('any text', () => {
  /** CPU of this process, so that a busy machine says nothing. */
  function cpuMs(work: () => unknown): number {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000;
  }
  // With room for a busy machine: a quiet one needs a tenth. What grows with the square of a text would need minutes.
  const MOST = 20_000;
  const large = tray(...Array.from({ length: MOST }, (_, index) => `card ${index % 9}/IMG_${index % 10_000}.jpg`));

  it('of ten thousand names is looked up in the largest book while somebody types', () => {
    const text = Array.from({ length: 10_000 }, (_, index) => `IMG_${index}.CR3`).join('\n');
    expect(findFavourites([pasted(text)], large).ambiguous).toHaveLength(10_000);
    expect(cpuMs(() => findFavourites([pasted(text)], large))).toBeLessThan(1_500);
  });

  it.each([
    ['one long word', 'a'.repeat(400_000)],
    ['digits', '1'.repeat(400_000)],
    ['digits and letters by turns', '1a'.repeat(200_000)],
    ['white space', ` ${'\t '.repeat(100_000)}1`],
    ['quotes that do not end', ' "a,'.repeat(70_000)],
    ['quotes in quotes', '"'.repeat(400_000)],
    ['quotes by twos', `"${'""a,'.repeat(60_000)}`],
    ['dots and brackets', `IMG_1${'.)'.repeat(200_000)}`],
    ['bullets', '- [x] 1. '.repeat(40_000)],
    ['ranges', Array.from({ length: 20_000 }, (_, index) => `${index}-${index + 1_999}`).join()],
    ['ors', 'IMG_1 or '.repeat(40_000)],
    ['words', 'IMG_1 '.repeat(60_000)],
    ['slashes', '/\\'.repeat(200_000)],
  ])('of nothing but %s costs no more than its length', (_, text) => {
    expect(
      cpuMs(() => findFavourites([pasted(text), { name: 'a.csv', text }, { name: '1.xmp', text }], large)),
    ).toBeLessThan(8_000);
  });

  it('of a sidecar that begins its rating over and over is gone through', () => {
    const text = '<xmp:Rating xmp:Rating = xmp:Rating="'.repeat(100_000);
    expect(cpuMs(() => findFavourites([{ name: 'IMG_1.xmp', text }], large))).toBeLessThan(1_000);
  });

  it('chooses pictures of the book alone, and loses no name: each is found, asked about or listed', () => {
    const chance = seeded(11);
    const pick = <Of>(of: readonly Of[]): Of => of[Math.floor(chance() * of.length)] as Of;
    for (let round = 0; round < 200; round += 1) {
      const stems = Array.from({ length: 12 }, () => `${pick(['IMG_', 'DSC', '신부 '])}${Math.floor(chance() * 30)}`);
      const names = tray(...stems.map((stem, index) => `${index % 3}/${stem}.jpg`));
      const wanted = Array.from({ length: 8 }, () =>
        chance() < 0.7 ? pick(stems) : `P${Math.floor(chance() * 9)}x`,
      ).map((name) => (chance() < 0.3 ? name.toLowerCase().normalize('NFD') : name));
      const text = wanted
        .map((name) => `${name}${pick(['', '.NEF', '.jpg'])}${pick([', ', '\n', ';', ' OR ', '\t'])}`)
        .join('');
      const { matched, unmatched, ambiguous } = findFavourites([pasted(text)], names);
      for (const name of wanted) {
        const stem = name.normalize('NFC').toUpperCase();
        const keys = stems.flatMap((own, index) => (own.toUpperCase() === stem ? [`${index % 3}/${own}.jpg`] : []));
        const isAsked = ambiguous.some(
          ({ candidates }) => keys.length > 1 && keys.every((key) => candidates.includes(key)),
        );
        const isListed = unmatched.some((told) => told.toUpperCase().startsWith(stem));
        expect([keys.length === 1 && matched.has(keys[0] ?? ''), isAsked, keys.length === 0 && isListed]).toContain(
          true,
        );
      }
      for (const key of matched.keys()) expect(stems.map((stem, index) => `${index % 3}/${stem}.jpg`)).toContain(key);
    }
  });

  it('keeps the keys of the book apart from what stands in a list', () => {
    expect(found(tray('a.jpg'), `constructor, __proto__, toString, ${keyOf(1)}`)).toMatchObject({ matched: [] });
  });
});
