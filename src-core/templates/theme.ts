import { z } from 'zod';
import { FAMILY_NAMES } from '../composition/typefaces.ts';
import { anchorSchema, bindingSchema, pictureShapeSchema, templateKindSchema } from '../contract/templates.ts';

/**
 * A theme as it is written by hand (resources/templates/*.json; docs/reference/templates.md): once for every book spec.
 * Lengths are millimetres or shares of what they lie in, type is in points; `expandTheme` makes wire templates of it.
 */

/** Millimetres, or a share of the frame with millimetres added: `12`, `"40%"`, `"50%-20"`. */
const lengthSchema = z.union([z.number(), z.string().regex(/^-?\d+(\.\d+)?%([+-]\d+(\.\d+)?)?$/)]);
export type Length = z.infer<typeof lengthSchema>;

/** Of a colour of the theme. */
const colourSchema = z.string();

/**
 * Where an element lies in its frame: two of left, right and width, two of top, bottom and height; what is left out is 0
 * from that side. `ratio` (width by height) and `lines` (of text) stand for a height. `below` and `above` name another
 * element's key to stand `gap` under or over; what is below a picture that does not fill its box follows its real edge, and
 * begins and ends with it where it says no left, right and width.
 */
const boxSchema = z.strictObject({
  in: z.enum(['trim', 'margin', 'bleed', 'leftPage', 'rightPage']).optional(),
  left: lengthSchema.optional(),
  right: lengthSchema.optional(),
  width: lengthSchema.optional(),
  top: lengthSchema.optional(),
  bottom: lengthSchema.optional(),
  height: lengthSchema.optional(),
  ratio: z.number().positive().optional(),
  below: z.string().optional(),
  above: z.string().optional(),
  gap: lengthSchema.optional(),
});
export type Box = z.infer<typeof boxSchema>;

const placedSchema = boxSchema.extend({
  key: z.string().optional(),
  panel: z.enum(['back', 'spine', 'front']).optional(),
  group: z.string().optional(),
  /** A parameter's name: shown only when it was given and is not false. */
  visible: z.string().optional(),
  /** What differs on pages that are clearly higher than wide. */
  portrait: boxSchema
    .extend({
      pt: z.number().optional(),
      lines: z.number().optional(),
      align: z.enum(['left', 'center', 'right']).optional(),
    })
    .optional(),
});

const styleSchema = z.strictObject({
  /** On a page of A4 width; narrower and wider pages have smaller and larger type. */
  pt: z.number().positive(),
  bold: z.boolean().default(false),
  colour: colourSchema,
  align: z.enum(['left', 'center', 'right']).default('left'),
  vertical: z.enum(['top', 'center', 'bottom']).default('top'),
  face: z.enum(FAMILY_NAMES).default('sans'),
  /** Line height over type size. */
  leading: z.number().min(1).max(3).optional(),
  /** Room between letters, of the type size. */
  tracking: z.number().min(-0.1).max(0.5).optional(),
  /** How small type may be set so that a text fits its box, of its size. */
  least: z.number().min(0.5).max(1).optional(),
  /** Millimetres below the box that lines take before type is set smaller. */
  spare: z.number().positive().optional(),
});
export type TextStyle = z.infer<typeof styleSchema>;

const framed = { border: colourSchema.optional(), borderPt: z.number().optional(), round: z.number().optional() };

const textSchema = placedSchema.extend({
  type: z.literal('text'),
  text: z.string(),
  style: z.string(),
  colour: colourSchema.optional(),
  align: z.enum(['left', 'center', 'right', 'inner', 'outer']).optional(),
  vertical: z.enum(['top', 'center', 'bottom']).optional(),
  pt: z.number().optional(),
  lines: z.number().positive().optional(),
  /** Grows with its text. */
  grows: z.boolean().optional(),
  /** May be continued in the next column or on the next page. */
  splits: z.boolean().optional(),
  /** Lies as a card of the colour `ground` on the photo with this key, in that corner or middle of its box which hides no face. */
  on: z.string().optional(),
  /** The card is as large as its words: always with `on`. */
  hug: z.literal(true).optional(),
  ground: colourSchema.optional(),
});

const pictureFit = z.enum(['cover', 'contain']).default('cover');

