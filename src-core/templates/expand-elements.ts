import type { LayoutElement } from '../contract/templates.ts';
import { LINE_HEIGHT_EM } from '../composition/text-look.ts';
import { FAMILIES } from '../composition/typefaces.ts';
import type { SpecGeometry } from '../specs/book-geometry.ts';
import { CSS_PX_PER_MM, CSS_PX_PER_POINT } from '../units.ts';
import { frameIn, lengthMm, placeBox, type Frame, type Frames } from './place-boxes.ts';
import type { BaseElement, Box, TextStyle, Theme, ThemeElement, ThemeTemplate } from './theme.ts';

/** A box given by its lines is a little higher than they are (service-facts 9.2). */
const BOX_PADDING_PX = 10;

/** Type is set for this page width; on other pages it follows, within limits that keep it readable and calm. */
const REFERENCE_SIDE_MM = 210;
const TYPE_SCALE = { least: 0.8, most: 1.16 };
const LEAST_PT = 7.5;

/** Of a picture whose frame follows it. */
const MOST_CROPPED = 0.12;

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

/** An element that later ones refer to. */
export interface PlacedElement extends Frame {
  readonly elementIds: readonly string[];
  /** What stands below it follows what is really shown: a picture that does not fill its box, or what follows such a one. */
  readonly moves: boolean;
}

