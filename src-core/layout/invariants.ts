import { pageRuleBreach } from '../specs/page-rules.ts';
import { layoutDocumentSchema, surfaceOf, type LayoutDocument, type LayoutFrame } from './document.ts';
import { spreadOf } from './spreads.ts';
import { surfaceIds } from './surface-change.ts';
import { entriesOf, picturesInEntries } from './themed/uses.ts';

/** What holds of every document after every step, told where it does not; empty: all of it holds. */
export function breachesOf(document: LayoutDocument): string[] {
  const parsed = layoutDocumentSchema.safeParse(document);
  const wrapped = document.cover.wrap?.picture ?? null;
  return [
    ...(parsed.success ? [] : parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)),
    ...sameNames('pages', document.order, document.pages),
    ...sameNames('pictures', document.pictureOrder, document.pictures),
    ...surfaceIds(document).flatMap((surfaceId) => surfaceBreaches(document, surfaceId)),
    ...Object.entries(document.setAside).flatMap(([id, frame]) => frameBreaches(document, `set aside ${id}`, frame)),
    ...themedBreaches(document),
    ...idBreaches(document),
    ...(wrapped !== null && document.pictures[wrapped] === undefined
      ? ['the wrap shows a picture that is not there']
      : []),
    ...(pageRuleBreach(document.spec, document.order.length) === null
      ? []
      : [`${document.order.length} pages are not what the spec takes`]),
  ];
}

function sameNames(what: string, order: readonly string[], records: Readonly<Record<string, unknown>>): string[] {
  const names = new Set(order);
  return [
    ...(names.size === order.length ? [] : [`${what}: the order names something twice`]),
    ...order.filter((id) => !Object.hasOwn(records, id)).map((id) => `${what}: ${id} is ordered and not there`),
    ...Object.keys(records)
      .filter((id) => !names.has(id))
      .map((id) => `${what}: ${id} is there and not ordered`),
  ];
}

function surfaceBreaches(document: LayoutDocument, surfaceId: string): string[] {
  const surface = surfaceOf(document, surfaceId);
  if (surface === undefined) return [`${surfaceId}: there is no such surface`];
  const spread = spreadOf(document, surfaceId);
  const hasFold = spread?.left === surfaceId && spread.right !== null;
  return [
    ...sameNames(surfaceId, surface.order, surface.frames),
    ...Object.entries(surface.frames).flatMap(([id, frame]) => [
      ...frameBreaches(document, `${surfaceId} ${id}`, frame),
      ...(frame.kind === 'picture' && frame.across && !hasFold
        ? [`${surfaceId} ${id}: across where there is no fold`]
        : []),
    ]),
    ...(surface.arrangement?.surface === 'spread' && !hasFold
      ? [`${surfaceId}: arranged over a fold it does not have`]
      : []),
  ];
}

function frameBreaches(document: LayoutDocument, where: string, frame: LayoutFrame): string[] {
  if (frame.kind !== 'picture') return [];
  return [
    ...(frame.picture !== null && document.pictures[frame.picture] === undefined
      ? [`${where}: shows a picture that is not there`]
      : []),
    ...(frame.show === 'whole' && frame.straightenDeg !== 0 ? [`${where}: straightened and not full`] : []),
  ];
}

function themedBreaches(document: LayoutDocument): string[] {
  const { themed, entries, templates, pictures, order } = document;
  const all = entriesOf(document);
  return [
    ...sameNames('entries', themed?.order ?? [], entries),
    ...all.flatMap(({ templateUid }) =>
      templates[templateUid] === undefined ? [`entries: there is no template ${templateUid}`] : [],
    ),
    ...Object.keys(templates).flatMap((uid) =>
      all.some(({ templateUid }) => templateUid === uid) ? [] : [`templates: nothing is made by ${uid}`],
    ),
    ...picturesInEntries(document).flatMap((key) =>
      pictures[key] === undefined ? ['an entry shows a picture that is not there'] : [],
    ),
    ...((themed?.pages ?? 0) > order.length ? [`the entries need ${themed?.pages} pages`] : []),
  ];
}

function idBreaches(document: LayoutDocument): string[] {
  const ids = [
    ...document.order,
    ...surfaceIds(document).flatMap((surfaceId) => Object.keys(surfaceOf(document, surfaceId)?.frames ?? {})),
    ...Object.keys(document.setAside),
    ...Object.keys(document.entries),
  ];
  const seen = new Set<string>();
  return ids.flatMap((id) => {
    const breaches = [
      ...(seen.has(id) ? [`${id}: is the name of two things`] : []),
      ...(Number(id.slice(1)) >= document.nextId ? [`${id}: will be given once more`] : []),
    ];
    seen.add(id);
    return breaches;
  });
}
