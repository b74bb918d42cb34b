import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { BookListItem } from '../../../src-core/contract/books.ts';
import type { ContentsResult, CoverResult } from '../../../src-core/contract/composition.ts';
import type { PartnerClient } from '../../acceptance/partner-client.ts';
import type { AlbumEntry, AlbumPlan } from './album-plans.ts';
import type { AlbumPicture } from './family-words.ts';

const RENDER_LIMIT_MS = 300_000;
/** Uploads at a time. */
const LANES = 4;

export interface PrintedAlbum {
  readonly bookUid: string;
  readonly pages: number;
  /** Of all calls of `/cover` and `/contents`, with the template's name before. */
  readonly warnings: readonly string[];
  /** Where each entry begins, as `/contents` answered. */
  readonly begins: readonly number[];
  readonly coverPath: string;
  readonly contentsPath: string;
  readonly bytes: { readonly cover: number; readonly contents: number };
  readonly tookMs: { readonly sent: number; readonly rendered: number };
}

/** A book of the plan, from its draft to its two PDFs in `folder`, by the calls that a partner makes. */
export async function printedAlbum(
  client: PartnerClient,
  plan: AlbumPlan,
  bookSpecUid: string,
  folder: string,
): Promise<PrintedAlbum> {
  const startedMs = performance.now();
  const templates = await client.send<readonly { readonly templateUid: string; readonly templateName: string }[]>(
    'GET',
    `/templates?theme=${encodeURIComponent(plan.theme)}&bookSpecUid=${bookSpecUid}&limit=100`,
  );
  const uidOf = (name: string): string => {
    const found = templates.find(({ templateName }) => templateName === name);
    if (found === undefined) throw new Error(`${plan.theme} has no template ${name} for ${bookSpecUid}`);
    return found.templateUid;
  };
  const { bookUid } = await client.send<{ readonly bookUid: string }>('POST', '/books', {
    title: plan.title,
    bookSpecUid,
    creationType: 'TEMPLATE',
  });
  const fileNames = await sendPhotos(client, bookUid, [plan.cover, ...plan.contents].flatMap(picturesOf));
  const send = <T>(call: string, { template, texts, pictures, beginsPage = false }: AlbumEntry) =>
    client.sendTemplate<T>(
      `/books/${bookUid}/${call}${beginsPage ? '?breakBefore=page' : ''}`,
      uidOf(template),
      {
        ...texts,
        ...Object.fromEntries(
          Object.entries(pictures).map(([name, given]) => [
            name,
            'jpeg' in given ? fileNames.get(given.day) : given.map(({ day }) => fileNames.get(day)),
          ]),
        ),
      },
      {},
    );
  const warnings: string[] = [];
  const begins: number[] = [];
  const cover = await send<CoverResult>('cover', plan.cover);
  warnings.push(...(cover.warnings ?? []).map((warning) => `${plan.cover.template} ${warning}`));
  for (const entry of plan.contents) {
    const placed = await send<ContentsResult>('contents', entry);
    begins.push(placed.pageNum);
    warnings.push(...(placed.warnings ?? []).map((warning) => `${entry.template} ${warning}`));
  }
  await client.send('POST', `/books/${bookUid}/finalization`, {});
  const sentMs = performance.now();
  const { pageCount } = await untilRendered(client, bookUid);
  const renderedMs = performance.now();
  const [coverPath, contentsPath] = ['cover', 'contents'].map((kind) => join(folder, `${bookUid}-${kind}.pdf`)) as [
    string,
    string,
  ];
  const files = { cover: coverPath, contents: contentsPath };
  const bytes = { cover: 0, contents: 0 };
  for (const kind of ['cover', 'contents'] as const) {
    const pdf = await client.download(`/books/${bookUid}/pdf-${kind}`);
    if (pdf.status !== 200) throw new Error(`GET pdf-${kind}: ${pdf.status}`);
    await writeFile(files[kind], pdf.bytes);
    bytes[kind] = pdf.bytes.length;
  }
  return {
    ...{ bookUid, warnings, begins, coverPath, contentsPath, bytes },
    pages: pageCount ?? 0,
    tookMs: { sent: Math.round(sentMs - startedMs), rendered: Math.round(renderedMs - sentMs) },
  };
}

export const picturesOf = ({ pictures }: AlbumEntry): readonly AlbumPicture[] =>
  Object.values(pictures).flatMap((given) => ('jpeg' in given ? [given] : given));

/** The names that the service gave the pictures, by their day. Each is sent once. */
async function sendPhotos(
  client: PartnerClient,
  bookUid: string,
  pictures: readonly AlbumPicture[],
): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>();
  const waiting = [...new Map(pictures.map((picture) => [picture.day, picture])).values()];
  const lane = async () => {
    for (let picture = waiting.shift(); picture !== undefined; picture = waiting.shift()) {
      const form = new FormData();
      form.set('file', new File([picture.jpeg], `${picture.day} ${picture.line}.jpg`, { type: 'image/jpeg' }));
      const { fileName } = await client.send<{ readonly fileName: string }>('POST', `/books/${bookUid}/photos`, form);
      names.set(picture.day, fileName);
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return names;
}

async function untilRendered(client: PartnerClient, bookUid: string): Promise<BookListItem> {
  const endMs = performance.now() + RENDER_LIMIT_MS;
  for (;;) {
    const [book] = await client.send<readonly BookListItem[]>('GET', `/books?bookUid=${bookUid}`);
    if (book?.pdfStatus === 2) return book;
    if (book === undefined || book.pdfStatus === 9 || performance.now() > endMs)
      throw new Error(`the rendering of ${bookUid} ended with ${book?.pdfStatus}`);
    await delay(1_000);
  }
}
