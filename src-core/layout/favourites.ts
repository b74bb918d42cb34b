import type { LayoutDocument } from './document.ts';
import { cellsOf, eitherOf, isDateOrSum, leadOf, linesOf, rowsOf, wordsOf } from './favourite-lists.ts';
import {
  comparable,
  lastNumber,
  numberOf,
  pathOf,
  rangeOf,
  readable,
  stemForms,
  withoutExtension,
} from './favourite-names.ts';

/** A list as a customer sends it: what was pasted, a file of text or a table, or the XMP sidecar of one picture. */
export interface FavouritesSource {
  /** The file's own; null: it was pasted. `.csv` is a table, `.xmp` a sidecar. */
  readonly name: string | null;
  readonly text: string;
}

/** A name of the list that may mean several pictures, or another one than it says. Nobody guesses: a person chooses. */
export interface AskedName {
  /** As it was written; of several that mean the same ones, all of them. */
  readonly name: string;
  /** That its sidecar gives; null: none did. */
  readonly stars: number | null;
  /** Keys of pictures, in the order of the tray. */
  readonly candidates: readonly string[];
}

export interface Favourites {
  /** By the picture's key, the stars that its sidecar gives, 1 to 5; null: a list named it, which gives none of its own. */
  readonly matched: ReadonlyMap<string, number | null>;
  /** As they were written, each once. */
  readonly unmatched: readonly string[];
  readonly ambiguous: readonly AskedName[];
  /** Sidecars that give no star, or reject their picture. */
  readonly unrated: number;
}

type Keys = ReadonlyMap<string, readonly string[]>;

/** The pictures of a book by everything that a list may call them. */
export interface PictureNames {
  readonly stems: Keys;
  /** With their extensions. */
  readonly files: Keys;
  /** With the folder that they lie in. */
  readonly folders: Keys;
  /** By the last number of the stem, without leading zeros. */
  readonly numbers: Keys;
  /** By that number and the letters before it. */
  readonly series: Keys;
}

const NONE: readonly string[] = [];
/** Longer is no name of a file. */
const LONGEST_NAME = 400;
/** So much of what was not found is told. */
const LONGEST_TOLD = 200;
/** From the first number of a range to its last: what is longer is a telephone number. */
const LONGEST_RANGE = 2_000;
/** Numbers of all ranges together, so that a text of ranges alone costs no more than the largest book. */
const MOST_OF_RANGES = 40_000;
const MOST_STARS = 5;
/** Of a camera's number: fewer are a page, a copy or a lens. */
const LEAST_DIGITS = 3;
/** Lines that begin with 1, 2 and 3: fewer may be pictures. */
const LEAST_COUNTED = 3;

/** Looks once through the pictures, so that lists are looked up while somebody types. */
export function pictureNames({
  pictures,
  pictureOrder,
}: Pick<LayoutDocument, 'pictures' | 'pictureOrder'>): PictureNames {
  const maps = {
    stems: new Map<string, string[]>(),
    files: new Map<string, string[]>(),
    folders: new Map<string, string[]>(),
    numbers: new Map<string, string[]>(),
    series: new Map<string, string[]>(),
  };
  const add = (to: Map<string, string[]>, name: string, key: string): void => {
    const there = to.get(name);
    if (there === undefined) to.set(name, [key]);
    else there.push(key);
  };
  for (const key of pictureOrder) {
    const picture = pictures[key];
    // A customer's list names photographs: page 3 of a letter is none of them.
    if (picture === undefined || picture.page !== undefined) continue;
    const file = comparable(readable(picture.name));
    const stem = withoutExtension(file);
    add(maps.files, file, key);
    add(maps.stems, stem, key);
    const folder = comparable(readable(picture.path)).split('/').at(-2);
    if (folder !== undefined) add(maps.folders, `${folder}/${stem}`, key);
    const last = lastNumber(stem);
    if (last === null) continue;
    add(maps.numbers, last.number, key);
    if (last.series !== null) add(maps.series, last.series, key);
  }
  return maps;
}

/**
 * Which pictures a customer chose.
 *
 * A name is looked for by its whole stem first: case, the composition of Hangul and an extension do not matter, so that a list of raw
 * files finds their JPEGs. Then by its number, the last one of the stem without leading zeros: a bare `1234`, `#12` or `12번` finds what
 * ends in it, a name with letters only what has the same letters before it (`IMG_12` finds `IMG_0012-Edit`). Of another name with the
 * same number, of three digits or more, a person is asked: `DSC_1234` may be another camera's `IMG_1234`. Numbers may be ranges,
 * `12-18`: what looks like one but is the stem of a picture is that picture. Lines of numbers alone are taken for sure; of a number beside a
 * name, a date or a sum, as of stars in `IMG_1234: 2`, a person is asked, and a counter that rises by one from line to line is none of the
 * names. Dates and sums of money are no pictures.
 *
 * Two pictures of one stem, from two cards or as HEIC and JPEG of one exposure, are never both taken by themselves: a book would show
 * one photograph twice, or one that nobody chose. The list's own extension or folder decides where it tells them apart; else a person does.
 *
 * Of a table the columns that hold names of files are read, and where there are none the column of numbers that finds the most:
 * stars and sizes beside them are no pictures. Where no head says so, or another column finds nearly as many, a person is asked.
 */
