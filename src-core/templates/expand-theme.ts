import {
  type BaseLayer,
  type LayoutElement,
  type LayoutRules,
  type ParameterDefinition,
  type Template,
} from '../contract/templates.ts';
import type { SpecProfile } from '../contract/specs.ts';
import { LINE_HEIGHT_EM } from '../composition/text-box.ts';
import { sideOfPage } from '../specs/page-rules.ts';
import { coverSizeMm, type SpecGeometry } from '../specs/book-geometry.ts';
import { lengthMm, placeBox, type Frame, type Frames } from './place-boxes.ts';
import { columnFrames, coverFrames, marginsOf, pageFrames, type Margins } from './template-frames.ts';
import { templateUidOf } from './template-uid.ts';
import type { BaseElement, Box, Theme, ThemeElement, ThemeTemplate } from './theme.ts';
import { CSS_PX_PER_MM, CSS_PX_PER_POINT } from '../units.ts';

/** What a template record takes from its book spec. */
export type TemplateSpec = SpecGeometry & { readonly name: string };

export type TemplateProfile = Pick<SpecProfile, 'specProfileUid' | 'bookSpecUid'>;

/** A box given by its lines is a little higher than they are (service-facts 9.2). */
const BOX_PADDING_PX = 10;

/** Type is set for this page width; on other pages it follows, within limits that keep it readable and calm. */
const REFERENCE_SIDE_MM = 210;
const TYPE_SCALE = { least: 0.8, most: 1.16 };
const LEAST_PT = 7.5;

/** Pages clearly higher than wide. */
const PORTRAIT_FROM = 1.2;

/** The templates of a theme for one book spec, in the order of the file. Throws where the theme contradicts itself. */
export function expandTheme(theme: Theme, spec: TemplateSpec, profiles: readonly TemplateProfile[]): Template[] {
  return theme.templates.flatMap((template) => {
    const profile = profiles.find(
      ({ specProfileUid, bookSpecUid }) =>
        bookSpecUid === spec.bookSpecUid && template.specProfiles?.includes(specProfileUid),
    );
    if (template.specProfiles !== undefined && profile === undefined) return [];
    try {
      return [expandTemplate(theme, template, spec, profile?.specProfileUid ?? null)];
    } catch (error) {
      throw new Error(
        `${theme.theme} / ${template.key} for ${spec.bookSpecUid}: ${error instanceof Error ? error.message : String(error)}`,
        { cause: error },
      );
    }
  });
}

function expandTemplate(
  theme: Theme,
  template: ThemeTemplate,
  spec: TemplateSpec,
  specProfileUid: string | null,
): Template {
  const margins = marginsOf(theme, spec);
  const columns = theme.flow.columns[isPortrait(spec) ? 'portrait' : 'square'];
  const setting: Setting = { theme, template, spec, framesOf: framesFor(theme, template, spec, margins, columns) };
  return {
    templateUid: templateUidOf(theme.key, template.key, spec.bookSpecUid),
    accountUid: 'public',
    templateName: template.name,
    description: template.description,
    templateKind: template.kind,
    category: theme.category,
    theme: theme.theme,
    bookSpecUid: spec.bookSpecUid,
    bookSpecName: spec.name,
    specProfileUid,
    isPublic: true,
    status: 'active',
    createdAt: theme.createdAt,
    updatedAt: theme.updatedAt,
    parameters: {
      definitions: Object.fromEntries(
        Object.entries(template.parameters).map(([name, parameter]) => [name, definitionOf(parameter)]),
      ),
    },
    layout: layoutOf(setting),
    layoutRules: rulesOf(theme, template, margins, columns),
    ...(template.base ? { baseLayer: baseLayerOf(setting, margins) } : {}),
  };
}

type Panel = 'back' | 'spine' | 'front';

interface Setting {
  readonly theme: Theme;
  readonly template: ThemeTemplate;
  readonly spec: TemplateSpec;
  readonly framesOf: (panel: Panel | undefined) => Frames;
}

function framesFor(
  theme: Theme,
  template: ThemeTemplate,
  spec: TemplateSpec,
  margins: Margins,
  columns: number,
): Setting['framesOf'] {
  if (template.kind !== 'cover') {
    const frames = template.flow
      ? columnFrames(spec, margins, columns, theme.flow.columnGap)
      : pageFrames(spec, margins);
    return () => frames;
  }
  const panels = coverFrames(spec, Math.max(margins.headMm, margins.foreMm));
  return (panel) => {
    if (panel === undefined) throw new Error('an element of a cover names its panel');
    return panels[panel];
  };
}

function definitionOf({
  binding,
  type,
  required,
  description,
  minItems,
  maxItems,
}: ThemeTemplate['parameters'][string]): ParameterDefinition {
  if (binding === 'text') return { binding, type, required, description };
  if (binding === 'file') return { binding, type: 'string', required, description };
  const most = binding === 'collageGallery' ? (maxItems ?? COLLAGE_MOST) : maxItems;
  return {
    binding,
    type: 'array',
    required,
    description,
    itemType: 'file',
    minItems: minItems ?? 1,
    ...(most === undefined ? {} : { maxItems: most }),
  };
}

