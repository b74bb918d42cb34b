import type { PageFacts, PdfRectangle } from '../src-core/pdf/boxes.ts';
import { boxSizeMm } from '../src-core/pdf/boxes.ts';
import type { PdfInspection } from '../src-core/pdf/inspection/inspection.ts';
import { inspectPdfFile } from '../src-node/opened-file.ts';

const BOXES = ['mediaBox', 'cropBox', 'bleedBox', 'trimBox', 'artBox'] as const;

export interface FileFacts {
  readonly isRead: boolean;
  /** For machines. Sizes in millimetres after rotation and unit, resolution in pixels an inch. */
  readonly facts: Readonly<Record<string, unknown>>;
  /** The same for people. */
  readonly text: string;
}

/** What was read of a file, without judging it. Throws only when the file cannot be opened. */
export function factsOfFile(path: string): FileFacts {
  const result = inspectPdfFile(path);
  if (result.status === 'unreadable')
    return { isRead: false, facts: { path, ...result.facts }, text: `${path}\n  unreadable: ${result.facts.reason}\n` };
  return { isRead: true, facts: factsOf(path, result.inspection), text: factsText(path, result.inspection) };
}

function factsOf(
  path: string,
  { facts, document, pages, fonts, images, stoppedBy }: PdfInspection,
): Readonly<Record<string, unknown>> {
  return {
    path,
    status: facts.status,
    version: facts.header.version,
    sizeBytes: facts.sizeBytes,
    pageCount: facts.pageCount,
    recovery: facts.recovery,
    damage: facts.damage,
    encrypted: facts.encrypted,
    stoppedBy,
    document,
    pages: facts.pages.map((page, index) => ({ page: index + 1, ...boxesOf(page), ...paintedOf(pages[index]) })),
    fonts: fonts.map(({ objectNumber: _, ...font }) => font),
    images: images.map(({ objectNumber: _, ...image }) => image),
  };
}

function factsText(path: string, { facts, fonts, pages }: PdfInspection): string {
  const damage = facts.damage.length > 0 ? `, damaged: ${facts.damage.map(({ code }) => code).join(', ')}` : '';
  const lines = [path, `  PDF ${facts.header.version}, ${facts.pageCount} pages, ${facts.sizeBytes} bytes${damage}`];
  for (const run of runsOf(facts.pages)) lines.push(`  pages ${run.from}–${run.to}: ${run.text}`);
  for (const font of fonts)
    lines.push(
      `  font ${font.baseFont || '(unnamed)'}: ${font.kind}, ${font.program === 'none' ? 'not embedded' : `embedded as ${font.program}`}`,
    );
  for (const image of imageLines(pages)) lines.push(`  ${image}`);
  return `${lines.join('\n')}\n`;
}

function boxesOf(page: PageFacts): Record<string, unknown> {
  const sizes = BOXES.flatMap((box) => {
    const rectangle: PdfRectangle | null = page[box];
    return rectangle === null
      ? []
      : [
          [
            box,
            {
              points: [rectangle.left, rectangle.bottom, rectangle.right, rectangle.top],
              ...boxSizeMm(rectangle, page),
            },
          ] as const,
        ];
  });
  return { rotate: page.rotate, userUnit: page.userUnit, boxes: Object.fromEntries(sizes) };
}

function paintedOf(page: PdfInspection['pages'][number] | undefined): Record<string, unknown> {
  if (page === undefined) return {};
  const images = page.objects.flatMap((object) =>
    object.kind === 'image'
      ? [
          {
            widthPx: object.image.widthPx,
            heightPx: object.image.heightPx,
            ppiX: object.ppiX,
            ppiY: object.ppiY,
            quadMm: object.quadMm,
          },
        ]
      : [],
  );
  const text = page.objects.flatMap((object) => (object.kind === 'text' && object.text !== null ? [object.text] : []));
  return {
    inspected: page.inspected,
    marks: page.objects.length,
    images,
    text,
    syntax: page.syntax,
    annotations: page.annotations,
  };
}

function imageLines(pages: PdfInspection['pages']): string[] {
  return pages.flatMap((page) =>
    page.objects.flatMap((object) =>
      object.kind === 'image'
        ? [
            `page ${page.index + 1}: image ${object.image.widthPx} x ${object.image.heightPx} px, ${Math.round(object.ppiX)} x ${Math.round(object.ppiY)} ppi, ${object.image.filters.at(-1) ?? 'raw'}`,
          ]
        : [],
    ),
  );
}

function runsOf(pages: readonly PageFacts[]): { readonly from: number; readonly to: number; readonly text: string }[] {
  const runs: { from: number; to: number; text: string }[] = [];
  pages.forEach((page, index) => {
    const text =
      BOXES.flatMap((box) => {
        const rectangle = page[box];
        if (rectangle === null) return [];
        const { widthMm, heightMm } = boxSizeMm(rectangle, page);
        return [`${box} ${widthMm.toFixed(2)} x ${heightMm.toFixed(2)} mm`];
      }).join(', ') +
      (page.rotate === 0 ? '' : `, rotated ${page.rotate}`) +
      (page.userUnit === 1 ? '' : `, unit ${page.userUnit}`);
    const last = runs.at(-1);
    if (last?.text === text) last.to = index + 1;
    else runs.push({ from: index + 1, to: index + 1, text });
  });
  return runs;
}