const photoSchema = placedSchema.extend({
  type: z.literal('photo'),
  photo: z.string(),
  /** `fitting`: its frame takes the picture's own proportions, cropping the share `most`, and stands at `anchor` of its box. */
  fit: z.enum(['cover', 'contain', 'fitting']).default('cover'),
  most: z.number().min(0).max(0.5).optional(),
  anchor: anchorSchema.optional(),
  /** One of several forms of a parameter's photo: for pictures of this shape. `below` takes the parameter's name for all of them. */
  when: pictureShapeSchema.optional(),
  ...framed,
});

export const themeElementSchema = z.discriminatedUnion('type', [
  textSchema,
  photoSchema,
  placedSchema.extend({ type: z.literal('rectangle'), fill: colourSchema, ...framed }),
  placedSchema.extend({ type: z.literal('graphic'), graphic: z.string() }),
  placedSchema.extend({
    type: z.enum(['gallery', 'collageGallery', 'rowGallery']),
    photos: z.string(),
    fit: pictureFit,
    /** Millimetres between pictures. */
    itemGap: z.number().default(3),
    /** Of a row gallery: rows are about so high, by the rules of before at most. */
    rowHeight: lengthSchema.optional(),
    /** Of another: where its pictures stand when they leave some of the box white. What is `below` follows them. */
    anchor: anchorSchema.optional(),
    /** Of a row gallery in a flow: its rows go over all columns. */
    span: z.boolean().optional(),
    ...framed,
  }),
]);
export type ThemeElement = z.infer<typeof themeElementSchema>;

const parameterSchema = z.strictObject({
  binding: bindingSchema.default('text'),
  /** Of a text; everything else has one type only. */
  type: z.enum(['string', 'int', 'boolean', 'double']).default('string'),
  required: z.boolean().default(true),
  description: z.string(),
  minItems: z.int().optional(),
  maxItems: z.int().optional(),
});

/** Elements on every page of a template; `inner` and `outer` are the bound and the open side. */
const baseElementSchema = z.discriminatedUnion('type', [
  textSchema.extend({ inner: lengthSchema.optional(), outer: lengthSchema.optional() }),
  placedSchema.extend({
    type: z.literal('rectangle'),
    fill: colourSchema,
    inner: lengthSchema.optional(),
    outer: lengthSchema.optional(),
    ...framed,
  }),
]);
export type BaseElement = z.infer<typeof baseElementSchema>;

/** Name to `#RRGGBB`. */
const coloursSchema = z.record(z.string(), z.string().regex(/^#[0-9A-F]{6}$/));

const themeTemplateSchema = z.strictObject({
  /** Never changes: the uid follows from it. */
  key: z.string().regex(/^[a-z0-9-]+$/),
  name: z.string(),
  kind: templateKindSchema,
  description: z.string().nullable().default(null),
  /** Made for books of these profiles, and for no other spec than theirs; each is of one book spec. */
  specProfiles: z.array(z.string()).optional(),
  background: colourSchema.default('paper'),
  /** Colours of the theme that are others here, in its base layer and on the back of its cover too. */
  colours: coloursSchema.default({}),
  /** Page number and book title of the theme stand on its pages. */
  base: z.boolean().default(false),
  /** Over both pages of a spread, which only LAYFLAT books have; `leftPage` and `rightPage` are the margins of either. */
  pages: z.literal(2).optional(),
  /** A block that follows the one before it, in the theme's columns; otherwise a page of its own. */
  flow: z.boolean().default(false),
  parameters: z.record(z.string().regex(/^[a-zA-Z][a-zA-Z0-9]*$/), parameterSchema).default({}),
  elements: z.array(themeElementSchema),
});
export type ThemeTemplate = z.infer<typeof themeTemplateSchema>;

export const themeSchema = z.strictObject({
  /** Never changes: the uids follow from it. */
  key: z.string().regex(/^[a-z0-9-]+$/),
  theme: z.string(),
  category: z.string().nullable(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  colours: coloursSchema,
  styles: z.record(z.string(), styleSchema),
  /** Shares of the page's shorter side. */
  margins: z.strictObject({ spine: z.number(), fore: z.number(), head: z.number(), tail: z.number() }),
  flow: z.strictObject({
    columns: z.strictObject({ square: z.int().min(1).max(3), portrait: z.int().min(1).max(3) }),
    columnGap: z.number(),
    spacing: z.number(),
  }),
  base: z.array(baseElementSchema),
  /** On the back of every cover, beneath what its template has there. */
  back: z.array(themeElementSchema).default([]),
  templates: z.array(themeTemplateSchema),
});
export type Theme = z.infer<typeof themeSchema>;
