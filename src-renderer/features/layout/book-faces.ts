import regular from '../../../resources/fonts/Pretendard-Regular.ttf?url';
import semiBold from '../../../resources/fonts/Pretendard-SemiBold.ttf?url';
import { openFace, type ShapedFace } from '../../../src-core/composition/harfbuzz-face.ts';
import type { TextMeasure } from '../../../src-core/composition/sketch.ts';
import { measureOf } from '../../../src-core/composition/text-measure.ts';
import { TYPEFACES, type Typeface } from '../../../src-core/composition/typefaces.ts';

const URLS: Readonly<Record<Typeface, string>> = { regular, semiBold };

/** The family under which the window sets text as it is printed. */
export const familyOf = (typeface: Typeface): string => `Book ${typeface}`;

let opened: Promise<TextMeasure> | null = null;

/**
 * The faces that books are printed in, shaped by the painter's own shaper: lines break on the stage where they break on
 * paper. Asked for once; rejects when a face cannot be read.
 */
export function bookFaces(): Promise<TextMeasure> {
  opened ??= open().catch((error: unknown) => {
    opened = null;
    throw error;
  });
  return opened;
}

async function open(): Promise<TextMeasure> {
  const harfbuzz = await import('harfbuzzjs');
  const faces = new Map<Typeface, ShapedFace>();
  for (const { name } of TYPEFACES) {
    const bytes = new Uint8Array(await (await fetch(URLS[name])).arrayBuffer());
    faces.set(
      name,
      openFace<
        InstanceType<typeof harfbuzz.Blob>,
        InstanceType<typeof harfbuzz.Face>,
        InstanceType<typeof harfbuzz.Font>,
        InstanceType<typeof harfbuzz.Buffer>
      >(harfbuzz, bytes),
    );
    document.fonts.add(await new FontFace(familyOf(name), bytes).load());
  }
  return measureOf((typeface) => faces.get(typeface) as ShapedFace);
}
