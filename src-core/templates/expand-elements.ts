import type { LayoutElement } from '../contract/templates.ts';
import { LINE_HEIGHT_EM } from '../composition/text-box.ts';
import type { SpecGeometry } from '../specs/book-geometry.ts';
import { CSS_PX_PER_MM, CSS_PX_PER_POINT } from '../units.ts';
import { lengthMm, placeBox, type Frame, type Frames } from './place-boxes.ts';
import type { BaseElement, Box, Theme, ThemeElement, ThemeTemplate } from './theme.ts';

/** A box given by its lines is a little higher than they are (service-facts 9.2). */
const BOX_PADDING_PX = 10;

/** Type is set for this page width; on other pages it follows, within limits that keep it readable and calm. */
const REFERENCE_SIDE_MM = 210;
const TYPE_SCALE = { least: 0.8, most: 1.16 };
const LEAST_PT = 7.5;

/** Pages clearly higher than wide. */
const PORTRAIT_FROM = 1.2;

/** What a template record takes from its book spec. */
export type TemplateSpec = SpecGeometry & { readonly name: string };

type Panel = 'back' | 'spine' | 'front';

/** Where the elements of one template stand: its theme, the book spec it is made for, and the frames boxes refer to. */
export interface Setting {
  readonly theme: Theme;
  readonly template: ThemeTemplate;
  readonly spec: TemplateSpec;
  readonly framesOf: (panel: Panel | undefined) => Frames;
}

/** One element of a theme as the contract's template has it; `placed` knows the boxes that later ones refer to. */
export function elementOf(
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
    ...(grows && element.span ? { span: true } : {}),
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

function onThisPage(element: ThemeElement, spec: SpecGeometry): ThemeElement {
  return element.portrait !== undefined && isPortrait(spec) ? { ...element, ...element.portrait } : element;
}

export const isPortrait = (spec: SpecGeometry) => spec.innerTrimHeightMm / spec.innerTrimWidthMm >= PORTRAIT_FROM;

function sizePx(pt: number, { innerTrimWidthMm, innerTrimHeightMm }: SpecGeometry): number {
  const scale = Math.min(innerTrimWidthMm, innerTrimHeightMm) / REFERENCE_SIDE_MM;
  return rounded(
    Math.max(LEAST_PT, pt * Math.min(TYPE_SCALE.most, Math.max(TYPE_SCALE.least, scale))) * CSS_PX_PER_POINT,
  );
}

const linesMm = (lines: number, fontPx: number) => (lines * fontPx * LINE_HEIGHT_EM + BOX_PADDING_PX) / CSS_PX_PER_MM;

export function argbOf(theme: Theme, name: string): string {
  const colour = theme.colours[name];
  if (colour === undefined) throw new Error(`there is no colour ${name}`);
  return `#FF${colour.slice(1)}`;
}

const rounded = (value: number) => Math.round(value * 100) / 100;
/** CSS pixels of the contract's templates, of which an inch has 96. */
export const px = (mm: number) => rounded(mm * CSS_PX_PER_MM);
