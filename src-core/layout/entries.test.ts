import { describe, expect, it } from 'vitest';
import { shippedTemplate, shippedTemplates } from '../../test/fixtures/themes.ts';
import { composeContents, composeCover, type ComposedEntry } from '../composition/compose.ts';
import { sampleValues } from '../templates/sample-values.ts';
import type { BoundPicture, BoundValues } from '../composition/bound-values.ts';
import type { LayoutDocument } from './document.ts';
import { breachesOf } from './invariants.ts';
import { setPageCount } from './operations/book.ts';
import {
  addEntries,
  moveEntry,
  putPictures,
  removeEntries,
  setCoverTemplate,
  setEntryTemplate,
  setEntryValues,
} from './operations/entries.ts';
import { movePages, removePages } from './operations/pages.ts';
import { firstPageShowing, removePictures, replacePicture, unplacedPictures, usesOf } from './operations/pictures.ts';
import { retarget } from './operations/retarget.ts';
import { isFree } from './free-pages.ts';
import { sketchesOf } from './sketches.ts';
import { done, keyOf, sampleBook, samplePictures } from './testing/sample-book.ts';
import { plainMeasure as measure } from './testing/plain-measure.ts';
import type { ThemedEntry } from './themed/entries.ts';
import { boundOf, themedBook, WAITING_KEY } from './themed/laid.ts';

const HC = 'SQUAREBOOK_HC';
const day = { year: 2026, month: 12, date: 1 };
const profile = shippedTemplate(HC, 'yearbook/profile');
const book = (pictures = 30) => sampleBook({ uid: HC, pictures });

const people = (count: number): ThemedEntry['values'][] =>
  Array.from({ length: count }, (_, at) => ({ name: `학생 ${at + 1}`, photo: [keyOf(at + 1)] }));
const withPeople = (count: number, document = book()) =>
  done(addEntries(document, { template: profile, values: people(count), before: null, day }, measure));

/** As the service keeps pictures that it was given. */
const bound = (document: LayoutDocument, key: string): BoundPicture => {
  const { widthPx = 0, heightPx = 0 } = document.pictures[key] ?? {};
  return { blobKey: key, mimeType: 'image/jpeg', widthPx, heightPx };
};
/** Without the variables that pictures were given by, which no painter reads. */
const asComposed = <Sketch>(sketch: Sketch): Sketch =>
  JSON.parse(JSON.stringify(sketch, (key, value: unknown) => (key === 'field' ? undefined : value))) as Sketch;

/** What was sampled, as an operator gives it. */
const typed = (values: BoundValues): ThemedEntry['values'] =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      if (value.kind === 'picture') return [name, [value.picture.blobKey]];
      if (value.kind === 'pictures') return [name, value.pictures.map(({ blobKey }) => blobKey)];
      return [name, value.kind === 'boolean' ? value.value : value.text];
    }),
  );

