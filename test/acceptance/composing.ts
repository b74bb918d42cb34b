import { crc32, deflateSync } from 'node:zlib';
import { expect } from 'vitest';
import { newBook } from './journeys.ts';
import type { Answer, Host } from './service.ts';

/** Template books made the way a partner makes them: templates found by name, forms sent as forms. */

interface TemplateRecord {
  readonly templateUid: string;
  readonly templateName: string;
  readonly bookSpecUid: string;
}

const lists = new Map<string, Promise<readonly TemplateRecord[]>>();

/** The uid of a template of a theme, which every book spec has. */
export async function templateOf(
  host: Host,
  templateName: string,
  bookSpecUid = 'SQUAREBOOK_HC',
  theme = '공용',
): Promise<string> {
  const asked = `${host.url} ${bookSpecUid} ${theme}`;
  const list =
    lists.get(asked) ??
    host
      .get(`/templates?theme=${encodeURIComponent(theme)}&bookSpecUid=${bookSpecUid}&limit=100`)
      .then((answer): readonly TemplateRecord[] => answer.body.data);
  lists.set(asked, list);
  const found = (await list).find(
    (template) => template.templateName === templateName && template.bookSpecUid === bookSpecUid,
  );
  if (!found) throw new Error(`there is no template ${templateName} for ${bookSpecUid}`);
  return found.templateUid;
}

/** A small PNG of one grey: another shade is another file. */
export function png(shade = 128, widthPx = 60, heightPx = 40): Uint8Array<ArrayBuffer> {
  const chunk = (type: string, data: Uint8Array) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const ends = Buffer.alloc(8);
    ends.writeUInt32BE(data.length, 0);
    ends.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(widthPx, 0);
  header.writeUInt32BE(heightPx, 4);
  // 8 bits a sample, grey.
  header[8] = 8;
  const row = Buffer.concat([Buffer.from([0]), Buffer.alloc(widthPx, shade)]);
  const pixels = deflateSync(Buffer.concat(Array.from({ length: heightPx }, () => row)));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return new Uint8Array(
    Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))]),
  );
}

export interface Entry {
  readonly templateUid?: string;
  readonly parameters?: unknown;
  /** In order of appearance: variable name and bytes. */
  readonly files?: readonly (readonly [string, Uint8Array<ArrayBuffer>])[];
}

/** `parameters` that are a text are sent as they are, for broken ones. */
export function entryForm({ templateUid, parameters, files = [] }: Entry): FormData {
  const form = new FormData();
  if (templateUid !== undefined) form.set('templateUid', templateUid);
  if (parameters !== undefined)
    form.set('parameters', typeof parameters === 'string' ? parameters : JSON.stringify(parameters));
  files.forEach(([name, bytes], index) =>
    form.append(name, new File([bytes], `picture-${index}.png`, { type: 'image/png' })),
  );
  return form;
}

export const postCover = (
  host: Host,
  bookUid: string,
  entry: Entry,
  headers: Record<string, string> = {},
): Promise<Answer> => host.call('POST', `/books/${bookUid}/cover`, { form: entryForm(entry), headers });

export const postContents = (
  host: Host,
  bookUid: string,
  entry: Entry,
  query = '',
  headers: Record<string, string> = {},
): Promise<Answer> => host.call('POST', `/books/${bookUid}/contents${query}`, { form: entryForm(entry), headers });

const COVER_TEXTS = { title: '여름 여행', subtitle: '2026', author: '김하나', spineTitle: '여름 여행' };

/** A cover that needs no picture. */
export const putCover = async (host: Host, bookUid: string, bookSpecUid?: string): Promise<Answer> =>
  postCover(host, bookUid, { templateUid: await templateOf(host, '표지_제목', bookSpecUid), parameters: COVER_TEXTS });

/** A draft TEMPLATE book with its cover and no contents. */
export async function coveredBook(host: Host, bookSpecUid = 'SQUAREBOOK_HC', title = '여름 여행'): Promise<string> {
  const bookUid = await newBook(host, { creationType: 'TEMPLATE', bookSpecUid, title });
  const cover = await putCover(host, bookUid, bookSpecUid);
  expect(cover.status, cover.text).toBe(201);
  return bookUid;
}

/** Adds so many blank pages, each an entry of its own; answers the last one. */
export async function addBlankPages(host: Host, bookUid: string, pages: number, bookSpecUid?: string): Promise<Answer> {
  const templateUid = await templateOf(host, '빈내지', bookSpecUid);
  let last: Answer | null = null;
  for (let page = 0; page < pages; page += 1) {
    last = await postContents(host, bookUid, { templateUid });
    expect(last.status, last.text).toBe(201);
  }
  if (last === null) throw new Error('a book has at least one page');
  return last;
}

/** A draft TEMPLATE book with its cover and so many blank pages. */
export async function templateBook(host: Host, pages = 24, bookSpecUid = 'SQUAREBOOK_HC'): Promise<string> {
  const bookUid = await coveredBook(host, bookSpecUid);
  await addBlankPages(host, bookUid, pages, bookSpecUid);
  return bookUid;
}
