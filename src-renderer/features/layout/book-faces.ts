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
import thai from '../../../resources/fonts/NotoSansThai-Regular.ttf?url';
import { openFace } from '../../../src-core/composition/harfbuzz-face.ts';
import type { TextMeasure } from '../../../src-core/composition/sketch.ts';
import { measureOf } from '../../../src-core/composition/text-measure.ts';
import {
  ofEachFace,
  PLAINEST_TYPEFACES,
  standInsOf,
  type FaceName,
  type Typeface,
} from '../../../src-core/composition/typefaces.ts';

type FaceUrls = Readonly<Partial<Record<FaceName, string>>>;

/** Layouts are set in Pretendard alone: faces of the other families never come to the window. */
export const LAYOUT_FACES: FaceUrls = {
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
};

/** The family under which the window sets letters as they are printed. */
export const familyOf = (face: FaceName): string => `Book ${face}`;

/** Those of a text that is being written, where Chromium chooses a face for each letter. */
export const familiesOf = (typeface: Typeface): string =>
  [typeface, ...standInsOf(typeface)].map((face) => `"${familyOf(face)}"`).join(', ');

let opened: Promise<TextMeasure> | null = null;

/**
 * The faces that books are printed in, shaped by the painter's own shaper: lines break on the stage where they break on
 * paper. Asked for once; rejects when a face cannot be read.
 */
export function bookFaces(): Promise<TextMeasure> {
  opened ??= openFaces(LAYOUT_FACES, PLAINEST_TYPEFACES).catch((error: unknown) => {
    opened = null;
    throw error;
  });
  return opened;
}

/** These typefaces, with all that stands in for them, whose files lie at `urls`. */
export async function openFaces(urls: FaceUrls, typefaces: readonly Typeface[]): Promise<TextMeasure> {
  const harfbuzz = await import('harfbuzzjs');
  const names = [...new Set(typefaces.flatMap((typeface) => [typeface, ...standInsOf(typeface)]))];
  const files = new Map(
    await Promise.all(
      names.map(
        async (name) => [name, new Uint8Array(await (await fetch(urls[name] as string)).arrayBuffer())] as const,
      ),
    ),
  );
  for (const name of names) {
    const isAlwaysSeen = typefaces.some((typeface) => typeface === name);
    // Chromium reads one that stands in for others when a letter first asks for it.
    const own = new FontFace(familyOf(name), isAlwaysSeen ? (files.get(name) as BufferSource) : `url("${urls[name]}")`);
    document.fonts.add(isAlwaysSeen ? await own.load() : own);
  }
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
