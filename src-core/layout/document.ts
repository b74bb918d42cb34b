import { z } from 'zod';
import { PLACED_PAGE, type PrintedMimeType } from '../composition/bound-values.ts';
import { BOOK_RULES, type BookRules } from '../composition/book-rules.ts';
import { LIMITS } from '../contract/limits.ts';
import { PICTURE_FORMATS } from '../contract/photos.ts';
import { bookSpecSchema } from '../contract/specs.ts';
import { layoutIdSchema, pictureKeySchema } from './names.ts';
import { entriesSchema, heldTemplatesSchema, themedSchema } from './themed/entries.ts';
import { resolveThresholds, thresholdsOfSpec, type Thresholds } from '../preflight/thresholds.ts';

// A book that is being made: plain data that nobody changes in place. Objects with string keys and arrays of strings only,
// so that a difference of two states is found where references differ (`history.ts`).

/** `#rrggbb`. */
export const layoutColourSchema = z.string().regex(/^#[0-9a-f]{6}$/);

/** More than any sheet measures, so that arithmetic on it stays exact. */
const mm = z.number().min(-10_000).max(10_000);
const boxSchema = z.object({ xMm: mm, yMm: mm, widthMm: mm.min(0), heightMm: mm.min(0) });

const borderSchema = z.object({ colour: layoutColourSchema, widthMm: z.number().min(0).max(50) });

const frameBase = {
  /** Millimetres from the top left of its page's trim, y downwards; beyond the trim it bleeds. */
  box: boxSchema,
  /** Only a direct command changes it; what acts on many leaves it alone. */
  locked: z.boolean(),
};

export const pictureFrameSchema = z.object({
  kind: z.literal('picture'),
  ...frameBase,
  /** Null: a frame that waits for its picture. */
  picture: pictureKeySchema.nullable(),
  /** `fill`: the frame is full and the picture cropped; `whole`: all of it is seen and the frame may show paper. */
  show: z.enum(['fill', 'whole']),
  /** 1: as large as `show` asks for. */
  zoom: z.number().min(1).max(20),
  /** Which point of the picture lies in the middle of the frame, as far as no paper shows: 0 to 1 of its width and height as it is seen. */
  focusX: z.number().min(0).max(1),
  focusY: z.number().min(0).max(1),
  /** Clockwise, beside what its EXIF orientation asks for. */
  turnDeg: z.union([z.literal(0), z.literal(90), z.literal(180), z.literal(270)]),
  /** Clockwise; the picture grows until the frame is full again. */
  straightenDeg: z.number().min(-15).max(15),
  border: borderSchema.nullable(),
  cornerMm: z.number().min(0).max(500),
  /** It goes on over the fold of a spread and belongs to the left page. */
  across: z.boolean(),
  /** How much larger than its neighbours an arrangement makes it: 1, and 2 for the hero. */
  weight: z.number().min(0.25).max(4),
});
export type PictureFrame = z.infer<typeof pictureFrameSchema>;

export const textFrameSchema = z.object({
  kind: z.literal('text'),
  ...frameBase,
  text: z.string().max(20_000),
  typeface: z.enum(['regular', 'semiBold']),
  sizePt: z.number().min(3).max(400),
  colour: layoutColourSchema,
  align: z.enum(['left', 'centre', 'right']),
  vertical: z.enum(['top', 'middle', 'bottom']),
  /** Clockwise: 90 is read from top to bottom, as on a spine. */
  turnDeg: z.union([z.literal(0), z.literal(90)]),
});
export type TextFrame = z.infer<typeof textFrameSchema>;

/** A field of one colour. */
export const fieldFrameSchema = z.object({
  kind: z.literal('field'),
  ...frameBase,
  fill: layoutColourSchema,
  border: borderSchema.nullable(),
  cornerMm: z.number().min(0).max(500),
});
export type FieldFrame = z.infer<typeof fieldFrameSchema>;

export const frameSchema = z.discriminatedUnion('kind', [pictureFrameSchema, textFrameSchema, fieldFrameSchema]);
export type LayoutFrame = z.infer<typeof frameSchema>;

/** How a surface re-fills itself when its pictures, gap, margins or spec change. */
export const arrangementSchema = z.object({
  /** The slicing tree, and which of the pictures stands where: what `arrange.ts` writes and reads. */
  signature: z.string().max(2_000),
  /** `spread`: kept by the left page, and reaching over the right one. */
  surface: z.enum(['page', 'spread']),
  /** The surface is the bleed, not the inside of the margins. */
  bleed: z.boolean(),
  gapMm: z.number().min(0).max(50),
  marginMm: z.number().min(0).max(100),
  /** What the studio that arranged it asks of pictures, in pixels an inch; left out: what the book spec does, or what is built in. */
  leastPpi: z.number().min(0).max(10_000).optional(),
  /** Shares that were dragged by hand, by the cut's place in the tree; a cut that is not named lies where the pictures want it. */
  cuts: z.record(z.string().max(60), z.number().min(0.02).max(0.98)),
});
export type Arrangement = z.infer<typeof arrangementSchema>;

/** A page, or a panel of the cover: what frames lie on. */
export const surfaceSchema = z.object({
  /** Under the frames, bleed included. */
  ground: layoutColourSchema,
  /** In paint order: the last lies on top. */
  order: z.array(layoutIdSchema).max(500),
  frames: z.record(layoutIdSchema, frameSchema),
  /** Null: made by hand. */
  arrangement: arrangementSchema.nullable(),
  locked: z.boolean(),
});
export type Surface = z.infer<typeof surfaceSchema>;

export const PANELS = ['back', 'spine', 'front'] as const;
export type Panel = (typeof PANELS)[number];

export const coverSchema = z.object({
  back: surfaceSchema,
  spine: surfaceSchema,
  front: surfaceSchema,
  /** One picture under everything, over the whole sheet; its box is the sheet and not kept. Null: the panels' grounds. */
  wrap: pictureFrameSchema.omit({ box: true }).nullable(),
});

/** Of a page that is placed: as it is seen, with its bleed. */
export const placedPageSchema = z.object({
  widthMm: mm.min(0.1),
  heightMm: mm.min(0.1),
  /** Where it is cut, from its top left. */
  trim: boxSchema,
  /** Fields whose values its file leaves to each reader to draw, so that the book does not show them; by their names. */
  undrawnFields: z.array(z.string().max(200)).max(50).optional(),
  /** The press that its plain inks were mixed for, as its file's output intent names it: the book has another intent. */
  madeFor: z.string().max(200).optional(),
});
export type PlacedPage = z.infer<typeof placedPageSchema>;

const mimeTypes: readonly PrintedMimeType[] = [
  ...new Set(Object.values(PICTURE_FORMATS).map(({ storedAs }) => storedAs)),
  PLACED_PAGE,
];

const share = z.number().min(0).max(1);

/** A picture of the book: a link by hash and path, never the bytes. Its key is what the record stands under. */
export const layoutPictureSchema = z.object({
  /** The file's name as the operator knows it. */
  name: z.string().min(1).max(1_000),
  /** From the project's folder, with `/`; never absolute. */
  path: z.string().min(1).max(4_000),
  sizeBytes: z.int().min(1),
  /** What the bytes are that are printed. */
  mimeType: z.enum(mimeTypes),
  /**
   * As the picture is seen, EXIF orientation applied. Of a page of a PDF: as many as its coarsest picture would have over all of it, so that
   * it is as fine as that wherever it is placed.
   */
  widthPx: z.int().min(1).max(100_000),
  heightPx: z.int().min(1).max(100_000),
  /** Of its EXIF, in the camera's own time; null when it says none. */
  takenAtMs: z.number().nullable(),
  /** Name of its colour profile; null: none, which prints as sRGB. */
  profile: z.string().max(200).nullable(),
  rating: z.int().min(0).max(5),
  /** Where the eye goes, 0 to 1 of width and height; null: the middle. */
  focus: z.object({ x: z.number().min(0).max(1), y: z.number().min(0).max(1) }).nullable(),
  /** That a frame is filled around, in shares of its width and height; absent: nobody looked for them. */
  faces: z
    .array(z.object({ x: share, y: share, width: share, height: share, score: share }))
    .max(1_000)
    .optional(),
  /** Where the eye goes first that sees no face; null: nowhere above others. Templates cut around it, frames do not. */
  attention: z.object({ x: share, y: share }).nullable().optional(),
  /** Of a page of a PDF alone. */
  page: placedPageSchema.optional(),
});
export type LayoutPicture = z.infer<typeof layoutPictureSchema>;

/** 2: pages of PDFs among the pictures. 3: covers and pages by templates. */
export const LAYOUT_SCHEMA = 3;

export const layoutDocumentSchema = z.object({
  schema: z.literal(LAYOUT_SCHEMA),
  layoutId: z.string().min(1).max(64),
  title: z.string().max(LIMITS.titleMaxChars),
  /** As the service gave it when the book was begun: the project opens without a service, and years later. */
  spec: bookSpecSchema,
  /** The book's pages from the first to the last: as many as its page count. */
  order: z.array(layoutIdSchema).min(1).max(2_000),
  pages: z.record(layoutIdSchema, surfaceSchema),
  cover: coverSchema,
  pictures: z.record(pictureKeySchema, layoutPictureSchema),
  /** As they were added, which is the order of the tray and of *Fill*. */
  pictureOrder: z.array(pictureKeySchema).max(20_000),
  /** Covers and pages that templates make; null: all of it is laid out by hand. What was laid out by hand beside lies over them. */
  themed: themedSchema.nullable(),
  templates: heldTemplatesSchema,
  entries: entriesSchema,
  /** Frames that lost their room (a page taken out, a spine grown too thin): nothing is thrown away. */
  setAside: z.record(layoutIdSchema, frameSchema),
  /** What an arrangement begins with, of every page that is still to be arranged. */
  style: z.object({
    bleed: z.boolean(),
    gapMm: z.number().min(0).max(50),
    marginMm: z.number().min(0).max(100),
  }),
  /** By which rules its texts are set (composition/book-rules.ts); absent: 2, which those were begun by that have no number. */
  textRules: z.literal(BOOK_RULES).optional(),
  /** The number of the next id. */
  nextId: z.int().min(1),
  /** Steps taken since it was begun: what the journal counts. */
  steps: z.int().min(0),
});
export type LayoutDocument = z.infer<typeof layoutDocumentSchema>;

export const textRulesOf = ({ textRules = 2 }: Pick<LayoutDocument, 'textRules'>): BookRules => textRules;

/**
 * The limits that decide how a layout is printed: those of its book spec, then what is built in. What a studio sets says what it is warned
 * of, and prints nothing otherwise.
 */
export const printThresholds = ({ spec }: Pick<LayoutDocument, 'spec'>): Thresholds =>
  resolveThresholds({ spec: thresholdsOfSpec(spec) });

/** A page by its id, or a panel of the cover by its name. Ids of pages are never the names of panels. */
export type SurfaceId = string;

/** The surface of that name; undefined when there is none (any more). */
export function surfaceOf(document: LayoutDocument, surfaceId: SurfaceId): Surface | undefined {
  return surfaceId === 'back' || surfaceId === 'spine' || surfaceId === 'front'
    ? document.cover[surfaceId]
    : document.pages[surfaceId];
}
