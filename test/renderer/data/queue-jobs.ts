import type { UploadJobView } from '../../../src-core/ipc/subjects/queue.ts';
import type { TextRef } from '../../../src-core/text-ref.ts';

const MB = 1024 * 1024;
const on = { allowed: true, reason: null };
const off = (key: string): { allowed: boolean; reason: TextRef } => ({ allowed: false, reason: { key } });

let turn = 0;

const job = (
  jobId: string,
  title: string,
  state: UploadJobView['state'],
  more: Partial<UploadJobView> = {},
): UploadJobView => ({
  jobId,
  bookId: `book-${jobId}`,
  title,
  turn: ++turn,
  sendAtMs: null,
  state,
  sentBytes: 0,
  totalBytes: 164 * MB,
  bytesPerSecond: 0,
  attempts: 1,
  nextTryAtMs: null,
  problem: null,
  serviceText: null,
  differs: false,
  actions: { retry: off('queue.mark.ahead'), cancel: on },
  ...more,
});

/** One job in every state a person can meet; while the service is away none is being sent. */
export function queueJobs(nowMs: number, { isAway = false } = {}): UploadJobView[] {
  const jobs = jobsOf(nowMs);
  return jobs.map((one) =>
    isAway && one.state.status === 'sending'
      ? { ...one, state: { ...one.state, status: 'waiting' }, sentBytes: 0, bytesPerSecond: 0, attempts: 0 }
      : one,
  );
}

function jobsOf(nowMs: number): UploadJobView[] {
  return [
    job('1', '김민수·이서연 웨딩', { status: 'done' }, { sentBytes: 164 * MB }),
    job('2', 'Kim & Lee wedding', { status: 'done' }, { sentBytes: 164 * MB }),
    job(
      '3',
      'Park family 2026',
      { status: 'sending', step: 'contents' },
      { sentBytes: 92 * MB, bytesPerSecond: 10_750_000 },
    ),
    job(
      '4',
      '제주 여행 사진집',
      { status: 'sending', step: 'cover' },
      { sentBytes: 3.2 * MB, totalBytes: 88 * MB, bytesPerSecond: 4_100_000 },
    ),
    job(
      '5',
      'Choi graduation, a rather long title that has to be cut somewhere',
      { status: 'failed', step: 'contents', code: 'SERVICE_REFUSED' },
      {
        sentBytes: 12 * MB,
        attempts: 1,
        differs: true,
        problem: { key: 'errors.SERVICE_REFUSED', params: { status: 400, code: 'ERR_VALIDATION_FAILED' } },
        serviceText: '내지 PDF 페이지 수가 책 설정과 다릅니다. (PDF: 46, 책: 48)',
        actions: { retry: on, cancel: on },
      },
    ),
    job(
      '17',
      'Han wedding, ceremony and evening',
      { status: 'failed', step: 'create', code: 'SERVICE_FAULT' },
      {
        attempts: 6,
        nextTryAtMs: nowMs + 29 * 60_000,
        problem: { key: 'errors.SERVICE_FAULT', params: { status: 500, code: '' } },
        actions: { retry: on, cancel: on },
      },
    ),
    job(
      '18',
      'Park engagement',
      { status: 'failed', step: 'finalize', code: 'SERVICE_LENGTH_REQUIRED' },
      {
        attempts: 1,
        problem: { key: 'errors.SERVICE_LENGTH_REQUIRED', params: { status: 411, code: '' } },
        actions: { retry: on, cancel: on },
      },
    ),
    job(
      '6',
      'Yoon first birthday',
      { status: 'waiting', step: 'contents' },
      {
        sentBytes: 4 * MB,
        attempts: 3,
        nextTryAtMs: nowMs + 16_000,
        serviceText: null,
      },
    ),
    ...Array.from({ length: 9 }, (_, index) =>
      job(
        `w${index}`,
        `Studio album ${String(index + 1).padStart(3, '0')}`,
        { status: 'waiting', step: 'create' },
        { attempts: 0 },
      ),
    ),
  ];
}
