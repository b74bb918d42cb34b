import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { LIMITS } from '../../src-core/contract/limits.ts';
import type { Blobs, StagedBlob } from '../blobs/blobs.ts';
import { guardedExchange, OutboundFailed, OutboundRefused, type OutboundRequest } from '../outbound/guarded-request.ts';
import { refusedPicture, type PictureLabel } from '../pictures/take-picture.ts';

export interface DownloadContext {
  readonly blobs: Pick<Blobs, 'stage'>;
  readonly mayCallLocalAddresses: boolean;
}

/** Makes one call; apart so that tests can lead it anywhere. */
export type Exchange = <T>(
  url: string,
  request: Omit<OutboundRequest, 'maxBytes'>,
  read: (incoming: IncomingMessage) => Promise<T>,
) => Promise<T>;

const REDIRECTS_MAX = 3;
const REDIRECT_STATUSES: readonly (number | undefined)[] = [301, 302, 303, 307, 308];

type Answered =
  | { readonly kind: 'picture'; readonly staged: StagedBlob }
  | { readonly kind: 'elsewhere'; readonly location: string }
  | { readonly kind: 'refused'; readonly status: number }
  /** It came, but we could not keep it. */
  | { readonly kind: 'unkept'; readonly error: unknown };

/**
 * Downloads a picture to disk, in ten seconds from first to last. Each of a few redirects is looked at like the first
 * address. Of what is too long a byte more is kept than is taken, so that its taker refuses it.
 * Throws 400 ERR_VALIDATION_FAILED for an address that is not called, that does not answer or answers with no picture.
 */
export async function downloadPicture(
  context: DownloadContext,
  url: string,
  field: string,
  givenUp: AbortSignal,
  exchange: Exchange = guardedExchange,
): Promise<StagedBlob> {
  const label: PictureLabel = { field, name: url };
  const timeLimit = AbortSignal.timeout(LIMITS.pictureDownloadMs);
  const request = {
    method: 'GET' as const,
    headers: { accept: 'image/*', 'user-agent': 'BookPrintService/1.2' },
    timeoutMs: LIMITS.pictureDownloadMs,
    mayCallLocalAddresses: context.mayCallLocalAddresses,
    allowHttp: true,
    signal: AbortSignal.any([timeLimit, givenUp]),
  };
  try {
    let address = url;
    for (let hops = 0; hops <= REDIRECTS_MAX; hops += 1) {
      const answered = await exchange(address, request, (incoming) => readAnswer(context, incoming));
      if (answered.kind === 'picture') return answered.staged;
      if (answered.kind === 'unkept') throw answered.error;
      if (answered.kind === 'refused')
        throw refusedPicture(label, `이미지를 내려받지 못했습니다. 서버 응답 ${answered.status}`);
      if (!URL.canParse(answered.location, address)) break;
      address = new URL(answered.location, address).href;
    }
    throw refusedPicture(label, '이미지 주소의 리디렉션을 따라갈 수 없습니다');
  } catch (error) {
    if (timeLimit.aborted || (error instanceof OutboundFailed && error.reason === 'timeout')) {
      throw refusedPicture(label, `이미지를 ${LIMITS.pictureDownloadMs / 1000}초 안에 내려받지 못했습니다`, error);
    }
    if (error instanceof OutboundRefused) throw refusedPicture(label, '허용되지 않는 이미지 주소입니다', error);
    if (error instanceof OutboundFailed)
      throw refusedPicture(label, '이미지를 내려받지 못했습니다. 주소에 연결할 수 없습니다', error);
    throw error;
  }
}

async function readAnswer({ blobs }: DownloadContext, incoming: IncomingMessage): Promise<Answered> {
  const status = incoming.statusCode ?? 0;
  const { location } = incoming.headers;
  if (REDIRECT_STATUSES.includes(status) && location !== undefined) return { kind: 'elsewhere', location };
  if (status !== 200) return { kind: 'refused', status };
  return blobs.stage(Readable.from(bounded(incoming))).then(
    (staged): Answered => ({ kind: 'picture', staged }),
    (error: unknown) => {
      if (incoming.errored !== null) throw error;
      return { kind: 'unkept', error };
    },
  );
}

async function* bounded(incoming: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let sizeBytes = 0;
  for await (const chunk of incoming) {
    const room = LIMITS.imageMaxBytes + 1 - sizeBytes;
    sizeBytes += chunk.length;
    yield chunk.subarray(0, room);
    if (chunk.length >= room) return;
  }
}