export function findFavourites(sources: readonly FavouritesSource[], names: PictureNames): Favourites {
  const search = new Search(names);
  for (const { name, text } of sources) {
    const sidecarOf = name === null ? null : /^(.*)\.xmp$/isu.exec(name);
    if (sidecarOf !== null) search.takeSidecar(readable(sidecarOf[1] ?? ''), text);
    else search.takeList(readable(text), name?.toLowerCase().endsWith('.csv') === true);
  }
  return search.favourites;
}

/** The pictures that a name fits, and whether it means just them. */
export interface Fit {
  readonly keys: readonly string[];
  readonly isSure: boolean;
}

const NO_FIT: Fit = { keys: NONE, isSure: false };

/** By the whole name of a file alone, as `readable` gives it: its stem, and where several have it the extension or the folder. */
export function fitByStem(written: string, { stems, files, folders }: PictureNames): Fit {
  if (written.length > LONGEST_NAME) return NO_FIT;
  const { forms, folder } = formsOf(written);
  for (const form of forms) {
    const keys = stems.get(form);
    if (keys === undefined) continue;
    if (keys.length === 1) return { keys, isSure: true };
    const exact = [...forms.map((file) => files.get(file)), folders.get(`${folder}/${form}`)];
    const [one, ...others] = new Set(exact.flatMap((some) => (some?.length === 1 ? some : NONE)));
    return one === undefined || others.length > 0 ? { keys, isSure: false } : { keys: [one], isSure: true };
  }
  return NO_FIT;
}

function formsOf(written: string): { readonly forms: readonly string[]; readonly folder: string | undefined } {
  const whole = comparable(written);
  const path = pathOf(whole);
  return { forms: stemForms(path?.file ?? whole), folder: path?.folder };
}

/** As the number that it is and nothing else; null: it says more, or less. */
const numberIn = (written: string): string | null =>
  written.length > LONGEST_NAME ? null : numberOf(formsOf(written).forms.at(-1) ?? '');

/** One, or a range of them. */
const isNumbers = (written: string): boolean =>
  numberIn(written) !== null || (written.length <= LONGEST_NAME && rangeOf(written) !== null);

const fitByNumber = (number: string, { numbers }: PictureNames): Fit => {
  const keys = numbers.get(number) ?? NONE;
  return { keys, isSure: keys.length === 1 };
};

/** By stem, by bare number, or by number and the letters before it. */
function fitOf(written: string, names: PictureNames): Fit {
  const byStem = fitByStem(written, names);
  if (byStem.keys.length > 0 || written.length > LONGEST_NAME) return byStem;
  const number = numberIn(written);
  if (number !== null) return fitByNumber(number, names);
  const stem = formsOf(written).forms.at(-1) ?? '';
  const last = lastNumber(stem);
  if (last === null || !/\p{L}/u.test(stem)) return NO_FIT;
  const alike = last.series === null ? undefined : names.series.get(last.series);
  if (alike !== undefined) return { keys: alike, isSure: alike.length === 1 };
  return isOfCamera(stem) ? { keys: names.numbers.get(last.number) ?? NONE, isSure: false } : NO_FIT;
}

/** Letters and a number in one word: words with a number among them are a sentence. */
const isOfCamera = (stem: string): boolean =>
  /\p{L}/u.test(stem) && !stem.includes(' ') && (lastNumber(stem)?.digits ?? 0) >= LEAST_DIGITS;

/** What a cell of a table is read as: a name, something else, or a number of which nobody knows whether it is one. */
type Column = 'name' | 'other' | 'asked';

class Search {
  readonly #names: PictureNames;
  readonly #matched = new Map<string, number | null>();
  readonly #unmatched = new Map<string, string>();
  /** By their candidates: `12` and `#12` are one question. */
  readonly #asked = new Map<readonly string[], { readonly names: Set<string>; stars: number | null }>();
  readonly #read = new Set<string>();
  /** The numbers of what was looked at as a range; null: none of them is there. */
  readonly #ranges = new Map<string, readonly string[] | null>();
  #unrated = 0;
  #ofRanges = 0;

