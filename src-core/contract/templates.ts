import { z } from 'zod';
import { paginationQuery, timestampSchema } from './envelope.ts';

/**
 * Templates as the wire gives them (service-facts 9) and as they are laid out and rendered: one shape for both.
 *
 * Layout lengths are canvas pixels of 1/96 inch (25.4 / 96 mm). A content, divider or publish layout without
 * `layoutRules.flow` fills one page, or with `layoutRules.pages` the two of a LAYFLAT spread: its origin is the top left of the (left)
 * page's trim, and what bleeds lies beyond it. A
 * layout with `flow` is a block as wide as a column: its origin is its own top left. In a cover every element names its
 * `panel` and its origin is that panel's trim top left (spine: the spine's; its width follows from the page count). Panels
 * are as large as a page's trim and lie at the outer edges of the cover.
 */

export const templateKindSchema = z.enum(['cover', 'content', 'divider', 'publish']).meta({ id: 'TemplateKind' });
export type TemplateKind = z.infer<typeof templateKindSchema>;

export const bindingSchema = z
  .enum(['text', 'file', 'gallery', 'collageGallery', 'rowGallery'])
  .meta({ id: 'Binding', description: 'What a variable takes: a text, one picture, or a list of pictures' });
export type Binding = z.infer<typeof bindingSchema>;
export type GalleryBinding = Extract<Binding, `${string}allery`>;
export const isGallery = (binding: Binding): binding is GalleryBinding =>
  binding === 'gallery' || binding === 'collageGallery' || binding === 'rowGallery';

export const parameterDefinitionSchema = z
  .object({
    binding: bindingSchema,
    type: z.enum(['string', 'int', 'boolean', 'double', 'array']),
    required: z.boolean(),
    description: z.string(),
    itemType: z.enum(['file']).optional(),
    minItems: z.int().optional(),
    maxItems: z.int().optional(),
  })
  .meta({ id: 'ParameterDefinition' });
export type ParameterDefinition = z.infer<typeof parameterDefinitionSchema>;

