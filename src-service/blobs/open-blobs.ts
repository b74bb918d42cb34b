import { join } from 'node:path';
import type { Blobs, DamagedBlob } from './blobs.ts';
import type { OneAtATime } from '../store/one-at-a-time.ts';
import { openDiskBlobs } from './disk-blobs.ts';
import type { S3Place } from './s3-blobs.ts';

/** Where blobs rest: in the data folder, or in a bucket that several processes share. */
export type BlobPlace = { readonly kind: 'disk' } | ({ readonly kind: 's3' } & S3Place);

/** `dataDir` belongs to this process alone: what an earlier run left half taken in there is removed. */
export async function openBlobs(
  place: BlobPlace,
  dataDir: string,
  oneAtATime: OneAtATime,
  damaged: (damaged: DamagedBlob) => void,
): Promise<Blobs> {
  if (place.kind === 'disk') return openDiskBlobs(join(dataDir, 'blobs'), oneAtATime, damaged);
  // Loaded only here: the embedded service has no use for an S3 client.
  const { openS3Blobs } = await import('./s3-blobs.ts');
  return openS3Blobs(place, join(dataDir, 'incoming'), oneAtATime, damaged);
}

/** Makes a bucket that is not there yet; a folder makes itself. */
export async function prepareBlobs(place: BlobPlace): Promise<void> {
  if (place.kind === 's3') await (await import('./s3-blobs.ts')).prepareBucket(place);
}
