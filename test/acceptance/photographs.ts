import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { expect } from 'vitest';
import { addBlankPages, coveredBook, postContents, templateOf } from './composing.ts';
import { newBook } from './journeys.ts';
import type { Answer, Host } from './service.ts';

/** Photos made and sent the way a partner does it. */

/** A draft book that takes photos. */
export const photoBook = (host: Host) => newBook(host, { creationType: 'TEMPLATE' });

export function photoForm(bytes: Uint8Array, name = '휴가 사진.jpg', field = 'file'): FormData {
  const form = new FormData();
  form.set(field, new File([new Uint8Array(bytes)], name, { type: 'image/jpeg' }));
  return form;
}

export const sendPhoto = (host: Host, bookUid: string, bytes: Uint8Array, name?: string): Promise<Answer> =>
  host.call('POST', `/books/${bookUid}/photos`, { form: photoForm(bytes, name) });

export interface Thumbnail {
  readonly status: number;
  readonly type: string | null;
  /** As the Content-Length header says. */
  readonly length: number;
  readonly bytes: Buffer;
}

export async function thumbnailOf(host: Host, bookUid: string, fileName: string): Promise<Thumbnail> {
  const answer = await fetch(`${host.url}/books/${bookUid}/photos/${fileName}`, {
    headers: { authorization: `Bearer ${host.key}` },
  });
  return {
    status: answer.status,
    type: answer.headers.get('content-type'),
    length: Number(answer.headers.get('content-length')),
    bytes: Buffer.from(await answer.arrayBuffer()),
  };
}

/** A picture of one colour; the same number gives the same bytes. */
export const jpegOf = (colour: number, width = 120, height = 80) =>
  sharp({ create: { width, height, channels: 3, background: { r: colour % 256, g: (colour >> 8) % 256, b: 90 } } })
    .jpeg({ quality: 98 })
    .toBuffer();

/** A small picture that no other number gives: nothing of it is rounded. */
export const pngOf = (colour: number) =>
  sharp({ create: { width: 8, height: 8, channels: 3, background: { r: colour % 256, g: colour >> 8, b: 90 } } })
    .png()
    .toBuffer();

export const md5 = (bytes: Uint8Array) => createHash('md5').update(bytes).digest('hex');

/** A photo as a camera makes it: of noise, so that it is as large as one. */
export async function grainy(seed: number, widthPx: number, heightPx: number): Promise<Uint8Array<ArrayBuffer>> {
  const grain = { type: 'gaussian' as const, mean: 90 + ((seed * 37) % 90), sigma: 25 };
  return new Uint8Array(
    await sharp({ create: { width: widthPx, height: heightPx, channels: 3, background: '#888', noise: grain } })
      .withIccProfile('srgb')
      .jpeg({ quality: 80 })
      .toBuffer(),
  );
}

/** The same picture as another file: with a comment behind the start of a JPEG. */
const commented = (jpeg: Uint8Array, words: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(
    Buffer.concat([
      jpeg.subarray(0, 2),
      Buffer.from([0xff, 0xfe, 0, words.length + 2]),
      Buffer.from(words, 'latin1'),
      jpeg.subarray(2),
    ]),
  );

/** A draft TEMPLATE book whose rendering takes a while: eight of its 24 pages are different large photos. */
export async function slowBook(host: Host, title?: string): Promise<string> {
  const bookUid = await coveredBook(host, 'SQUAREBOOK_HC', title);
  const templateUid = await templateOf(host, '내지_전면사진');
  const large = await grainy(7, 2700, 2700);
  for (let page = 0; page < 8; page++) {
    const answer = await postContents(host, bookUid, {
      templateUid,
      files: [['photo', commented(large, `page ${page}`)]],
    });
    expect(answer.status, answer.text).toBe(201);
  }
  await addBlankPages(host, bookUid, 16);
  return bookUid;
}