describe('pages by templates', () => {
  it.each([HC, 'SQUAREBOOK_LAYFLAT_HC', 'PHOTOBOOK_A5_SC'])(
    'are those that the service composes of the same entries: every template of every theme for %s',
    (uid) => {
      const begun = sampleBook({ uid, pageCount: uid === 'PHOTOBOOK_A5_SC' ? 50 : 24, pictures: 12 });
      const pictures = begun.pictureOrder.map((key) => bound(begun, key));
      const system = { bookTitle: begun.title, ...day };
      const templates = [...shippedTemplates(uid).values()];
      for (const name of new Set(templates.map(({ theme }) => theme))) {
        const theme = templates.filter((template) => template.theme === name);
        const composed: ComposedEntry[] = [];
        let document = begun;
        for (const template of theme.filter(({ templateKind }) => templateKind !== 'cover')) {
          const values = sampleValues(template, pictures);
          const breakBefore = template.templateKind === 'content' ? 'none' : 'page';
          composed.push({ template, values, wish: { breakBefore, side: null } });
          document = done(addEntries(document, { template, values: [typed(values)], before: null, day }, measure));
        }
        const pageCount = document.order.length;
        const expected = composeContents({ spec: document.spec, entries: composed, pageCount, system, measure });
        expect(asComposed(sketchesOf(document, measure).pages)).toEqual(expected);
        expect(breachesOf(document)).toEqual([]);
        for (const template of theme.filter(({ templateKind }) => templateKind === 'cover')) {
          const values = sampleValues(template, pictures);
          const covered = done(setCoverTemplate(begun, { template, day, values: typed(values) }, measure));
          expect(asComposed(sketchesOf(covered, measure).cover)).toEqual(
            composeCover({ spec: begun.spec, pageCount: begun.order.length, template, values, system, measure }),
          );
        }
      }
    },
  );

  it('bring the pages that they need, and hold them until they go', () => {
    const many = withPeople(30);
    expect([many.themed?.pages, many.order.length]).toEqual([30, 30]);
    expect(setPageCount(many, { pageCount: 28 })).toEqual({
      refused: { key: 'layout.refused.entriesNeed', params: { pages: 30 } },
    });
    const [first = '', second = '', ...others] = many.order;
    const held = { refused: { key: 'layout.refused.pagesOfEntries' } };
    expect(movePages(many, { pageIds: [first], before: others[3] ?? null })).toEqual(held);
    expect(removePages(done(setPageCount(many, { pageCount: 32 })), { pageIds: [first, second] })).toEqual(held);
    const few = done(removeEntries(many, { entryIds: many.themed?.order.slice(3) ?? [] }, measure));
    expect([few.themed?.pages, few.order.length]).toEqual([3, 30]);
    expect(done(setPageCount(few, { pageCount: 24 })).order).toHaveLength(24);
    expect(breachesOf(few)).toEqual([]);
  });

  it('above the most that the spec binds are refused, and nothing is changed', () => {
    const outcome = addEntries(book(), { template: profile, values: people(400), before: null, day }, measure);
    expect(outcome).toMatchObject({ refused: { key: 'layout.refused.tooManyPages' } });
  });

  it('of a template for another book spec, or of a cover, are refused', () => {
    const other = shippedTemplate('PHOTOBOOK_A5_SC', 'yearbook/profile');
    const cover = shippedTemplate(HC, 'yearbook/cover-class');
    for (const template of [other, cover])
      expect(addEntries(book(), { template, values: [{}], before: null, day }, measure)).toMatchObject({
        refused: { key: 'layout.refused.themeSpec' },
      });
    expect(setCoverTemplate(book(), { template: profile, day }, measure)).toMatchObject({
      refused: { key: 'layout.refused.themeSpec' },
    });
  });

  it('of an imprint begin a page, also where it would have had room behind a text', () => {
    const flowing = shippedTemplate(HC, 'album/text');
    const imprint = { ...flowing, templateKind: 'publish' as const, templateUid: 'imprint-made-up' };
    const values = [{ bodyText: '여름' }];
    const text = done(addEntries(book(), { template: flowing, values, before: null, day }, measure));
    const more = (template: typeof flowing) =>
      done(addEntries(text, { template, values, before: null, day }, measure)).themed?.pages;
    expect([more(flowing), more(imprint as typeof flowing)]).toEqual([1, 2]);
  });

  it('are none that *Fill* may take, and what was laid out by hand lies over them', () => {
    const document = withPeople(2);
    const [first = '', , third = ''] = document.order;
    expect([isFree(document, first), isFree(document, third)]).toEqual([false, true]);
  });

  it('are not made for another book spec', () => {
    const { spec } = sampleBook({ uid: 'PHOTOBOOK_A5_SC', pageCount: 50 });
    expect(retarget(withPeople(2), { spec })).toEqual({ refused: { key: 'layout.refused.themeRetarget' } });
  });
});

describe('the pictures of entries', () => {
  it('are placed, counted and named as those of frames are', () => {
    const document = withPeople(3);
    expect(unplacedPictures(document)).toHaveLength(27);
    expect(usesOf(document).get(keyOf(1))).toBe(1);
    expect(firstPageShowing(document, keyOf(1))).toBeNull();
  });

  it('that are taken out of the book leave their place waiting; another file for one takes its place', () => {
    const document = withPeople(2);
    const without = done(removePictures(document, { keys: [keyOf(1)] }));
    expect(breachesOf(without)).toEqual([]);
    const [id = ''] = without.themed?.order ?? [];
    const entry = without.entries[id];
    expect(entry?.values.photo).toEqual([]);
    expect(entry && boundOf(without, entry, measure).problems).toMatchObject([
      { name: 'photo', fault: { reason: 'pictureMissing' } },
    ]);
    const [picture] = samplePictures(1);
    const next = { ...(picture as NonNullable<typeof picture>), key: keyOf(900) };
    const replaced = done(replacePicture(document, { key: keyOf(1), picture: next }));
    expect(replaced.entries[id]?.values.photo).toEqual([keyOf(900)]);
    expect(breachesOf(replaced)).toEqual([]);
  });

  it('go into the variables that wait for them, in their order, and none is dropped', () => {
    const template = shippedTemplate(HC, 'yearbook/class');
    const begun = done(addEntries(book(), { template, values: [{ className: '3반' }], before: null, day }, measure));
    const [entryId = ''] = begun.themed?.order ?? [];
    const keys = [keyOf(5), keyOf(6), keyOf(7)];
    const put = done(putPictures(begun, { entryId, keys }, measure));
    expect(put.entries[entryId]?.values).toEqual({
      className: '3반',
      photo1: [keyOf(5)],
      photo2: [keyOf(6)],
      photo3: [keyOf(7)],
    });
    const other = done(putPictures(put, { entryId, keys: [keyOf(8)], name: 'photo2' }, measure));
    expect(other.entries[entryId]?.values.photo2).toEqual([keyOf(8)]);
    expect(putPictures(other, { entryId, keys: begun.pictureOrder.slice(0, 10) }, measure)).toEqual({
      refused: { key: 'layout.refused.noPicturePlace', params: { count: 1 } },
    });
  });

  it('that are still missing have their place on the stage, and none on paper', () => {
    const document = done(
      addEntries(book(), { template: profile, values: [{ name: '김하나' }], before: null, day }, measure),
    );
    const keysOf = (shows: 'printed' | 'waiting') =>
      themedBook(document, measure, shows)?.pages[0]?.items.flatMap(({ item }) =>
        item.kind === 'picture' ? item.picture.blobKey : [],
      );
    expect(keysOf('waiting')).toEqual([WAITING_KEY]);
    expect(keysOf('printed')).toEqual([]);
  });

  it('that are more than a gallery may hold are laid out as far as it may, and said to be too many', () => {
    const template = shippedTemplate(HC, 'yearbook/gallery');
    const { maxItems = 0 } = template.parameters.definitions['photos'] ?? {};
    const begun = book(100);
    const values = [{ title: '소풍', photos: [...begun.pictureOrder] }];
    const document = done(addEntries(begun, { template, values, before: null, day }, measure));
    const [entry] = Object.values(document.entries);
    expect(entry && boundOf(document, entry, measure).problems).toMatchObject([
      { fault: { reason: 'tooManyPictures' } },
    ]);
    const items = themedBook(document, measure, 'waiting')?.pages.flatMap((page) => page.items) ?? [];
    expect(items.filter(({ item }) => item.kind === 'picture')).toHaveLength(maxItems);
  });
});

