import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PdfInspection } from '../../src-core/pdf/inspection/inspection.ts';
import type { PageRaster } from '../../src-core/preflight/page-pixels.ts';
import { RawPdfWriter } from '../../test/fixtures/pdf/raw-pdf.ts';
import { OpenedFile } from '../opened-file.ts';
import { openCheckedRenderer } from './page-renderer.ts';

let folder: string;
beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'repaired-'))));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The page tree, and behind it all that the page paints: a bar, a form, a picture, words. */
function page(): string {
  const writer = new RawPdfWriter('%PDF-1.4\n')
    .object(1, '<< /Type /Catalog /Pages 2 0 R >>')
    .object(2, '<< /Type /Pages /Count 1 /Kids [3 0 R] /MediaBox [0 0 300 200] >>')
    .object(
      3,
      '<< /Type /Page /Parent 2 0 R /Contents 4 0 R /Resources << /XObject << /Form 5 0 R /Im 6 0 R >> /Font << /F 7 0 R >> >> >>',
    );
  const content =
    '0.8 0 0 rg 10 10 100 60 re f\n/Form Do\nq 80 0 0 80 200 100 cm /Im Do Q\nBT /F 24 Tf 20 150 Td (Words) Tj ET';
  writer
    .stream(4, '', Buffer.from(content))
    .stream(5, '/Type /XObject /Subtype /Form /BBox [0 0 300 200]', Buffer.from('0 0 0.9 rg 130 10 60 120 re f'))
    .stream(
      6,
      '/Type /XObject /Subtype /Image /Width 2 /Height 2 /BitsPerComponent 8 /ColorSpace /DeviceGray',
      Buffer.from([0, 90, 150, 30]),
    )
    .object(7, '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>');
  writer.table({ trailer: '/Root 1 0 R' });
  return Buffer.from(writer.finish()).toString('latin1');
}

interface Seen {
  readonly inspection: PdfInspection;
  readonly raster: PageRaster;
}

async function seen(text: string): Promise<Seen> {
  const path = join(folder, `${Math.random().toString(36).slice(2)}.pdf`);
  writeFileSync(path, text, 'latin1');
  const file = OpenedFile.open(path);
  try {
    const result = file.inspect();
    if (result.status === 'unreadable') throw new Error(`not readable: ${result.facts.reason}`);
    const renderer = await openCheckedRenderer(file);
    const raster = await renderer.render(0, 300);
    renderer.close();
    return { inspection: result.inspection, raster };
  } finally {
    file.close();
  }
}

const kinds = ({ inspection }: Seen) => inspection.pages[0]?.objects.map(({ kind }) => kind);
/** Where the table says where the object `n` is. */
const entryOf = (text: string, n: number) => text.indexOf('xref\n0 8\n') + 'xref\n0 8\n'.length + n * 20;
const withEntry = (text: string, n: number, offset: number) =>
  text.slice(0, entryOf(text, n)) + String(offset).padStart(10, '0') + text.slice(entryOf(text, n) + 10);

const DAMAGES: Readonly<Record<string, (text: string) => string>> = {
  'bytes taken away behind the page tree': (text) => text.replace('rg 10 10 100 60', 'rg 10 10 99 60'),
  'line ends of what stands behind the page tree converted': (text) => {
    const at = text.indexOf('4 0 obj');
    const table = text.lastIndexOf('xref\n0 8');
    return text.slice(0, at) + text.slice(at, table).replaceAll('\n', '\r\n') + text.slice(table);
  },
  'a table that leads to other places for the contents': (text) => withEntry(text, 4, text.indexOf('5 0 obj')),
  'a table that leads nowhere for a form and a font': (text) => withEntry(withEntry(text, 5, 3), 7, 17),
  'a wrong startxref and offsets that are off': (text) =>
    withEntry(text, 4, 12).replace(/startxref\n\d+/, 'startxref\n5'),
  'junk before the header that some offsets count': (text) =>
    withEntry(`junk before the header\n${text}`, 4, text.indexOf('4 0 obj') + 23),
  'an endstream that was damaged': (text) => text.replace('endstream', 'endstraem'),
  'an endstream that was damaged, and no table': (text) =>
    text.replace('endstream', 'endstraem').slice(0, text.lastIndexOf('xref\n0 8')),
  'every endstream and endobj of a stream damaged, and no table': (text) =>
    text.replace('endstream\nendobj', 'endstraem\nendobk').slice(0, text.lastIndexOf('xref\n0 8')),
};

describe('a page that is there, however its table of objects is broken', () => {
  it.each(Object.keys(DAMAGES))('is seen by every level: %s', async (name) => {
    const sound = await seen(page());
    const damaged = await seen(DAMAGES[name]?.(page()) ?? '');
    expect(kinds(damaged)).toEqual(kinds(sound));
    expect(damaged.inspection.pages[0]?.inspected).toBe('whole');
    expect(damaged.inspection.facts.damage.length).toBeGreaterThan(0);
    const off = sound.raster.rgb.filter(
      (value, index) => Math.abs(value - (damaged.raster.rgb[index] ?? 0)) > 40,
    ).length;
    // What was taken away of the bar is a column of pixels.
    expect(off / sound.raster.rgb.length).toBeLessThan(0.005);
  });
});

it('a page whose contents are nowhere in the file was not looked at, and is not blank', async () => {
  const text = page();
  const at = text.indexOf('4 0 obj');
  const { inspection } = await seen(
    text.slice(0, at) + 'x'.repeat(text.indexOf('5 0 obj') - at) + text.slice(text.indexOf('5 0 obj')),
  );
  expect(inspection.pages[0]).toMatchObject({ inspected: 'objectLost', objects: [] });
});
