import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PDFDocument, rgb } from 'pdf-lib';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CONTRACTS } from '../src-core/contract/profiles.ts';
import { specNamed } from '../test/fixtures/catalogue.ts';
import { RawPdfWriter } from '../test/fixtures/pdf/raw-pdf.ts';
import { OpenedFile } from './opened-file.ts';
import { preflightFile } from './preflight-file.ts';

let folder: string;
beforeAll(() => (folder = fs.mkdtempSync(join(tmpdir(), 'opened-'))));
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

/** How often a file is opened meanwhile, and whether all that was opened was closed. */
async function openings(path: string, work: () => Promise<unknown>): Promise<{ opened: number; left: number }> {
  const { openSync, closeSync } = fs;
  const open = new Set<number>();
  let opened = 0;
  fs.openSync = (...args) => {
    const fd = openSync(...args);
    if (args[0] === path) {
      opened++;
      open.add(fd);
    }
    return fd;
  };
  fs.closeSync = (fd) => {
    open.delete(fd);
    closeSync(fd);
  };
  syncBuiltinESMExports();
  try {
    await work();
  } finally {
    fs.openSync = openSync;
    fs.closeSync = closeSync;
    syncBuiltinESMExports();
  }
  return { opened, left: open.size };
}

/** A photo in inks, text and drawing, so that each road of the rendering is gone. */
async function book(): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const inks = await sharp({ create: { width: 200, height: 200, channels: 3, background: '#3c6e8f' } })
    .toColourspace('cmyk')
    .jpeg()
    .toBuffer();
  const photo = await document.embedJpg(inks);
  const side = 700;
  for (let index = 0; index < 3; index++) {
    const page = document.addPage([side, side]);
    if (index < 2) page.drawImage(photo, { width: side, height: side });
    if (index > 0) page.drawRectangle({ x: 90, y: 90, width: 200, height: 90, color: rgb(0.9, 0.9, 0.6) });
  }
  return document.save({ useObjectStreams: false });
}

function misplaced(): Uint8Array {
  const writer = new RawPdfWriter()
    .object(1, '<< /Type /Catalog /Pages 2 0 R >>')
    .object(2, '<< /Type /Pages /Count 1 /Kids [3 0 R] >>')
    .object(3, '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 700 700] /Contents 4 0 R >>')
    .deflated(4, '', '1 0 0 rg 10 10 300 300 re f');
  writer.misplace(4, 12);
  writer.table({ trailer: '/Root 1 0 R' });
  return writer.finish();
}

const FILES: Readonly<Record<string, () => Uint8Array | Promise<Uint8Array>>> = {
  'of photos in inks, text and drawings': book,
  'whose table leads elsewhere': misplaced,
  'that is no PDF': () => new Uint8Array(Buffer.from('hello')),
};

describe('a file', () => {
  test.each(Object.entries(FILES))('%s is opened once for all levels of the checks, and closed', async (_, make) => {
    const path = join(folder, 'book.pdf');
    fs.writeFileSync(path, await make());
    const spec = specNamed('SQUAREBOOK_HC');
    const request = {
      path,
      kind: 'contents',
      spec,
      pageCount: 24,
      contract: CONTRACTS.specified,
      thresholds: {},
    } as const;
    for (const level of [2, 3] as const)
      expect(await openings(path, () => preflightFile({ ...request, level }))).toEqual({ opened: 1, left: 0 });
  });

  test('that the rules are reading keeps what they have read while another engine reads it', () => {
    const path = join(folder, 'two.bin');
    fs.writeFileSync(path, Buffer.from('abcdefgh'));
    const file = OpenedFile.open(path);
    const [one, other] = [file.bytes(), file.bytes()];
    const read = one.read(0, 4);
    other.read(4, 4);
    expect(Buffer.from(read).toString()).toBe('abcd');
    file.close();
  });
});
