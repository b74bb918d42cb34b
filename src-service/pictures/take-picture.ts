import type { Readable } from 'node:stream';
import { PictureRefused, type RefusalReason } from '../../src-node/pictures/picture-refused.ts';
import { takePicture as takeIn, type TakenPicture } from '../../src-node/pictures/take-picture.ts';
import type { StagedBlob } from '../blobs/blobs.ts';
import type { ServiceContext } from '../context.ts';
import { ServiceError } from '../service-error.ts';

/** How a picture is called in answers: the form field or template variable that it came under, and its file name or address. */
export interface PictureLabel {
  readonly field: string;
  readonly name: string;
}

export interface PictureIntake extends PictureLabel {
  /** A byte more is refused. A multipart parser that cuts has to cut later than here, so that the cut is noticed. */
  readonly maxBytes: number;
}

/**
 * Takes in a picture from whoever sent it (src-node/pictures), into the service's blobs. Throws 400 ERR_VALIDATION_FAILED
 * for one that is refused; nothing is stored then. Blobs may be left unreferenced when the caller's transaction fails:
 * they are content-addressed and harmless.
 */
export async function takePicture(
  {
    blobs,
    pictureDecoding,
    subjects,
  }: Pick<ServiceContext, 'blobs' | 'pictureDecoding'> & Partial<Pick<ServiceContext, 'subjects'>>,
  content: Readable | StagedBlob,
  intake: PictureIntake,
): Promise<TakenPicture> {
  try {
    return await takeIn(
      { store: blobs, decoding: pictureDecoding, ...(subjects !== undefined && { subjects }) },
      content,
      intake.maxBytes,
    );
  } catch (error) {
    throw error instanceof PictureRefused ? refusedPicture(intake, inWords(error.why), error.cause) : error;
  }
}

/** The 400 of a picture that is not taken. Cover and contents keep it for the idempotency key (specification, "Idempotency rules" 5). */
export function refusedPicture({ field, name }: PictureLabel, reason: string, cause?: unknown): ServiceError {
  const message = `${reason} (${name})`;
  return new ServiceError('ERR_VALIDATION_FAILED', [`${field}: ${message}`], {
    keep: true,
    fieldErrors: [{ field, message }],
    cause,
  });
}

const MB = 1024 * 1024;

function inWords(why: RefusalReason): string {
  switch (why.reason) {
    case 'empty':
      return '빈 파일입니다';
    case 'unsupportedFormat':
      return '지원하지 않는 이미지 형식입니다. JPEG, PNG, GIF, WebP, BMP, HEIC, HEIF만 사용할 수 있습니다';
    case 'unreadable':
      return '손상되었거나 읽을 수 없는 이미지입니다';
    case 'tooManyBytes':
      return `이미지는 ${Math.floor(why.maxBytes / MB)}MB 이하여야 합니다`;
    case 'tooManyPixels':
      return `이미지의 가로세로 크기가 너무 큽니다: ${why.widthPx}×${why.heightPx}px`;
  }
}