describe('an entry', () => {
  it('keeps what has the same name when its template changes, and templates that nothing is made by go', () => {
    const group = shippedTemplate(HC, 'yearbook/group');
    const document = withPeople(1);
    const [entryId = ''] = document.themed?.order ?? [];
    const changed = done(setEntryTemplate(document, { entryId, template: group }, measure));
    expect(changed.entries[entryId]?.values).toEqual({ photo: [keyOf(1)] });
    expect(Object.keys(changed.templates)).toEqual([group.templateUid]);
    expect(breachesOf(changed)).toEqual([]);
    const none = done(removeEntries(changed, { entryIds: [entryId] }, measure));
    expect([none.themed, none.templates, none.entries]).toEqual([null, {}, {}]);
  });

  it('is laid out by the template that the book has, also once its theme is drawn anew', () => {
    const before = withPeople(1);
    const [first] = themedBook(before, measure)?.pages ?? [];
    const { elements } = profile.layout;
    const anew = {
      ...profile,
      layout: { ...profile.layout, elements: elements.filter(({ type }) => type !== 'text') },
    };
    const added = done(addEntries(before, { template: anew, values: people(1), before: null, day }, measure));
    const [same, second] = themedBook(added, measure)?.pages ?? [];
    expect(same).toEqual(first);
    expect(second?.items.length).toBe(first?.items.length);
    const [entryId = ''] = added.themed?.order ?? [];
    const again = done(setEntryTemplate(added, { entryId, template: anew }, measure));
    expect(again.templates[profile.templateUid]).toEqual(profile);
  });

  it('is laid out anew when a picture of it is another one than it was, and kept as it lay when nothing of it changed', () => {
    const document = withPeople(2);
    const [first, second] = themedBook(document, measure)?.pages ?? [];
    const picture = document.pictures[keyOf(1)];
    if (picture === undefined) throw new Error('the book has no pictures');
    const other = { ...picture, widthPx: picture.heightPx, heightPx: picture.widthPx };
    const turned = { ...document, pictures: { ...document.pictures, [keyOf(1)]: other } };
    const [anew, same] = themedBook(turned, measure)?.pages ?? [];
    expect(anew).not.toEqual(first);
    expect(same?.items.at(-1)?.item).toBe(second?.items.at(-1)?.item);
  });

  it('moves by one place, and stays at either end', () => {
    const document = withPeople(3);
    const [a = '', b = '', c = ''] = document.themed?.order ?? [];
    expect(done(moveEntry(document, { entryId: a, by: 1 }, measure)).themed?.order).toEqual([b, a, c]);
    expect(moveEntry(document, { entryId: c, by: 1 }, measure)).toBe(document);
  });

  it('with letters that no face has, or without what it needs, says so by the rules of the service', () => {
    const document = withPeople(1);
    const [entryId = ''] = document.themed?.order ?? [];
    const odd = done(setEntryValues(document, { entryId, values: { name: '하나 🎂', photo: null } }, measure));
    const entry = odd.entries[entryId];
    expect(entry && boundOf(odd, entry, measure).problems.map(({ name, fault }) => [name, fault.reason])).toEqual([
      ['photo', 'pictureMissing'],
      ['name', 'lettersLacking'],
    ]);
  });
});