/** One element of a theme as the contract's template has it; `placed` knows the boxes that later ones refer to. */
export function elementOf(
  setting: Setting,
  given: ThemeElement,
  elementId: string,
  placed: Map<string, PlacedElement>,
): LayoutElement {
  const element = onThisPage(given, setting.spec);
  const style = element.type === 'text' ? textStyleOf(setting, element) : null;
  const frame = placeIn(
    setting,
    element,
    placed,
    style === null || element.type !== 'text' || element.lines === undefined ? null : linesMm(element.lines, style),
  );
  const below = belowOf(setting, element, placed);
  remember(element, { ...frame, elementIds: [elementId], moves: below !== null || isFitted(element) }, placed);
  const common = {
    element_id: elementId,
    position: { x: px(frame.xMm), y: px(frame.yMm) },
    width: px(frame.widthMm),
    height: px(frame.heightMm),
    ...(element.group === undefined ? {} : { groupName: element.group }),
    ...(element.visible === undefined ? {} : { visible: `$$${element.visible}$$` }),
    ...(element.panel === undefined ? {} : { panel: element.panel }),
    ...(below === null ? {} : { below }),
  };
  switch (element.type) {
    case 'text':
      if (style === null) throw new Error('a text has a style');
      return {
        ...common,
        type: 'text',
        ...textLook(setting, element, style),
        ...(element.grows ? { isDynamic: true } : {}),
        ...(element.splits ? { splittable: true } : {}),
        ...(element.panel === 'spine' ? { rotation: 90 as const } : {}),
        ...hugOf(setting.theme, element, style.sizePx, placed),
      };
    case 'photo':
      return {
        ...common,
        type: 'photo',
        fileName: `$$${element.photo}$$`,
        fit: element.fit === 'fitting' ? 'cover' : element.fit,
        ...(element.fit === 'fitting'
          ? { fitting: { mostCropped: element.most ?? MOST_CROPPED, anchor: element.anchor ?? 'center' } }
          : {}),
        ...(element.when === undefined ? {} : { when: element.when }),
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
    ...(element.anchor === undefined || layout === 'row' ? {} : { anchor: element.anchor }),
    ...(grows && element.span ? { span: true } : {}),
    ...framingOf(setting.theme, element),
  };
}

function placeIn(
  setting: Setting,
  element: Box & { readonly panel?: Panel | undefined },
  placed: ReadonlyMap<string, PlacedElement>,
  contentMm: number | null,
): Frame {
  if (element.above !== undefined && placed.get(element.above)?.moves === true)
    throw new Error(`${element.above} moves with its picture: nothing can stand above it`);
  return placeBox(element, setting.framesOf(element.panel), placed, contentMm);
}

const isFitted = (element: ThemeElement) =>
  element.type === 'photo'
    ? element.fit === 'fitting' || element.when !== undefined
    : 'photos' in element && element.anchor !== undefined;

/** By its own key, and the forms of a picture together by their parameter: at the place of the first of them. */
function remember(element: ThemeElement, own: PlacedElement, placed: Map<string, PlacedElement>): void {
  if (element.key !== undefined) placed.set(element.key, own);
  if (element.type !== 'photo' || element.when === undefined) return;
  const { elementIds, ...first } = placed.get(element.photo) ?? { ...own, elementIds: [] };
  placed.set(element.photo, { ...first, elementIds: [...elementIds, ...own.elementIds] });
}

function belowOf(setting: Setting, element: ThemeElement, placed: ReadonlyMap<string, PlacedElement>) {
  const other = element.below === undefined ? undefined : placed.get(element.below);
  if (other === undefined || !other.moves) return null;
  const { left, right, width } = element;
  const frame = frameIn(setting.framesOf(element.panel), element.in ?? 'margin');
  return {
    elementIds: [...other.elementIds],
    gap: px(lengthMm(element.gap ?? 0, frame.heightMm)),
    asWide: left === undefined && right === undefined && width === undefined,
  };
}

/** How far a card on a picture is larger than its words, and how much of the picture's width it takes at most. */
const CARD = { paddingMm: 3, paddingEm: 0.5, mostWide: 0.62 };

function hugOf(
  theme: Theme,
  { on, hug, ground, lines, grows }: TextLike,
  fontPx: number,
  placed: ReadonlyMap<string, PlacedElement>,
) {
  if (on === undefined && hug === undefined) return {};
  if (on === undefined || hug === undefined) throw new Error('hug and on go together');
  if (lines !== undefined || grows)
    throw new Error('the box of a text that hugs is where it may lie, and has no lines');
  const [photo] = placed.get(on)?.elementIds ?? [];
  if (photo === undefined) throw new Error(`no element before it has the key ${on}`);
  return {
    backgroundColor: argbOf(theme, ground ?? 'paper'),
    hug: {
      on: photo,
      padding: rounded(Math.max(CARD.paddingMm * CSS_PX_PER_MM, CARD.paddingEm * fontPx)),
      mostWide: CARD.mostWide,
    },
  };
}

type TextLike = Extract<ThemeElement | BaseElement, { type: 'text' }>;

interface ResolvedStyle extends TextStyle {
  readonly sizePx: number;
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

/** Below a text that flows or grows there is no room that would be its own. */
const textLook = ({ theme, template }: Setting, text: TextLike, style: ResolvedStyle) => ({
  text: text.text,
  fontFamily: FAMILIES[style.face].fontFamily,
  fontSize: style.sizePx,
  ...(style.leading === undefined ? {} : { lineHeight: style.leading }),
  ...(style.tracking === undefined ? {} : { letterSpacing: style.tracking }),
  ...(style.least === undefined ? {} : { leastScale: style.least }),
  ...(style.spare === undefined || template.flow || text.grows ? {} : { spareHeight: px(style.spare) }),
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

const linesMm = (lines: number, { sizePx: fontPx, leading = LINE_HEIGHT_EM }: ResolvedStyle) =>
  (lines * fontPx * leading + BOX_PADDING_PX) / CSS_PX_PER_MM;

export function argbOf(theme: Theme, name: string): string {
  const colour = theme.colours[name];
  if (colour === undefined) throw new Error(`there is no colour ${name}`);
  return `#FF${colour.slice(1)}`;
}

const rounded = (value: number) => Math.round(value * 100) / 100;
/** CSS pixels of the contract's templates, of which an inch has 96. */
export const px = (mm: number) => rounded(mm * CSS_PX_PER_MM);