/** Service-facts 9.2. */
const COLLAGE_MOST = 9;

function rulesOf(theme: Theme, template: ThemeTemplate, margins: Margins, columns: number): LayoutRules {
  return {
    space: 'page',
    margin: {
      pageMargin: {
        spine: px(margins.spineMm),
        fore: px(margins.foreMm),
        head: px(margins.headMm),
        tail: px(margins.tailMm),
      },
      mirrorEvenPages: true,
    },
    ...(template.flow
      ? {
          flow: {
            columns,
            columnGap: px(theme.flow.columnGap),
            itemAlign: 'left' as const,
            itemSpacing: { size: px(theme.flow.spacing), mode: 'between' as const },
          },
        }
      : {}),
    shiftUpOnHide: template.flow,
  };
}

function layoutOf(setting: Setting): Template['layout'] {
  const { template, spec } = setting;
  const placed = new Map<string, Frame>();
  const elements = template.elements.map((element, index) =>
    elementOf(setting, element, `${template.key}-${index + 1}`, placed),
  );
  const lowest = Math.max(0, ...elements.map((element) => element.position.y + element.height));
  const cover = template.kind === 'cover' ? coverSizeMm(spec, spec.pageDefault) : null;
  const frame = template.kind === 'cover' ? null : setting.framesOf(undefined).trim;
  return {
    backgroundColor: argbOf(setting.theme, template.background),
    width: px(cover?.widthMm ?? frame?.widthMm ?? 0),
    height: template.flow ? lowest : px(cover?.heightMm ?? frame?.heightMm ?? 0),
    elements,
  };
}

function elementOf(
  setting: Setting,
  given: ThemeElement,
  elementId: string,
  placed: Map<string, Frame>,
): LayoutElement {
  const element = onThisPage(given, setting.spec);
  const style = element.type === 'text' ? textStyleOf(setting, element) : null;
  const frame = placeIn(
    setting,
    element,
    placed,
    style === null || element.type !== 'text' || element.lines === undefined
      ? null
      : linesMm(element.lines, style.sizePx),
  );
  const common = {
    element_id: elementId,
    position: { x: px(frame.xMm), y: px(frame.yMm) },
    width: px(frame.widthMm),
    height: px(frame.heightMm),
    ...(element.group === undefined ? {} : { groupName: element.group }),
    ...(element.visible === undefined ? {} : { visible: `$$${element.visible}$$` }),
    ...(element.panel === undefined ? {} : { panel: element.panel }),
  };
  switch (element.type) {
    case 'text':
      if (style === null) throw new Error('a text has a style');
      return {
        ...common,
        type: 'text',
        ...textLook(setting.theme, element, style),
        ...(element.grows ? { isDynamic: true } : {}),
        ...(element.splits ? { splittable: true } : {}),
        ...(element.panel === 'spine' ? { rotation: 90 as const } : {}),
      };
    case 'photo':
      return {
        ...common,
        type: 'photo',
        fileName: `$$${element.photo}$$`,
        fit: element.fit,
        ...framingOf(setting.theme, element),
      };
    case 'rectangle':
      return {
        ...common,
        type: 'rectangle',
        backgroundColor: argbOf(setting.theme, element.fill),
        ...framingOf(setting.theme, element),
      };
    case 'graphic':
      return { ...common, type: 'graphic', imageSource: element.graphic, graphicType: 'svg', opacity: 1 };
    default:
      return { ...common, type: element.type, ...galleryOf(setting, element, frame) };
  }
}

function galleryOf(setting: Setting, element: Extract<ThemeElement, { photos: string }>, frame: Frame) {
  const layout = ({ gallery: 'grid', collageGallery: 'collage', rowGallery: 'row' } as const)[element.type];
  const grows = layout === 'row' && setting.template.flow;
  return {
    photos: `$$${element.photos}$$`,
    tag: element.photos,
    fit: element.fit,
    container: {
      maxWidth: px(frame.widthMm),
      maxHeight: px(grows ? setting.framesOf(element.panel).trim.heightMm : frame.heightMm),
      itemGap: px(element.itemGap),
      padding: 0,
      layout,
      fit: element.fit,
      align: { horizontal: 'left' as const, vertical: 'top' as const },
      ...(layout === 'row'
        ? { row: { maxHeight: px(lengthMm(element.rowHeight ?? '33%', frame.heightMm)), fillMiddle: false } }
        : {}),
    },
    heightMode: grows ? ('auto' as const) : ('fixed' as const),
    ...framingOf(setting.theme, element),
  };
}

function placeIn(
  setting: Setting,
  element: Box & { readonly panel?: Panel | undefined; readonly key?: string | undefined },
  placed: Map<string, Frame>,
  contentMm: number | null,
): Frame {
  const frame = placeBox(element, setting.framesOf(element.panel), placed, contentMm);
  if (element.key !== undefined) placed.set(element.key, frame);
  return frame;
}

