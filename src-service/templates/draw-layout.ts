import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { composeContents, composeCover, placeEntry } from '../../src-core/composition/compose.ts';
import { EMPTY_BOOK } from '../../src-core/composition/flow.ts';
import { sheetsOf } from '../../src-core/composition/sheets.ts';
import type { SystemValues } from '../../src-core/composition/sketch.ts';
import type { Template } from '../../src-core/contract/templates.ts';
import type { SpecGeometry } from '../../src-core/specs/book-geometry.ts';
import { sampleValues } from '../../src-core/templates/sample-values.ts';
import { openPagePictures } from '../../src-node/render/page-pictures.ts';
import type { Typefaces } from '../../src-node/typefaces/open-typefaces.ts';
import type { PaintSources } from '../../src-node/painting/book-file.ts';
import { paintCover, paintSheets } from '../../src-node/painting/paint-book.ts';
import type { SamplePicture } from './sample-picture.ts';

export interface DrawingTools {
  readonly typefaces: Typefaces;
  readonly graphicsFolder: string;
  readonly samples: readonly SamplePicture[];
}

export interface LayoutToDraw {
  readonly template: Template;
  readonly spec: SpecGeometry;
}

const SYSTEM: SystemValues = { bookTitle: '책 제목', year: 2026, month: 1, date: 1 };

/**
 * A small JPEG of a layout with sample words and pictures, made the way books are made: laid out, painted to PDF, drawn
 * from that. A cover is shown flat, as thick as the spec allows; contents as their first page, or the spread over which they go.
 */
export async function drawLayout(layout: LayoutToDraw, tools: DrawingTools): Promise<Uint8Array> {
  const folder = await mkdtemp(join(tmpdir(), 'layout-'));
  try {
    const path = join(folder, 'layout.pdf');
    await writeFile(path, await paintedLayout(layout, tools));
    const pictures = await openPagePictures(path);
    try {
      const page = await pictures.of(1);
      if (page === null) throw new Error(`the layout of ${layout.template.templateUid} could not be drawn`);
      return page.jpeg;
    } finally {
      pictures.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function paintedLayout(
  { template, spec }: LayoutToDraw,
  { typefaces, graphicsFolder, samples }: DrawingTools,
): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  const take = async (bytes: Uint8Array) => void parts.push(bytes.slice());
  const sources: PaintSources = {
    faceOf: typefaces.faceOf,
    graphicsFolder,
    fetchPicture: async (key) => jpegOf(samples, key),
  };
  const { measure } = typefaces;
  const values = sampleValues(
    template,
    samples.map(({ picture }) => picture),
  );
  const book = { title: template.templateName, producer: '', madeAtMs: 0 };
  if (template.templateKind === 'cover') {
    const pageCount = spec.pageMax;
    await paintCover(
      { ...book, spec, pageCount },
      composeCover({ spec, pageCount, template, values, system: SYSTEM, measure }),
      sources,
      take,
    );
  } else {
    const entry = { template, values, wish: { breakBefore: 'page', side: null } } as const;
    const { cursor } = placeEntry({ ...entry, spec, cursor: EMPTY_BOOK, measure });
    const pages = composeContents({ spec, entries: [entry], pageCount: cursor.pages, system: SYSTEM, measure });
    if (template.layoutRules.pages === 2) {
      await paintSheets({ ...book, spec, pageCount: pages.length }, sheetsOf(spec, pages), sources, take);
      return Buffer.concat(parts);
    }
    const [first] = pages;
    if (first === undefined) throw new Error(`the layout of ${template.templateUid} has no page`);
    // A page by itself, also where the book is made of spreads.
    const single = { ...spec, bindingType: 'PUR' } as const;
    await paintSheets({ ...book, spec: single, pageCount: 1 }, sheetsOf(single, [first]), sources, take);
  }
  return Buffer.concat(parts);
}

function jpegOf(samples: readonly SamplePicture[], key: string): Uint8Array {
  const sample = samples.find(({ picture }) => picture.blobKey === key);
  if (sample === undefined) throw new Error(`there is no ${key}`);
  return sample.jpeg;
}
