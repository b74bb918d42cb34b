import type { BookSpec } from '../../src-core/contract/specs.ts';
import type { PdfKind } from '../../src-core/contract/books.ts';
import { sizeMmOf, spineWidthMm } from '../../src-core/specs/book-geometry.ts';
import type { TemplateWords } from '../../src-core/specs/template-words.ts';
import type { Language } from '../../src-core/text-ref.ts';
import { specVersionOf } from '../desk/orders/spec-version.ts';
import type { Say } from './texts.ts';

/** What the template of a spec and page count says of itself, PDF and SVG alike. */
export function templateWordsOf(
  { say, language }: { readonly say: Say; readonly language: Language },
  spec: BookSpec,
  kind: PdfKind,
  pages: number,
): TemplateWords {
  const { widthMm, heightMm } = sizeMmOf(spec, kind, pages);
  const inner = spec.bindingType === 'LAYFLAT' ? 'spread' : 'contents';
  const part = say(`specs.show.${kind === 'cover' ? 'cover' : inner}`);
  const book = { name: spec.name, uid: spec.bookSpecUid, pages };
  return {
    language,
    title: say('template.title', { ...book, part }),
    told: say('template.told', {
      ...book,
      part,
      widthMm,
      heightMm,
      spineMm: spineWidthMm(spec, pages),
      version: specVersionOf(spec),
    }),
    artwork: say('template.artwork'),
    guides: say('template.guides'),
    guidesToHide: say('template.guidesToHide'),
    guide: (guide, valueMm) => {
      const name = say(`specs.guide.${guide}`);
      return valueMm === null ? name : say('template.guide', { name, valueMm });
    },
  };
}

/**
 * What its file is called, without the ending: the role stands last, so that what is designed on two of them pairs by its names. Another
 * version of the spec is another name.
 */
export const templateNameOf = (say: Say, spec: BookSpec, kind: PdfKind, pages: number): string =>
  [spec.bookSpecUid, say('template.pages', { pages }), specVersionOf(spec), say(`template.${kind}`)].join('_');