  constructor(names: PictureNames) {
    this.#names = names;
  }

  get favourites(): Favourites {
    // Numbers of what is taken anyway ask nothing.
    const asked = [...this.#asked].filter(
      ([candidates, { names, stars }]) =>
        stars !== null || ![...names].every(isNumbers) || candidates.some((key) => !this.#matched.has(key)),
    );
    return {
      matched: this.#matched,
      unmatched: [...this.#unmatched.values()],
      ambiguous: asked.map(([candidates, { names, stars }]) => ({
        name: told([...names].join(', ')),
        stars,
        candidates,
      })),
      unrated: this.#unrated,
    };
  }

  takeSidecar(name: string, text: string): void {
    const stars = starsOf(text);
    if (stars === null) this.#unrated += 1;
    else this.#take(name, fitOf(name, this.#names), stars);
  }

  takeList(text: string, isTable: boolean): void {
    const lines = linesOf(text);
    const rows = rowsOf(lines, isTable);
    if (rows === null) {
      for (const line of this.#withoutCounters(lines)) this.#resolve(line);
      return;
    }
    const columns = this.#columnsOf(rows);
    for (const row of rows) row.forEach((cell, at) => this.#takeCell(cell, columns[at] ?? 'name'));
  }

  #takeCell(cell: string, column: Column): void {
    if (column === 'name') return this.#resolve(cell);
    const isNumber = numberIn(cell) !== null;
    const byStem = isNumber ? NO_FIT : fitByStem(cell, this.#names);
    if (byStem.keys.length > 0) this.#take(cell, byStem);
    else if (/\p{L}/u.test(cell)) this.#miss(cell);
    else if (isNumber && column === 'asked') {
      const { keys } = fitOf(cell, this.#names);
      if (keys.length > 0) this.#take(cell, { keys, isSure: false });
    }
  }

  #columnsOf(rows: readonly (readonly string[])[]): readonly Column[] {
    const width = rows.reduce((most, { length }) => Math.max(most, length), 0);
    const [head = [], ...others] = rows;
    const isWord = (cell: string): boolean => numberIn(cell) === null && fitOf(cell, this.#names).keys.length === 0;
    const hasHead = others.length > 0 && head.every(isWord);
    const lettered = new Set<number>();
    const found = Array.from({ length: width }, () => new Set<string>());
    for (const row of rows)
      row.forEach((cell, at) => {
        const fit = fitOf(cell, this.#names);
        if (numberIn(cell) === null && fitByStem(cell, this.#names).keys.length > 0) lettered.add(at);
        if (fit.isSure) fit.keys.forEach((key) => found[at]?.add(key));
      });
    if (lettered.size > 0) {
      const beside: Column = hasHead ? 'other' : 'asked';
      return found.map((_, at) => (lettered.has(at) ? 'name' : beside));
    }
    if (!hasHead) return [];
    const most = Math.max(...found.map(({ size }) => size));
    const best = found.findIndex(({ size }) => size === most);
    return found.map(({ size }, at) => (at === best ? 'name' : 2 * size < most ? 'other' : 'asked'));
  }

  /** The lines as they are, unless those that begin with a number and go on with a name are counted by it, 1, 2, 3 and so on. */
  #withoutCounters(lines: readonly string[]): readonly string[] {
    const led = lines.map((line) => {
      const begun = leadOf(line);
      const number = begun === null ? null : numberIn(begun.lead);
      // A number of the camera has zeros before it.
      if (begun === null || number === null || /^\D*0/.test(begun.lead)) return null;
      if (fitByStem(line, this.#names).keys.length > 0) return null;
      return this.#partsOf(begun.rest).some((part) => this.#isName(part)) ? { number, rest: begun.rest } : null;
    });
    const counted = led.filter((line) => line !== null);
    if (counted.length < LEAST_COUNTED || counted.some(({ number }, at) => number !== String(at + 1))) return lines;
    return lines.map((line, at) => led[at]?.rest ?? line);
  }

  /** Numbers beside names may be stars, sizes or pictures: a person is asked. */
  #resolve(written: string): void {
    const parts = this.#partsOf(written);
    const isBeside = parts.length > 1 && parts.some((part) => this.#isName(part) || isDateOrSum(part));
    for (const part of parts) this.#takePart(part, isBeside);
  }

  /** One name, a range, or a list of them: what is no name by itself is parted further. */
  #partsOf(written: string): readonly string[] {
    const text = written.trim();
    if (!/[\p{L}\p{N}]/u.test(text)) return NONE;
    if (fitByStem(text, this.#names).keys.length > 0 || this.#numbersOf(text) !== null) return [text];
    const cells = cellsOf(text);
    if (cells.length > 1 || cells[0] !== text) return cells.flatMap((cell) => this.#partsOf(cell));
    if (isDateOrSum(text)) return [text];
    const either = eitherOf(text);
    if (either.length > 1) return either.flatMap((one) => this.#partsOf(one));
    const words = wordsOf(text);
    return words.length > 1 && words.every((word) => this.#isKnown(word))
      ? words.flatMap((word) => this.#partsOf(word))
      : [text];
  }

  /** Whether a part is a name in letters, in the book or not. */
  #isName(part: string): boolean {
    if (!/\p{L}/u.test(part) || numberIn(part) !== null || this.#numbersOf(part) !== null) return false;
    const { keys } = fitOf(part, this.#names);
    return keys.length > 0 || (part.length <= LONGEST_NAME && isOfCamera(formsOf(part).forms.at(-1) ?? ''));
  }

  #takePart(part: string, isBeside: boolean): void {
    const id = `${isBeside ? 'beside' : 'alone'} ${part}`;
    if (this.#read.has(id)) return;
    this.#read.add(id);
    const byStem = fitByStem(part, this.#names);
    const numbers = byStem.keys.length > 0 ? null : this.#numbersOf(part);
    if (numbers !== null) this.#takeNumbers(part, numbers, isBeside);
    else if (byStem.keys.length === 0 && isDateOrSum(part)) this.#miss(part);
    else {
      const fit = fitOf(part, this.#names);
      this.#take(part, isBeside && numberIn(part) !== null ? { ...fit, isSure: false } : fit);
    }
  }

  #takeNumbers(range: string, numbers: readonly string[], isBeside: boolean): void {
    const fits = numbers.map((number) => ({ number, fit: fitByNumber(number, this.#names) }));
    if (isBeside) this.#take(range, { keys: fits.flatMap(({ fit }) => fit.keys), isSure: false });
    for (const { number, fit } of fits) if (!isBeside || fit.keys.length === 0) this.#take(number, fit);
  }

  /** Whether a word stands for a picture by itself, or for none that anybody could mean. */
  #isKnown(word: string): boolean {
    if (fitByStem(word, this.#names).keys.length > 0) return true;
    const number = numberIn(word);
    if (number !== null) return this.#names.numbers.has(number);
    if (word.length > LONGEST_NAME) return false;
    const range = rangeOf(word);
    if (range === null) return isDateOrSum(word);
    return range.to - range.from <= LONGEST_RANGE && this.#names.numbers.has(String(range.from));
  }

  /** Of a range of which some are there; null: it is none. */
  #numbersOf(written: string): readonly string[] | null {
    const range = written.length > LONGEST_NAME ? null : rangeOf(written);
    if (range === null || range.to - range.from > LONGEST_RANGE) return null;
    const known = this.#ranges.get(written);
    if (known !== undefined) return known;
    const count = range.to - range.from + 1;
    if (this.#ofRanges + count > MOST_OF_RANGES) return null;
    this.#ofRanges += count;
    const numbers = Array.from({ length: count }, (_, at) => String(range.from + at));
    const found = numbers.some((number) => this.#names.numbers.has(number)) ? numbers : null;
    this.#ranges.set(written, found);
    return found;
  }

  #take(name: string, { keys, isSure }: Fit, stars: number | null = null): void {
    if (keys.length === 0) return this.#miss(name);
    if (isSure) for (const key of keys) this.#matched.set(key, more(this.#matched.get(key) ?? null, stars));
    else {
      const asked = this.#asked.get(keys) ?? { names: new Set(), stars: null };
      asked.names.add(name.trim());
      asked.stars = more(asked.stars, stars);
      this.#asked.set(keys, asked);
    }
  }

  #miss(name: string): void {
    const id = comparable(name.slice(0, LONGEST_TOLD));
    if (id !== '' && !this.#unmatched.has(id)) this.#unmatched.set(id, told(name.trim()));
  }
}

const told = (name: string): string => (name.length > LONGEST_TOLD ? `${name.slice(0, LONGEST_TOLD)}…` : name);

const more = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? (one ?? other) : Math.max(one, other);

/** `xmp:Rating` as an attribute or an element, 1 to 5; null: none, 0, or −1, which rejects the picture. A label is none. */
function starsOf(xmp: string): number | null {
  const rating = /\b(?:xmp|xap):Rating\s{0,9}(?:=\s{0,9}["']|>)\s{0,9}([+-]?\d{1,3})(?:\.\d{1,9})?\s{0,9}["'<]/.exec(
    xmp,
  )?.[1];
  const stars = Number(rating ?? 0);
  return stars >= 1 && stars <= MOST_STARS ? stars : null;
}
