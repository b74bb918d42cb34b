import { graphemesOf } from './graphemes.ts';
import { inSight, levelsOf, mayRunLeft, withoutMarks, type Direction } from './direction.ts';
import { lookOf, standInsOf, type FaceName, type Typeface } from './typefaces.ts';
import type { FaceShaper } from './text-measure.ts';

/** A part of a line that one face sets in one direction. */
export interface TextRun {
  readonly face: FaceName;
  /** In the order in which it is read. */
  readonly text: string;
  readonly direction: Direction;
  /** How large its face is set, of the type size. */
  readonly scale: number;
}

/** Joiners, what chooses between looks of a character, and tags of flags: they change a glyph and need none of their own. */
const CHANGES_GLYPHS = /^[\u200C\u200D\uFE0E\uFE0F\u{E0020}-\u{E007F}]$/u;
/** Shown as a picture because its sender asked for that (UTS #51, ED-4 to ED-17); a character by itself stays the text's where it is one of its letters. */
const ASKED_AS_EMOJI =
  /^(?:[#*0-9]\uFE0F\u20E3|\p{Regional_Indicator}{2}|\p{Extended_Pictographic}.*[\uFE0F\u200D\p{Emoji_Modifier}\u{E007F}])/u;
const EMOJI = /^[\p{Emoji_Presentation}\p{Regional_Indicator}]/u;
/** Faces of one script, asked before those that are large. */
const OWN_FACES: readonly (readonly [RegExp, FaceName])[] = [
  [/[\p{Script=Arabic}]/u, 'arabic'],
  [/[\p{Script=Hebrew}]/u, 'hebrew'],
  [/[\p{Script=Thai}]/u, 'thai'],
  [/[\p{Script=Devanagari}]/u, 'devanagari'],
];

const SYLLABLE = '가';
const IDEOGRAPH = '一';
/** How wide a syllable is in faces that those of other scripts and pictures go with, in ems. */
const USUAL_SYLLABLE_EM = 0.92;
/** Of a syllable's width: so wide an ideograph beside it looks as large. */
const IDEOGRAPH_SHARE = 1.04;
/** As exact as a PDF says type sizes. */
const SCALE_STEPS = 1000;

/** What sets each part of a text. What was found is kept: ask for one a process. */
export class FaceChoice {
  readonly #chosen = new Map<string, FaceName | null>();
  readonly #scales = new Map<string, number>();

  constructor(private readonly shaperOf: (face: FaceName) => FaceShaper) {}

  /** The first face that has all of a grapheme; null where none has. */
  faceOf(grapheme: string, typeface: Typeface): FaceName | null {
    const key = `${typeface} ${grapheme}`;
    let face = this.#chosen.get(key);
    if (face === undefined) {
      face = orderFor(grapheme, typeface).find((name) => this.has(name, grapheme)) ?? null;
      if (this.#chosen.size >= MOST_KEPT) this.#chosen.clear();
      this.#chosen.set(key, face);
    }
    return face;
  }

  /** From left to right, as the line is seen. Marks of direction are gone; what no face has is the typeface's own box. */
  runsOf(line: string, typeface: Typeface, direction: Direction): readonly TextRun[] {
    const levels = direction === 'rtl' || mayRunLeft(line) ? levelsOf(line, direction) : null;
    const parts: { face: FaceName; text: string; level: number }[] = [];
    let at = 0;
    for (const grapheme of graphemesOf(line)) {
      const level = levels?.[at] ?? 0;
      at += grapheme.length;
      const text = withoutMarks(grapheme);
      if (text === '') continue;
      const face = this.faceOf(text, typeface) ?? typeface;
      const last = parts.at(-1);
      if (last?.face === face && last.level === level) last.text += text;
      else parts.push({ face, text, level });
    }
    return inSight(parts).map(({ face, text, level }) => ({
      face,
      text,
      direction: level % 2 === 1 ? 'rtl' : 'ltr',
      scale: this.scaleOf(face, typeface),
    }));
  }

  private has(face: FaceName, grapheme: string): boolean {
    const shaper = this.shaperOf(face);
    for (const character of grapheme) {
      if (!CHANGES_GLYPHS.test(character) && !shaper.hasGlyph(character.codePointAt(0) ?? 0)) return false;
    }
    return true;
  }

  /** A face beside another looks as large when its syllable, or else its ideograph, is as wide as a syllable there. */
  private scaleOf(face: FaceName, typeface: Typeface): number {
    const { setEm } = lookOf(typeface);
    if (face === typeface) return setEm;
    const key = `${face} ${typeface}`;
    let scale = this.#scales.get(key);
    if (scale === undefined) {
      const syllableEm = setEm * widthEm(this.shaperOf(typeface), SYLLABLE);
      scale = Math.min(1, Math.round((syllableEm / usualEm(this.shaperOf(face))) * SCALE_STEPS) / SCALE_STEPS);
      this.#scales.set(key, scale);
    }
    return scale;
  }
}

/** Graphemes are kept until there are so many. */
const MOST_KEPT = 50_000;

function orderFor(grapheme: string, typeface: Typeface): readonly FaceName[] {
  const standIns = standInsOf(typeface);
  if (ASKED_AS_EMOJI.test(grapheme)) return ['emoji', typeface, ...standIns];
  const own = EMOJI.test(grapheme) ? 'emoji' : OWN_FACES.find(([script]) => script.test(grapheme))?.[1];
  return own === undefined ? [typeface, ...standIns] : [typeface, own, ...standIns];
}

/** So wide a face's letters are as a syllable beside them is to be. */
function usualEm(shaper: FaceShaper): number {
  if (shaper.hasGlyph(SYLLABLE.charCodeAt(0))) return widthEm(shaper, SYLLABLE);
  const ideographEm = shaper.hasGlyph(IDEOGRAPH.charCodeAt(0)) ? widthEm(shaper, IDEOGRAPH) : USUAL_SYLLABLE_EM;
  return ideographEm / IDEOGRAPH_SHARE;
}

const widthEm = (shaper: FaceShaper, text: string): number =>
  shaper.shape(text).reduce((sum, { advance }) => sum + advance, 0) / shaper.unitsPerEm;