/** `#AARRGGBB`. */
const argbSchema = z.string().regex(/^#[0-9A-Fa-f]{8}$/);

const placedSchema = z.object({
  element_id: z.string(),
  position: z.object({ x: z.number(), y: z.number() }),
  width: z.number().nonnegative(),
  height: z.number().nonnegative(),
  groupName: z.string().optional(),
  /** `$$name$$`: shown only when that parameter was given and is not false. */
  visible: z.string().optional(),
  /** Covers only: whose origin `position` counts from. */
  panel: z.enum(['back', 'spine', 'front']).optional(),
  below: z
    .object({
      elementIds: z.array(z.string()).min(1),
      gap: z.number(),
      asWide: z.boolean(),
    })
    .optional()
    .meta({
      description:
        'Stands `gap` under what is really shown of these elements, which may be less than their boxes: only one of several forms of a picture is shown, one with `fitting` takes the room of its own proportions, and pictures of a gallery with `anchor` that of their arrangement. `asWide`: it begins and ends where the picture does. `position` and `width` are where it stands under the first of them when that fills its box.',
    }),
});

const framedSchema = placedSchema.extend({
  borderBrush: argbSchema.optional(),
  borderThickness: z.number().nonnegative().optional(),
  cornerRadius: z.number().nonnegative().optional(),
});

export const textElementSchema = placedSchema
  .extend({
    type: z.literal('text'),
    /** Holds `$$parameter$$` and, in base layers, `@@pageNum@@`, `@@bookTitle@@`, `@@datetime.year@@`, `.month`, `.date`. */
    text: z.string(),
    /** One of those of `FAMILIES`. */
    fontFamily: z.string(),
    /** Canvas pixels. */
    fontSize: z.number().positive(),
    /** Over type size; left out, 1.6984. */
    lineHeight: z.number().positive().optional(),
    /** Room between letters, over type size. */
    letterSpacing: z.number().optional(),
    /** How small it may be set so that it fits its box, of its size; left out, 0.85, of bold text 0.7. */
    leastScale: z.number().positive().max(1).optional(),
    /** Canvas pixels below its box, which lines take before the type is set smaller. */
    spareHeight: z.number().nonnegative().optional(),
    textBold: z.boolean(),
    textItalic: z.boolean().optional(),
    textBrush: argbSchema,
    backgroundColor: argbSchema.optional(),
    textAlignment: z.enum(['left', 'center', 'right']),
    verticalAlignment: z.enum(['top', 'center', 'bottom']),
    /** The box grows with its text, and what stands below it moves down. */
    isDynamic: z.boolean().optional(),
    /** A flowing text may break over columns and pages. */
    splittable: z.boolean().optional(),
    /** Clockwise degrees: 90 for titles on a spine. */
    rotation: z.union([z.literal(0), z.literal(90)]).optional(),
    hug: z
      .object({ on: z.string(), padding: z.number().nonnegative(), mostWide: z.number().positive().max(1) })
      .optional()
      .meta({
        description:
          'Lies on the photo `on` as a card of `backgroundColor` that is `padding` larger than its words and at most `mostWide` of the photo wide. Its box is the area in which the card may lie: in one of its corners or in the middle of its upper or lower edge, where the photo shows no face. Where none of them is free the photo ends above the card.',
      }),
  })
  .meta({ id: 'TextElement' });

export const anchorSchema = z.enum([
  'center',
  'top',
  'bottom',
  'left',
  'right',
  'topLeft',
  'topRight',
  'bottomLeft',
  'bottomRight',
]);
export type Anchor = z.infer<typeof anchorSchema>;

/** Square is what is nearly as wide as high (src-core/composition/fitting-frames.ts). */
export const pictureShapeSchema = z.enum(['wide', 'high', 'square']);
export type PictureShape = z.infer<typeof pictureShapeSchema>;

export const photoElementSchema = framedSchema
  .extend({
    type: z.literal('photo'),
    fileName: z.string(),
    fit: z.enum(['cover', 'contain']),
    fitting: z
      .object({ mostCropped: z.number().min(0).max(1), anchor: anchorSchema })
      .optional()
      .meta({
        description:
          'The frame is the largest in the box that crops at most this share of the picture, and stands at `anchor` of the box. Absent: the box is the frame.',
      }),
    when: pictureShapeSchema.optional().meta({
      description:
        'Of several photos of one parameter only the one for the proportions of its picture is shown, or the next to them that there is.',
    }),
  })
  .meta({ id: 'PhotoElement' });

/** A drawing of the catalogue's own (`imageSource` names it), coloured, behind or beside pictures. */
export const graphicElementSchema = placedSchema
  .extend({
    type: z.literal('graphic'),
    imageSource: z.string(),
    graphicType: z.enum(['svg']),
    opacity: z.number().min(0).max(1),
  })
  .meta({ id: 'GraphicElement' });

export const rectangleElementSchema = framedSchema
  .extend({
    type: z.literal('rectangle'),
    backgroundColor: argbSchema,
  })
  .meta({ id: 'RectangleElement' });

const containerSchema = z.object({
  maxWidth: z.number(),
  maxHeight: z.number(),
  itemGap: z.number(),
  padding: z.number(),
  layout: z.enum(['collage', 'row', 'grid']),
  fit: z.enum(['cover', 'contain']),
  align: z.object({ horizontal: z.enum(['left', 'center', 'right']), vertical: z.enum(['top', 'center', 'bottom']) }),
  row: z.object({ maxHeight: z.number(), fillMiddle: z.boolean() }).optional(),
});

export const galleryElementSchema = framedSchema
  .extend({
    type: z.enum(['gallery', 'collageGallery', 'rowGallery']),
    /** `$$parameter$$` of the array of pictures. */
    photos: z.string(),
    tag: z.string().optional(),
    fit: z.enum(['cover', 'contain']),
    container: containerSchema,
    /** `auto`: as high as its rows need, over as many pages as that takes; `fixed`: its box, filled. */
    heightMode: z.enum(['auto', 'fixed']),
    anchor: anchorSchema.optional().meta({
      description:
        'Where in the box its pictures stand together when they leave some of it white, and what is `below` them follows. Absent: in the middle.',
    }),
    /** Rows are as wide as all columns of the page together. */
    span: z.boolean().optional(),
  })
  .meta({ id: 'GalleryElement' });

export const layoutElementSchema = z
  .union([textElementSchema, photoElementSchema, graphicElementSchema, rectangleElementSchema, galleryElementSchema])
  .meta({ id: 'LayoutElement' });
export type LayoutElement = z.infer<typeof layoutElementSchema>;
export type TextElement = z.infer<typeof textElementSchema>;
export type PhotoElement = z.infer<typeof photoElementSchema>;
export type GalleryElement = z.infer<typeof galleryElementSchema>;

export const layoutSchema = z
  .object({
    backgroundColor: argbSchema,
    width: z.number(),
    height: z.number(),
    elements: z.array(layoutElementSchema),
  })
  .meta({ id: 'Layout', description: 'Lengths are canvas pixels of 1/96 inch' });
export type TemplateLayout = z.infer<typeof layoutSchema>;

export const layoutRulesSchema = z
  .object({
    space: z.literal('page'),
    pages: z.literal(2).optional().meta({
      description:
        'Of a LAYFLAT book: the layout goes over both pages of a spread, from the top left of the left one, and counts as two pages. It begins on a left page; where the next page is a right one, that stays blank. Absent: one page, or a block.',
    }),
    /** Canvas pixels from the trim; `mirrorEvenPages` changes spine and fore with the side of the page. */
    margin: z.object({
      pageMargin: z.object({ spine: z.number(), fore: z.number(), head: z.number(), tail: z.number() }),
      mirrorEvenPages: z.boolean(),
    }),
    /** Absent: the layout fills a page of its own. */
    flow: z
      .object({
        columns: z.int().min(1).max(3),
        columnGap: z.number(),
        itemAlign: z.enum(['left', 'center', 'right']),
        itemSpacing: z.object({ size: z.number(), mode: z.enum(['between']) }),
      })
      .optional(),
    /** What is left out because its parameter was not given leaves no hole. */
    shiftUpOnHide: z.boolean(),
  })
  .meta({ id: 'LayoutRules' });
export type LayoutRules = z.infer<typeof layoutRulesSchema>;

const baseLayerSideSchema = z.object({ elements: z.array(layoutElementSchema) });
export const baseLayerSchema = z
  .object({ odd: baseLayerSideSchema, even: baseLayerSideSchema })
  .meta({ id: 'BaseLayer', description: 'What stands on every odd and every even page' });
export type BaseLayer = z.infer<typeof baseLayerSchema>;

export const templateThumbnailsSchema = z
  .object({
    layout: z.string().optional(),
    baseLayerOdd: z.string().optional(),
    baseLayerEven: z.string().optional(),
  })
  .meta({ id: 'TemplateThumbnails', description: 'Addresses of pictures of the template' });

export const templateItemSchema = z
  .object({
    templateUid: z.string(),
    accountUid: z.string(),
    templateName: z.string(),
    description: z.string().nullable(),
    templateKind: templateKindSchema,
    category: z.string().nullable(),
    theme: z.string(),
    bookSpecUid: z.string(),
    bookSpecName: z.string(),
    specProfileUid: z.string().nullable(),
    isPublic: z.boolean(),
    status: z.enum(['active']),
    createdAt: timestampSchema,
    updatedAt: timestampSchema,
    thumbnails: templateThumbnailsSchema.optional(),
  })
  .meta({ id: 'TemplateItem', description: 'A template in the list' });
export type TemplateItem = z.infer<typeof templateItemSchema>;

export const templateSchema = templateItemSchema
  .extend({
    parameters: z.object({ definitions: z.record(z.string(), parameterDefinitionSchema) }),
    layout: layoutSchema,
    layoutRules: layoutRulesSchema,
    baseLayer: baseLayerSchema.optional(),
  })
  .meta({ id: 'Template', description: 'A template with its variables and its layout' });
export type Template = z.infer<typeof templateSchema>;

export const TEMPLATE_SORTS = [
  'created_desc',
  'created_asc',
  'updated_desc',
  'updated_asc',
  'name_asc',
  'name_desc',
] as const;
export type TemplateSort = (typeof TEMPLATE_SORTS)[number];

/** GET /templates (service-facts 9.1). The default limit is the contract's. */
export const templateListQuerySchema = (defaultLimit: number) =>
  z.object({
    scope: z.enum(['public', 'private', 'all']).default('all'),
    bookSpecUid: z.string().optional(),
    specProfileUid: z.string().optional(),
    templateKind: templateKindSchema.optional(),
    /** Key of a template category. */
    category: z.string().optional(),
    /** Words separated by spaces, all of which the name holds. */
    templateName: z.string().optional(),
    theme: z.string().optional(),
    sort: z.enum(TEMPLATE_SORTS).default('created_desc'),
    ...paginationQuery(defaultLimit),
  });
export type TemplateListQuery = z.output<ReturnType<typeof templateListQuerySchema>>;

const parameterSchemaSchema = z
  .object({
    type: z.enum(['string', 'integer', 'number', 'boolean', 'array']),
    description: z.string(),
    format: z.literal('uri').optional(),
    items: z.object({ type: z.literal('string'), format: z.literal('uri') }).optional(),
    minItems: z.int().optional(),
    maxItems: z.int().optional(),
    'x-binding': bindingSchema,
  })
  .meta({ id: 'ParameterSchema' });

/**
 * A JSON Schema, draft-07, of a template's parameters (service-facts 9.4). It has an `$id` too, which is let through and
 * not named: a property of that name is taken for an address by what resolves the OpenAPI document.
 */
export const templateParametersSchemaSchema = z
  .looseObject({
    $schema: z.literal('http://json-schema.org/draft-07/schema#'),
    title: z.string(),
    description: z.string(),
    type: z.literal('object'),
    properties: z.record(z.string(), parameterSchemaSchema),
    required: z.array(z.string()),
    'x-templateKind': templateKindSchema,
  })
  .meta({ id: 'TemplateParametersSchema', description: 'A JSON Schema, draft-07, of the parameters of the template' });
export type TemplateParametersSchema = z.infer<typeof templateParametersSchemaSchema> & { readonly $id: string };

/** What a template is for (service-facts 9.5). */
export const templateCategorySchema = z
  .object({ code: z.int(), key: z.string(), label: z.string(), labelEn: z.string() })
  .meta({ id: 'TemplateCategory', description: 'What a template is for' });
export type TemplateCategory = z.infer<typeof templateCategorySchema>;
