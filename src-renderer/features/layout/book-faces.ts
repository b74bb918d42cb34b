import arabic from '../../../resources/fonts/NotoSansArabic-Regular.ttf?url';
import devanagari from '../../../resources/fonts/NotoSansDevanagari-Regular.ttf?url';
import emoji from '../../../resources/fonts/NotoEmoji-Regular.ttf?url';
import han from '../../../resources/fonts/NotoSansKR-Regular.ttf?url';
import hanRest from '../../../resources/fonts/NotoSansSC-Regular.ttf?url';
import hanStrong from '../../../resources/fonts/NotoSansKR-Bold.ttf?url';
import hebrew from '../../../resources/fonts/NotoSansHebrew-Regular.ttf?url';
import regular from '../../../resources/fonts/Pretendard-Regular.ttf?url';
import semiBold from '../../../resources/fonts/Pretendard-SemiBold.ttf?url';
import symbols from '../../../resources/fonts/NotoSansSymbols2-Regular.ttf?url';
import hand from '../../../resources/fonts/NanumPenScript-Regular.ttf.br?url';
import hanSerif from '../../../resources/fonts/NotoSerifKR-Regular.ttf.br?url';
import round from '../../../resources/fonts/GowunDodum-Regular.ttf.br?url';
import serif from '../../../resources/fonts/GowunBatang-Regular.ttf.br?url';
import serifBold from '../../../resources/fonts/GowunBatang-Bold.ttf.br?url';
import thai from '../../../resources/fonts/NotoSansThai-Regular.ttf?url';
import { openFace } from '../../../src-core/composition/harfbuzz-face.ts';
import type { TextMeasure } from '../../../src-core/composition/sketch.ts';
import { measureOf } from '../../../src-core/composition/text-measure.ts';
import {
  ofEachFace,
  PLAINEST_TYPEFACES,
  standInsOf,
  TYPEFACES,
  type FaceName,
  type Typeface,
} from '../../../src-core/composition/typefaces.ts';

/** Those of the other families come to the window where a template asks for them. */
export const LAYOUT_FACES: Readonly<Record<FaceName, string>> = {
  regular,
  semiBold,
  han,
  hanStrong,
  hanRest,
  emoji,
  symbols,
  arabic,
  hebrew,
  thai,
  devanagari,
  serif,
  serifBold,
  round,
  hand,
  hanSerif,
};

/** The family under which the window sets letters as they are printed. */
export const familyOf = (face: FaceName): string => `Book ${face}`;

/** Those of a text that is being written, where Chromium chooses a face for each letter. */
export const familiesOf = (typeface: Typeface): string =>
  [typeface, ...standInsOf(typeface)].map((face) => `"${familyOf(face)}"`).join(', ');

const opened = new Map<string, Promise<TextMeasure>>();
const known = new Map<FaceName, Promise<Uint8Array>>();

/**
 * The faces that these typefaces are printed in, shaped by the painter's own shaper: lines break on the stage where they break on
 * paper. Asked for once; rejects when a face cannot be read.
 */
export function bookFaces(typefaces: readonly Typeface[] = PLAINEST_TYPEFACES): Promise<TextMeasure> {
  const name = TYPEFACES.filter((typeface) => typefaces.includes(typeface)).join(' ');
  const own =
    opened.get(name) ??
    openFaces(typefaces).catch((error: unknown) => {
      opened.delete(name);
      throw error;
    });
  opened.set(name, own);
  return own;
}

/** These typefaces, with all that stands in for them. */
async function openFaces(typefaces: readonly Typeface[]): Promise<TextMeasure> {
  const harfbuzz = await import('harfbuzzjs');
  const names = [...new Set(typefaces.flatMap((typeface) => [typeface, ...standInsOf(typeface)]))];
  const files = new Map(
    await Promise.all(
      names.map(async (name) => [name, await faceFile(name, typefaces.includes(name as Typeface))] as const),
    ),
  );
  return measureOf(
    ofEachFace((name) =>
      openFace<
        InstanceType<typeof harfbuzz.Blob>,
        InstanceType<typeof harfbuzz.Face>,
        InstanceType<typeof harfbuzz.Font>,
        InstanceType<typeof harfbuzz.Buffer>
      >(harfbuzz, files.get(name) as Uint8Array),
    ),
  );
}

/** Its bytes, and the window has it under its family. */
function faceFile(name: FaceName, isAlwaysSeen: boolean): Promise<Uint8Array> {
  const open = async (): Promise<Uint8Array> => {
    const answer = await fetch(LAYOUT_FACES[name]);
    if (!answer.ok) throw new Error(`the face ${name} cannot be read`);
    const file = new Uint8Array(await answer.arrayBuffer());
    // Chromium reads one that stands in for others when a letter first asks for it.
    const face = new FontFace(familyOf(name), isAlwaysSeen ? file : `url("${LAYOUT_FACES[name]}")`);
    document.fonts.add(isAlwaysSeen ? await face.load() : face);
    return file;
  };
  const own =
    known.get(name) ??
    open().catch((error: unknown) => {
      known.delete(name);
      throw error;
    });
  known.set(name, own);
  return own;
}
