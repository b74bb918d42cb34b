import type { FamilyKind } from '../../fixtures/photographs/family-pictures.ts';
import type { CatalogueSpec } from '../../../src-core/specs/catalogue.ts';
import { captionOf, type AlbumPicture, type Chapter } from './family-words.ts';

/** One call of `/cover` or `/contents`: a template by its name, its texts, its pictures by the name of their parameter. */
export interface AlbumEntry {
  readonly template: string;
  readonly texts: Readonly<Record<string, string>>;
  /** A list for a gallery. */
  readonly pictures: Readonly<Record<string, AlbumPicture | readonly AlbumPicture[]>>;
  /** Of blocks that would go on below the one before. */
  readonly beginsPage?: boolean;
}

export interface AlbumPlan {
  readonly theme: string;
  readonly title: string;
  readonly cover: AlbumEntry;
  readonly contents: readonly AlbumEntry[];
}

/** Which themes the album is made in. */
export const ALBUM_THEMES = ['사진첩', '웨딩', '여행앨범', '공용'] as const;
export type AlbumTheme = (typeof ALBUM_THEMES)[number];

/** The book that the album is made for. A LAYFLAT book's first two pages lie side by side, another's first is alone on the right. */
export type AlbumSpec = Pick<CatalogueSpec, 'bindingType' | 'innerTrimWidthMm' | 'innerTrimHeightMm'>;

export function albumPlan(theme: AlbumTheme, chapters: readonly Chapter[], spec: AlbumSpec): AlbumPlan {
  const beginsRight = spec.bindingType !== 'LAYFLAT';
  const page = spec.innerTrimWidthMm / spec.innerTrimHeightMm;
  const pools = chapters.map((chapter) => new Pool(chapter.pictures));
  const [first, last] = [pools[0], pools.at(-1)];
  if (first === undefined || last === undefined) throw new Error('an album has a chapter');
  const { title, cover, opening, chapter, photo, publish } = DESIGNS[theme];
  // Before the pages of its chapter are filled: the best of it is on the cover, and stays in its chapter.
  const onCover = first.look('group');
  const onBack = last.look('group');
  const withoutPartner = beginsRight ? [] : [photo(first.fitting(page, 'scenery'))];
  const end = beginsRight ? [] : [photo(last.fitting(page, 'scenery'))];
  return {
    theme,
    title,
    cover: cover(onCover, onBack),
    contents: [
      opening,
      ...withoutPartner,
      ...chapters.flatMap((own, index) => chapter({ ...own, index, page }, pools[index] ?? first)),
      ...end,
      publish,
    ],
  };
}

/** The pictures of a chapter that are on no page yet. */
class Pool {
  #left: AlbumPicture[];

  constructor(pictures: readonly AlbumPicture[]) {
    this.#left = [...pictures];
  }

