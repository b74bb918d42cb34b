/**
 * What it costs the service to render books of texts and of photographs, by the rules of now and by those before, in which
 * pictures kept all their pixels.
 */
import { statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { CURRENT_RULES, type BookRules } from '../../src-core/composition/book-rules.ts';
import type { BoundPicture, BoundValue, BoundValues } from '../../src-core/composition/bound-values.ts';
import { composeContents, placeEntry, type ComposedEntry } from '../../src-core/composition/compose.ts';
import { EMPTY_BOOK } from '../../src-core/composition/flow.ts';
import { CONTRACTS } from '../../src-core/contract/profiles.ts';
import { renderHere } from '../../src-node/painting/testing/render-here.ts';
import type { RenderOrder } from '../../src-node/painting/render-order.ts';
import type { CatalogueSpec } from '../../src-core/specs/catalogue.ts';
import { openTypefaces } from '../../src-node/typefaces/open-typefaces.ts';
import { loadCatalogue, loadSpecProfiles } from '../../src-service/specs/load-catalogue.ts';
import { loadTemplates } from '../../src-service/templates/load-templates.ts';
import { underGrain } from './photo-pages.ts';
import { areMet, median, printGoals, spentOn, type Goal } from './timing.ts';

const resources = resolve(import.meta.dirname, '../../resources');
/** 24 megapixels, as most cameras have them. */
const [WIDTH_PX, HEIGHT_PX] = [6_000, 4_000];
const DIFFERENT = 6;
const specs = loadCatalogue(join(resources, 'catalogue/book-specs.json'));
const profiles = await loadSpecProfiles(join(resources, 'catalogue/spec-profiles.json'), specs);
const { all: templates } = await loadTemplates(join(resources, 'templates'), specs, profiles);
const typefaces = await openTypefaces(join(resources, 'fonts'));
const [spec] = [...specs.values()].filter(({ bookSpecUid }) => bookSpecUid === 'SQUAREBOOK_HC') as [CatalogueSpec];
const PARAGRAPH =
  '아침 일찍 길을 나섰다. 창밖으로 낮은 산과 논이 지나가고, 아이들은 어느새 잠이 들었다. We took the bus No. 201-1 to the sea. ';
const SYSTEM = { bookTitle: '여름 여행', year: 2026, month: 11, date: 25 };

/** Packed as a camera packs it. */
async function photograph(seed: number): Promise<Uint8Array> {
  const shapes = `<svg width="${WIDTH_PX}" height="${HEIGHT_PX}"><defs><linearGradient id="g"><stop stop-color="#6e${seed}a40"/><stop offset="1" stop-color="#d8c9a0"/></linearGradient></defs><rect width="100%" height="100%" fill="url(#g)"/><circle cx="40%" cy="${30 + seed * 8}%" r="30%" fill="#48657a"/></svg>`;
  return (await underGrain(shapes)).withIccProfile('p3').jpeg({ quality: 94 }).toBuffer();
}

const templateNamed = (name: string) => {
  const found = templates.find(
    ({ bookSpecUid, theme, templateName }) =>
      bookSpecUid === spec.bookSpecUid && theme === '공용' && templateName === name,
  );
  if (found === undefined) throw new Error(`no template ${name}`);
  return found;
};

let taken = 0;
const next = (): BoundPicture => ({
  blobKey: `photo-${taken++}`,
  mimeType: 'image/jpeg',
  widthPx: WIDTH_PX,
  heightPx: HEIGHT_PX,
});
const textOf = (text: string): BoundValue => ({ kind: 'text', text });
const photos = (count: number): BoundValue => ({ kind: 'pictures', pictures: Array.from({ length: count }, next) });
const entry = (name: string, values: BoundValues, breakBefore: 'none' | 'page' = 'page'): ComposedEntry => ({
  template: templateNamed(name),
  values,
  wish: { breakBefore, side: null },
});

function orderOf(entries: readonly ComposedEntry[]): RenderOrder {
  let cursor = EMPTY_BOOK;
  for (const one of entries) ({ cursor } = placeEntry({ ...one, spec, cursor, measure: typefaces.measure }));
  const cover = { title: textOf(SYSTEM.bookTitle), spineTitle: textOf(SYSTEM.bookTitle) };
  return {
    bookUid: 'bk_bench',
    title: SYSTEM.bookTitle,
    spec,
    contract: CONTRACTS.specified,
    rules: CURRENT_RULES,
    pageCount: Math.max(spec.pageMin, cursor.pages + (cursor.pages % spec.pageIncrement)),
    cover: { template: templateNamed('표지_제목'), values: cover },
    contents: entries,
    system: SYSTEM,
    madeAtMs: 0,
    fontsFolder: join(resources, 'fonts'),
    graphicsFolder: join(resources, 'templates/graphics'),
  };
}

interface Rendered {
  readonly cpuS: number;
  readonly mb: number;
}

const goals: Goal[] = [];
const pictures = await Promise.all(Array.from({ length: DIFFERENT }, (_, seed) => photograph(seed + 1)));
const megabytes = (bytes: number) => bytes / 1e6;
console.log(
  `photographs of 24 megapixels, ${megabytes(median(pictures.map(({ length }) => length))).toFixed(1)} MB each`,
);
const pictureOf = (blobKey: string) => pictures[Number(blobKey.slice('photo-'.length)) % DIFFERENT] ?? null;

async function rendered(order: RenderOrder, rules: BookRules): Promise<Rendered> {
  let mb = 0;
  const { cpuMs } = await spentOn(async () => {
    const made = await renderHere({ ...order, rules }, pictureOf);
    mb = megabytes(made.files.reduce((sum, { kind }) => sum + statSync(made.path(kind)).size, 0));
    await made.dispose();
  });
  return { cpuS: cpuMs / 1000, mb };
}

async function compared(
  what: string,
  order: RenderOrder,
): Promise<{ readonly before: Rendered; readonly now: Rendered }> {
  const [before, now] = [await rendered(order, 3), await rendered(order, CURRENT_RULES)];
  const told = ({ cpuS, mb }: Rendered) => `${cpuS.toFixed(1)} s CPU, ${mb.toFixed(1)} MB`;
  console.log(`${what}, ${order.pageCount} pages: ${told(before)} with all pixels; ${told(now)} now`);
  return { before, now };
}

const texts = orderOf(
  Array.from({ length: 125 }, (_, index) =>
    entry('내지_글', { title: textOf(`${index + 1}일째`), bodyText: textOf(PARAGRAPH.repeat(8)) }),
  ),
);
await compared('a book of texts', texts);
const { contents, pageCount, system } = texts;
const { cpuMs: composing } = await spentOn(() =>
  composeContents({ spec, entries: contents ?? [], pageCount, system, measure: typefaces.measure }),
);
goals.push({
  what: '200 pages of text composed, CPU s',
  goal: 1,
  measured: ((composing / 1000) * 200) / pageCount,
  detail: `${pageCount} pages`,
});

const album = await compared(
  '120 photographs, three a page',
  orderOf(Array.from({ length: 40 }, () => entry('내지_gallery', { photos: photos(3) }))),
);
goals.push(
  {
    what: '120 photographs on 40 pages, MB',
    goal: 120,
    measured: album.now.mb,
    detail: `${album.before.mb.toFixed(0)} before`,
  },
  {
    what: 'the same, CPU s a photograph, thumbnails and all',
    goal: 0.35,
    measured: album.now.cpuS / 120,
    detail: `${(album.before.cpuS / 120).toFixed(2)} before`,
  },
);
await compared('a gallery of 120 pictures', orderOf([entry('내지_rowgallery', { photos: photos(120) })]));
printGoals(goals);
process.exitCode = areMet(goals) ? 0 : 1;
