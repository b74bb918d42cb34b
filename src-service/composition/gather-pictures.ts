import { and, eq, inArray } from 'drizzle-orm';
import type { PictureSource, UnboundValue } from '../../src-core/composition/bind-values.ts';
import type { BoundPicture, BoundValue, BoundValues } from '../../src-core/composition/bound-values.ts';
import { LIMITS } from '../../src-core/contract/limits.ts';
import type { TakenPicture } from '../../src-node/pictures/take-picture.ts';
import type { StagedBlob } from '../blobs/blobs.ts';
import type { ServiceContext } from '../context.ts';
import type { Db } from '../store/db.ts';
import { refusedPicture, takePicture } from '../pictures/take-picture.ts';
import { photos } from '../store/schema.ts';
import { downloadPicture } from './download-picture.ts';
import type { AttachedFile } from './entry-call.ts';

export interface GatheredPictures {
  readonly values: BoundValues;
  /** Server file names among them: photos that must still be the book's when the entry is written. */
  readonly photoNames: readonly string[];
}

/** Of one entry's addresses this many are called at a time. */
const DOWNLOADS_AT_ONCE = 4;

/**
 * Takes in every picture that the values name and answers the values with references to what was stored. A picture that
 * is named several times is fetched once. Throws 400 for the first that cannot be had; the other downloads are given up.
 */
export async function gatherPictures(
  context: ServiceContext,
  bookUid: string,
  values: Readonly<Record<string, UnboundValue>>,
  files: readonly AttachedFile[],
): Promise<GatheredPictures> {
  const wanted = Object.entries(values).flatMap(([field, value]) =>
    sourcesOf(value).map((source) => ({ field, source })),
  );
  const had = new Map<string, BoundPicture>();
  const photoNames = [...new Set(wanted.flatMap(({ source }) => (source.kind === 'photo' ? [source.fileName] : [])))];
  for (const [key, picture] of await photosOf(context.db, bookUid, photoNames)) had.set(key, picture);
  // What needs no work is looked at before what does.
  for (const { field, source } of wanted) {
    if (source.kind === 'photo' && !had.has(keyOf(field, source))) throw photoGone(field, source.fileName);
  }
  for (const { field, source } of wanted) {
    if (source.kind !== 'attached') continue;
    const file = files.filter((candidate) => candidate.field === field)[source.index];
    if (!file) throw new Error(`${field} was bound to a file that was not attached`);
    had.set(keyOf(field, source), await taken(context, file.staged, field, file.fileName));
  }
  for (const [key, picture] of await downloads(context, wanted)) had.set(key, picture);
  const pictureOf = (field: string, source: PictureSource): BoundPicture => {
    const picture = had.get(keyOf(field, source));
    if (!picture) throw new Error(`${field} was bound to a picture that nobody took in`);
    return source.focus === undefined ? picture : { ...picture, focus: source.focus };
  };
  return {
    values: Object.fromEntries(
      Object.entries(values).map(([field, value]) => [field, bound(value, (source) => pictureOf(field, source))]),
    ),
    photoNames,
  };
}

/** Under the book's lock: a photo that was deleted while the entry was prepared is none any more. Throws 400. */
export async function requirePhotos(db: Db, bookUid: string, photoNames: readonly string[]): Promise<void> {
  const there = new Set((await photosOf(db, bookUid, photoNames)).map(([key]) => key));
  const gone = photoNames.find((fileName) => !there.has(keyOf('', { kind: 'photo', fileName })));
  if (gone !== undefined) throw photoGone('parameters', gone);
}

const photoGone = (field: string, fileName: string) =>
  refusedPicture({ field, name: fileName }, '업로드된 사진을 찾을 수 없습니다');

interface Wanted {
  readonly field: string;
  readonly source: PictureSource;
}

function sourcesOf(value: UnboundValue): readonly PictureSource[] {
  if (value.kind === 'picture') return [value.source];
  return value.kind === 'pictures' ? value.sources : [];
}

function bound(value: UnboundValue, pictureOf: (source: PictureSource) => BoundPicture): BoundValue {
  if (value.kind === 'picture') return { kind: 'picture', picture: pictureOf(value.source) };
  return value.kind === 'pictures' ? { kind: 'pictures', pictures: value.sources.map(pictureOf) } : value;
}

/** Attached files belong to their variable; an address and a photo are the same wherever they are named. */
function keyOf(field: string, source: PictureSource): string {
  if (source.kind === 'attached') return `attached ${source.index} ${field}`;
  return source.kind === 'url' ? `url ${source.url}` : `photo ${source.fileName}`;
}

async function photosOf(
  db: Db,
  bookUid: string,
  names: readonly string[],
): Promise<(readonly [string, BoundPicture])[]> {
  if (names.length === 0) return [];
  const rows = await db
    .select()
    .from(photos)
    .where(and(eq(photos.bookUid, bookUid), inArray(photos.fileName, [...names])));
  return rows.map((photo) => [keyOf('', { kind: 'photo', fileName: photo.fileName }), boundOf(photo)]);
}

async function downloads(
  context: ServiceContext,
  wanted: readonly Wanted[],
): Promise<ReadonlyMap<string, BoundPicture>> {
  const addresses = new Map<string, string>();
  for (const { field, source } of wanted)
    if (source.kind === 'url' && !addresses.has(source.url)) addresses.set(source.url, field);
  const had = new Map<string, BoundPicture>();
  const waiting = addresses.entries();
  const givingUp = new AbortController();
  const work = async () => {
    // One iterator for all workers: each takes the next address.
    for (const [url, field] of waiting) {
      if (givingUp.signal.aborted) return;
      had.set(
        keyOf(field, { kind: 'url', url }),
        await taken(context, await downloadPicture(context, url, field, givingUp.signal), field, url),
      );
    }
  };
  const workers = Array.from({ length: Math.min(DOWNLOADS_AT_ONCE, addresses.size) }, () =>
    work().catch((error: unknown) => givingUp.abort(error)),
  );
  await Promise.all(workers);
  // The first failure is the request's; those that followed from giving up do not count.
  if (givingUp.signal.aborted) throw givingUp.signal.reason;
  return had;
}

async function taken(context: ServiceContext, staged: StagedBlob, field: string, name: string): Promise<BoundPicture> {
  return boundOf(await takePicture(context, staged, { field, name, maxBytes: LIMITS.imageMaxBytes }));
}

const boundOf = ({
  blobKey,
  mimeType,
  widthPx,
  heightPx,
  subject,
}: Pick<TakenPicture, 'blobKey' | 'mimeType' | 'widthPx' | 'heightPx' | 'subject'>): BoundPicture => ({
  blobKey,
  mimeType,
  widthPx,
  heightPx,
  ...(subject !== null && { subject }),
});