type TextLike = Extract<ThemeElement | BaseElement, { type: 'text' }>;

interface ResolvedStyle {
  readonly sizePx: number;
  readonly bold: boolean;
  readonly colour: string;
  readonly align: 'left' | 'center' | 'right';
  readonly vertical: 'top' | 'center' | 'bottom';
}

function textStyleOf({ theme, spec }: Setting, text: TextLike): ResolvedStyle {
  const style = theme.styles[text.style];
  if (style === undefined) throw new Error(`there is no style ${text.style}`);
  if (text.align === 'inner' || text.align === 'outer') throw new Error('only the base layer knows inner and outer');
  return {
    ...style,
    sizePx: sizePx(text.pt ?? style.pt, spec),
    colour: text.colour ?? style.colour,
    align: text.align ?? style.align,
    vertical: text.vertical ?? style.vertical,
  };
}

const textLook = (theme: Theme, text: TextLike, style: ResolvedStyle) => ({
  text: text.text,
  fontFamily: 'Pretendard',
  fontSize: style.sizePx,
  textBold: style.bold,
  textBrush: argbOf(theme, style.colour),
  textAlignment: style.align,
  verticalAlignment: style.vertical,
});

function framingOf(
  theme: Theme,
  {
    border,
    borderPt,
    round,
  }: { border?: string | undefined; borderPt?: number | undefined; round?: number | undefined },
) {
  return {
    ...(border === undefined
      ? {}
      : { borderBrush: argbOf(theme, border), borderThickness: rounded((borderPt ?? 0.5) * CSS_PX_PER_POINT) }),
    ...(round === undefined ? {} : { cornerRadius: px(round) }),
  };
}

/** Odd and even pages mirror each other; which of them lies on the right depends on the binding. */
function baseLayerOf(setting: Setting, margins: Margins): BaseLayer {
  return {
    odd: { elements: baseElements(setting, margins, 1) },
    even: { elements: baseElements(setting, margins, 2) },
  };
}

function baseElements({ theme, template, spec }: Setting, margins: Margins, pageNum: 1 | 2): LayoutElement[] {
  const side = sideOfPage(spec.bindingType, pageNum);
  const page = pageFrames(spec, margins);
  const [leftMm, rightMm] = side === 'right' ? [margins.spineMm, margins.foreMm] : [margins.foreMm, margins.spineMm];
  const frames = {
    ...page,
    margin: { ...page.margin, xMm: leftMm, widthMm: spec.innerTrimWidthMm - leftMm - rightMm },
  };
  const setting: Setting = { theme, template, spec, framesOf: () => frames };
  const placed = new Map<string, Frame>();
  return theme.base.map((element, index) => {
    const sided = onSide(element, side);
    return elementOf(setting, sided, `bl-${pageNum === 1 ? 'odd' : 'even'}-${index + 1}`, placed);
  });
}

/** `inner` and `outer` become left and right: of a right page the bound side is the left one. */
function onSide({ inner, outer, ...element }: BaseElement, side: 'left' | 'right'): ThemeElement {
  const [left, right] = side === 'right' ? [inner, outer] : [outer, inner];
  const edges = { ...(left === undefined ? {} : { left }), ...(right === undefined ? {} : { right }) };
  if (element.type !== 'text' || (element.align !== 'inner' && element.align !== 'outer'))
    return { ...element, ...edges };
  return { ...element, ...edges, align: (element.align === 'outer') === (side === 'right') ? 'right' : 'left' };
}

function onThisPage(element: ThemeElement, spec: SpecGeometry): ThemeElement {
  return element.portrait !== undefined && isPortrait(spec) ? { ...element, ...element.portrait } : element;
}

const isPortrait = (spec: SpecGeometry) => spec.innerTrimHeightMm / spec.innerTrimWidthMm >= PORTRAIT_FROM;

function sizePx(pt: number, { innerTrimWidthMm, innerTrimHeightMm }: SpecGeometry): number {
  const scale = Math.min(innerTrimWidthMm, innerTrimHeightMm) / REFERENCE_SIDE_MM;
  return rounded(
    Math.max(LEAST_PT, pt * Math.min(TYPE_SCALE.most, Math.max(TYPE_SCALE.least, scale))) * CSS_PX_PER_POINT,
  );
}

const linesMm = (lines: number, fontPx: number) => (lines * fontPx * LINE_HEIGHT_EM + BOX_PADDING_PX) / CSS_PX_PER_MM;

function argbOf(theme: Theme, name: string): string {
  const colour = theme.colours[name];
  if (colour === undefined) throw new Error(`there is no colour ${name}`);
  return `#FF${colour.slice(1)}`;
}

const rounded = (value: number) => Math.round(value * 100) / 100;
const px = (mm: number) => rounded(mm * CSS_PX_PER_MM);
