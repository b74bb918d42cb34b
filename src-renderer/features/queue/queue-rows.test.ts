import { describe, expect, it } from 'vitest';
import type { UploadJobView } from '../../../src-core/ipc/subjects/queue.ts';
import { bytesOf, sectionsOf, sentShare, stepMarks, withProgress } from './queue-rows.ts';

const job = (jobId: string, state: UploadJobView['state'], sentBytes = 0, totalBytes = 100): UploadJobView => ({
  jobId,
  bookId: jobId,
  title: jobId,
  turn: 0,
  sendAtMs: null,
  state,
  sentBytes,
  totalBytes,
  bytesPerSecond: 0,
  attempts: 1,
  nextTryAtMs: null,
  problem: null,
  serviceText: null,
  differs: false,
  actions: { retry: { allowed: true, reason: null }, cancel: { allowed: true, reason: null } },
});

describe('the queue in sections', () => {
  it('puts failed jobs first and leaves empty sections out', () => {
    const sections = sectionsOf([
      job('a', { status: 'done' }),
      job('b', { status: 'waiting', step: 'create' }),
      job('c', { status: 'failed', step: 'contents', code: 'ERR_VALIDATION_FAILED' }),
      job('d', { status: 'waiting', step: 'cover' }),
    ]);
    expect(sections.map(({ section, jobs }) => [section, jobs.map((j) => j.jobId)])).toEqual([
      ['failed', ['c']],
      ['waiting', ['b', 'd']],
      ['done', ['a']],
    ]);
  });

  it('keeps a cancelled job with the finished ones', () => {
    expect(sectionsOf([job('a', { status: 'cancelled' })]).map((s) => s.section)).toEqual(['done']);
  });
});

describe('progress', () => {
  it('moves the jobs that are sent and leaves the others the objects they are', () => {
    const jobs = [
      job('a', { status: 'sending', step: 'cover' }, 10),
      job('b', { status: 'waiting', step: 'create' }),
      job('c', { status: 'done' }, 100),
    ];
    const moved = withProgress(jobs, [
      { jobId: 'a', sentBytes: 40, bytesPerSecond: 7 },
      // Done since the totals were asked for: what is acknowledged stands.
      { jobId: 'c', sentBytes: 3, bytesPerSecond: 7 },
    ]);
    expect(moved[0]).toMatchObject({ sentBytes: 40, bytesPerSecond: 7 });
    expect(moved[1]).toBe(jobs[1]);
    expect(moved[2]).toBe(jobs[2]);
  });

  it('is whole for a done job even when it had no bytes', () => {
    expect(sentShare(job('a', { status: 'done' }, 0, 0))).toBe(1);
  });

  it('never passes one when more bytes went out than the files hold', () => {
    expect(sentShare(job('a', { status: 'sending', step: 'cover' }, 120, 100))).toBe(1);
  });

  it('leaves cancelled jobs out of the sum and counts done ones as sent', () => {
    expect(
      bytesOf([
        job('a', { status: 'done' }, 0, 100),
        job('b', { status: 'cancelled' }, 50, 100),
        job('c', { status: 'sending', step: 'cover' }, 25, 100),
      ]),
    ).toEqual({ sentBytes: 125, totalBytes: 200 });
  });
});

describe('the steps of a job', () => {
  const marks = (state: UploadJobView['state']) => stepMarks(state).map((s) => s.mark);

  it('marks what is behind, where it is and what is ahead', () => {
    expect(marks({ status: 'sending', step: 'contents' })).toEqual(['done', 'done', 'current', 'ahead']);
  });

  it('marks the step a failed job stopped at', () => {
    expect(marks({ status: 'failed', step: 'cover', code: 'X' })).toEqual(['done', 'failed', 'ahead', 'ahead']);
  });

  it('shows no step as done for a waiting job that has not begun', () => {
    expect(marks({ status: 'waiting', step: 'create' })).toEqual(['ahead', 'ahead', 'ahead', 'ahead']);
  });
});
