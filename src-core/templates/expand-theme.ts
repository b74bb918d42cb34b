import type { BaseLayer, LayoutElement, LayoutRules, ParameterDefinition, Template } from '../contract/templates.ts';
import type { SpecProfile } from '../contract/specs.ts';
import { sideOfPage } from '../specs/page-rules.ts';
import { coverSizeMm } from '../specs/book-geometry.ts';
import {
  argbOf,
  elementOf,
  isPortrait,
  px,
  type PlacedElement,
  type Setting,
  type TemplateSpec,
} from './expand-elements.ts';
import { columnFrames, coverFrames, marginsOf, pageFrames, spreadFrames, type Margins } from './template-frames.ts';
import { templateUidOf } from './template-uid.ts';
import type { BaseElement, Theme, ThemeElement, ThemeTemplate } from './theme.ts';

export type TemplateProfile = Pick<SpecProfile, 'specProfileUid' | 'bookSpecUid'>;

/** The templates of a theme for one book spec, in the order of the file. Throws where the theme contradicts itself. */
export function expandTheme(theme: Theme, spec: TemplateSpec, profiles: readonly TemplateProfile[]): Template[] {
  return theme.templates.flatMap((template) => {
    const profile = profiles.find(
      ({ specProfileUid, bookSpecUid }) =>
        bookSpecUid === spec.bookSpecUid && template.specProfiles?.includes(specProfileUid),
    );
    if (template.specProfiles !== undefined && profile === undefined) return [];
    if (template.pages === 2 && spec.bindingType !== 'LAYFLAT') return [];
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
  given: Theme,
  template: ThemeTemplate,
  spec: TemplateSpec,
  specProfileUid: string | null,
): Template {
  const theme = { ...given, colours: { ...given.colours, ...template.colours } };
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

function framesFor(
  theme: Theme,
  template: ThemeTemplate,
  spec: TemplateSpec,
  margins: Margins,
  columns: number,
): Setting['framesOf'] {
  if (template.pages === 2 && (template.kind === 'cover' || template.flow))
    throw new Error('a spread is no cover and does not flow');
  if (template.kind !== 'cover') {
    const frames = template.flow
      ? columnFrames(spec, margins, columns, theme.flow.columnGap)
      : template.pages === 2
        ? spreadFrames(spec, margins)
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
    ...(template.pages === undefined ? {} : { pages: template.pages }),
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
  const placed = new Map<string, PlacedElement>();
  const back = template.kind === 'cover' ? setting.theme.back : [];
  const elements = [
    ...back.map((element, index) => elementOf(setting, { ...element, panel: 'back' }, `back-${index + 1}`, placed)),
    ...template.elements.map((element, index) => elementOf(setting, element, `${template.key}-${index + 1}`, placed)),
  ];
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
  const placed = new Map<string, PlacedElement>();
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
