import { ServiceError } from '../service-error.ts';

/** How a picture is called in answers: the form field or template variable that it came under, and its file name or address. */
export interface PictureLabel {
  readonly field: string;
  readonly name: string;
}

/** The 400 of a picture that is not taken. Cover and contents keep it for the idempotency key (specification, "Idempotency rules" 5). */
export function refusedPicture({ field, name }: PictureLabel, reason: string, cause?: unknown): ServiceError {
  const message = `${reason} (${name})`;
  return new ServiceError('ERR_VALIDATION_FAILED', [`${field}: ${message}`], { keep: true, fieldErrors: [{ field, message }], cause });
}

/** Why a picture is refused whose bytes make no whole picture. */
export const UNREADABLE = '손상되었거나 읽을 수 없는 이미지입니다';