  look(...kinds: readonly FamilyKind[]): AlbumPicture {
    const found = kinds.flatMap((kind) => this.#left.filter((picture) => picture.kind === kind))[0] ?? this.#left[0];
    if (found === undefined) throw new Error('the chapter has no picture left');
    return found;
  }

  /** The first of the first kind that there is. */
  take(...kinds: readonly FamilyKind[]): AlbumPicture {
    const found = this.look(...kinds);
    this.#left = this.#left.filter((picture) => picture !== found);
    return found;
  }

  /** The one of these kinds that loses least in a frame of that width over height. */
  fitting(aspect: number, ...kinds: readonly FamilyKind[]): AlbumPicture {
    const lost = ({ widthPx, heightPx }: AlbumPicture) => Math.abs(Math.log(widthPx / heightPx / aspect));
    const [found = this.look(...kinds)] = this.#left
      .filter(({ kind }) => kinds.includes(kind))
      .toSorted((a, b) => lost(a) - lost(b));
    this.#left = this.#left.filter((picture) => picture !== found);
    return found;
  }

  /** One of each of these kinds, in this order. */
  some(...kinds: readonly FamilyKind[]): readonly AlbumPicture[] {
    return kinds.map((kind) => this.take(kind, 'portrait', 'scenery', 'detail', 'pair', 'group'));
  }

  rest(): readonly AlbumPicture[] {
    return this.#left.splice(0);
  }
}

interface Design {
  readonly title: string;
  readonly cover: (front: AlbumPicture, back: AlbumPicture) => AlbumEntry;
  readonly opening: AlbumEntry;
  readonly chapter: (
    chapter: Chapter & { readonly index: number; readonly page: number },
    pool: Pool,
  ) => readonly AlbumEntry[];
  /** A picture that has a page to itself. */
  readonly photo: (picture: AlbumPicture) => AlbumEntry;
  readonly publish: AlbumEntry;
}

const page = (
  template: string,
  texts: AlbumEntry['texts'] = {},
  pictures: AlbumEntry['pictures'] = {},
): AlbumEntry => ({ template, texts, pictures });

const captioned = (template: string, photo: AlbumPicture): AlbumEntry =>
  page(template, { caption: captionOf(photo) }, { photo });

const YEAR = '2026';
const IMPRINT = {
  author: '한서연',
  publishedOn: '2027년 2월 28일',
  note: '함께한 한 해를 오래 기억하려고 만들었습니다.',
};

const DESIGNS: Readonly<Record<AlbumTheme, Design>> = {
  사진첩: {
    title: '빛이 머문 한 해',
    cover: (coverPhoto) =>
      page('표지', { title: '빛이 머문 한 해', spineTitle: '빛이 머문 한 해 2026' }, { coverPhoto }),
    opening: page('간지', { title: '빛이 머문 한 해', dateRange: '2026. 3. – 2027. 2.' }),
    chapter: ({ title, page: aspect }, pool) => {
      const hero = pool.take('group');
      const small = pool.some('portrait', 'scenery', 'portrait');
      const opener = pool.fitting(1.3 * aspect, 'scenery');
      const full = pool.fitting(aspect, 'scenery', 'pair');
      const four = pool.some('group', 'portrait', 'pair', 'portrait');
      return [
        page('간지_사진', { title }, { photo: opener }),
        page('내지_큰사진', {}, { hero, photos: small }),
        captioned('내지_전면사진', full),
        page('내지_gallery_글', { caption: captionOf(four[0] ?? full) }, { photos: four }),
        captioned('내지_photo', pool.take('group', 'scenery')),
        page('내지_gallery', {}, { photos: pool.rest() }),
      ];
    },
    photo: (photo) => captioned('내지_전면사진', photo),
    publish: page('발행면', { title: '빛이 머문 한 해', ...IMPRINT }),
  },
  웨딩: {
    title: '우리 가족',
    cover: (coverPhoto) =>
      page('표지', { names: '우리 가족', date: '2026. 3. – 2027. 2.', spineTitle: '우리 가족 2026' }, { coverPhoto }),
    opening: page('간지', { title: '우리 가족', date: '2026. 3. – 2027. 2.' }),
    chapter: ({ title, months, story, page: aspect }, pool) => {
      const full = pool.fitting(aspect, 'scenery', 'pair');
      const told = pool.fitting(1.4, 'scenery');
      const three = pool.some('portrait', 'pair', 'scenery');
      const five = pool.some('group', 'portrait', 'scenery', 'portrait', 'pair');
      const photo = pool.take('group');
      const small = pool.take('detail', 'portrait');
      return [
        page('간지', { title, date: months }),
        page('내지_전면사진', {}, { photo: full }),
        page('내지_두장', { caption: captionOf(three[0] ?? full) }, { photos: three }),
        captioned('내지_작은사진', small),
        page('내지_gallery', {}, { photos: five }),
        captioned('내지_photo', photo),
        { ...page('내지_이야기', { title, bodyText: story }, { photo: told }), beginsPage: true },
        page('내지_두장', {}, { photos: pool.rest() }),
      ];
    },
    photo: (photo) => captioned('내지_photo', photo),
    publish: page('발행면', { title: '우리 가족', publishedOn: IMPRINT.publishedOn, note: IMPRINT.note }),
  },
  여행앨범: {
    title: '네 계절, 네 번의 여행',
    cover: (frontPhoto, backPhoto) =>
      page(
        '표지_앞뒤사진',
        { title: '네 계절, 네 번의 여행', dateRange: '2026. 3. – 2027. 2.', spineTitle: '네 계절, 네 번의 여행' },
        { frontPhoto, backPhoto },
      ),
    opening: page('간지_제목', { title: '네 계절, 네 번의 여행', dateRange: '2026. 3. – 2027. 2.' }),
    chapter: ({ title, months, place, index, page: aspect }, pool) => {
      const opener = pool.fitting(1.6 * aspect, 'scenery');
      const largePhoto = pool.fitting(1.6 * aspect, 'scenery', 'group');
      const full = pool.fitting(aspect, 'scenery');
      const smallPhoto = pool.fitting(1.7, 'scenery', 'detail');
      const photo = pool.take('group');
      const four = pool.some('pair', 'portrait', 'portrait', 'group');
      const collage = pool.some('group', 'portrait', 'scenery', 'pair', 'portrait');
      return [
        page('간지', { title, subtitle: months }, { photo: opener }),
        page('내지_gallery', { dayNum: String(index + 1), place }, { collagePhotos: [...collage, ...pool.rest()] }),
        captioned('내지_전면사진', full),
        page('내지_grid', { caption: captionOf(four[0] ?? full) }, { photos: four }),
        page('내지_photo', { place, caption: captionOf(photo) }, { photo }),
        page('내지_두장', { caption: captionOf(largePhoto) }, { largePhoto, smallPhoto }),
      ];
    },
    photo: (photo) => captioned('내지_전면사진', photo),
    publish: page('발행면', { title: '네 계절, 네 번의 여행', ...IMPRINT }),
  },
  공용: {
    title: '우리 가족의 한 해',
    cover: (coverPhoto) =>
      page('표지', { title: '우리 가족의 한 해', subtitle: YEAR, spineTitle: '우리 가족의 한 해' }, { coverPhoto }),
    opening: page('간지', { title: '우리 가족의 한 해', subtitle: '2026. 3. – 2027. 2.' }),
    chapter: ({ title, months, page: aspect }, pool) => {
      const full = pool.fitting(aspect, 'scenery', 'pair', 'portrait');
      const photo = pool.fitting(1.08 * aspect, 'scenery', 'portrait');
      const five = pool.some('group', 'portrait', 'scenery', 'pair', 'portrait');
      const four = pool.some('group', 'portrait', 'detail', 'pair');
      return [
        page('간지', { title, subtitle: months }),
        page('내지_전면사진', {}, { photo: full }),
        page('내지_gallery', {}, { photos: five }),
        captioned('내지_photo', photo),
        page('내지_grid', {}, { photos: four }),
        page('내지_gallery', {}, { photos: pool.rest() }),
      ];
    },
    photo: (photo) => captioned('내지_photo', photo),
    publish: page('발행면', { title: '우리 가족의 한 해', ...IMPRINT }),
  },
};
