import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import {
  CreateBucketCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  NotFound,
  S3Client,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import type { Blobs, DamagedBlob, KeptBlob, StagedBlob } from './blobs.ts';
import type { OneAtATime } from '../store/one-at-a-time.ts';
import { openStaging } from './staging.ts';

export interface S3Place {
  /** Null: Amazon's own for the region. */
  readonly endpoint: string | null;
  readonly region: string;
  readonly bucket: string;
  /** Stands before every key, as it is: `books/` puts blobs under `books/`. */
  readonly prefix: string;
}

const PART_BYTES = 8 * 1024 * 1024;
/** Parts of one upload that are under way at once; each is in memory. */
const PARTS_AT_ONCE = 2;
const CONNECT_LIMIT_MS = 5_000;
/** Without a byte for this long a store counts as gone. */
const SILENCE_LIMIT_MS = 30_000;
const ATTEMPTS = 3;

const clientOf = ({ region, endpoint }: S3Place) =>
  new S3Client({
    region,
    ...(endpoint === null ? {} : { endpoint, forcePathStyle: true }),
    maxAttempts: ATTEMPTS,
    requestHandler: { connectionTimeout: CONNECT_LIMIT_MS, socketTimeout: SILENCE_LIMIT_MS },
  });

/** Makes the bucket when it is not there. Throws when it cannot be had. */
export async function prepareBucket(place: S3Place): Promise<void> {
  const client = clientOf(place);
  const Bucket = place.bucket;
  const found = await client.send(new HeadBucketCommand({ Bucket })).catch(nullWhenMissing);
  if (found === null) await client.send(new CreateBucketCommand({ Bucket }));
  client.destroy();
}

/**
 * Blobs in a bucket, one object a blob under its SHA-256; several processes share it. Uploads are staged in a local
 * folder of this process, because the PDF reader needs positional reads, and are acknowledged by S3 before `keep` answers.
 * Credentials come from the environment (AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or a role), never from options.
 */
export async function openS3Blobs(
  place: S3Place,
  incomingFolder: string,
  oneAtATime: OneAtATime,
  damaged: (damaged: DamagedBlob) => void = () => {},
): Promise<Blobs> {
  const staging = await openStaging(incomingFolder);
  const client = clientOf(place);
  const objectOf = (key: string) => ({ Bucket: place.bucket, Key: place.prefix + key });
  const keptAtMs = async (key: string): Promise<number | null> => {
    const head = await client.send(new HeadObjectCommand(objectOf(key))).catch(nullWhenMissing);
    return head?.LastModified?.getTime() ?? null;
  };
  const put = async (key: string, path: string) => {
    const upload = new Upload({
      client,
      params: { ...objectOf(key), Body: createReadStream(path) },
      partSize: PART_BYTES,
      queueSize: PARTS_AT_ONCE,
    });
    await upload.done();
  };

  return {
    ...staging,

    async keep(staged: StagedBlob): Promise<string> {
      const key = staged.sha256;
      // A new object is as young as its upload, so that it needs no lock against the sweep. One that was there may have
      // been looked at by it before and be taken away now: asked for under the lock, it is there to stay or has to come anew.
      const wasThere = (await keptAtMs(key)) !== null;
      await put(key, staged.path);
      if (wasThere && (await oneAtATime(key, () => keptAtMs(key))) === null) await put(key, staged.path);
      await staging.discard(staged);
      return key;
    },

    async open(key) {
      const found = await client.send(new GetObjectCommand(objectOf(key))).catch(nullWhenMissing);
      // In Node the body is a stream of Node's; the type covers browsers too.
      return found === null ? null : { sizeBytes: found.ContentLength ?? 0, content: found.Body as Readable };
    },

    damaged,

    async *list(): AsyncGenerator<KeptBlob> {
      let next: string | undefined;
      do {
        const page = await client.send(
          new ListObjectsV2Command({ Bucket: place.bucket, Prefix: place.prefix, ContinuationToken: next }),
        );
        for (const { Key, LastModified } of page.Contents ?? []) {
          if (Key !== undefined && LastModified !== undefined)
            yield { key: Key.slice(place.prefix.length), keptAtMs: LastModified.getTime() };
        }
        next = page.NextContinuationToken;
      } while (next !== undefined);
    },

    remove: (key, keptBeforeMs) =>
      oneAtATime(key, async () => {
        const at = await keptAtMs(key);
        if (at === null || at >= keptBeforeMs) return false;
        await client.send(new DeleteObjectCommand(objectOf(key)));
        return true;
      }),

    check: async () => void (await client.send(new HeadBucketCommand({ Bucket: place.bucket }))),
  };
}

/** A missing object is an answer; everything else (no bucket, no right, no connection) is a failure. */
function nullWhenMissing(error: unknown): null {
  if (error instanceof NoSuchKey || error instanceof NotFound) return null;
  throw error;
}
