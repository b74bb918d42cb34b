import type { QueueProgress, UploadJobView } from '../../../src-core/ipc/subjects/queue.ts';
import { uploadStepSchema, type UploadStep } from '../../../src-core/desk/upload-machine.ts';

export const UPLOAD_STEPS: readonly UploadStep[] = uploadStepSchema.options;

/** How a job is told apart at a glance: the sections of the queue, in the order they are shown. */
export type JobSection = 'failed' | 'sending' | 'waiting' | 'done';

export const JOB_SECTIONS: readonly JobSection[] = ['failed', 'sending', 'waiting', 'done'];

export function sectionOf(job: Pick<UploadJobView, 'state'>): JobSection {
  switch (job.state.status) {
    case 'failed':
      return 'failed';
    case 'sending':
      return 'sending';
    case 'waiting':
      return 'waiting';
    case 'done':
    case 'cancelled':
      return 'done';
  }
}

/** It waits for the time that the operator chose. */
export const isLater = ({ state, sendAtMs }: Pick<UploadJobView, 'state' | 'sendAtMs'>, nowMs: number): boolean =>
  state.status === 'waiting' && sendAtMs !== null && sendAtMs > nowMs;

export interface QueueSection {
  readonly section: JobSection;
  readonly jobs: readonly UploadJobView[];
}

/**
 * The jobs in sections, failed ones first; empty sections are left out.
 * Inside a section the queue's own order stands, so that a row moves only when its state does.
 */
export function sectionsOf(jobs: readonly UploadJobView[]): readonly QueueSection[] {
  return JOB_SECTIONS.map((section) => ({ section, jobs: jobs.filter((job) => sectionOf(job) === section) })).filter(
    ({ jobs: inSection }) => inSection.length > 0,
  );
}

/** The jobs with what moved since they were read. The others stay the objects they are. */
export function withProgress(jobs: readonly UploadJobView[], moving: QueueProgress['jobs']): readonly UploadJobView[] {
  if (moving.length === 0) return jobs;
  const byId = new Map(moving.map((one) => [one.jobId, one]));
  return jobs.map((job) => {
    const now = job.state.status === 'sending' ? byId.get(job.jobId) : undefined;
    return now === undefined ? job : { ...job, ...now };
  });
}

/** 0 to 1. A job without bytes counts as whole once it is done. */
export function sentShare(job: Pick<UploadJobView, 'sentBytes' | 'totalBytes' | 'state'>): number {
  if (job.state.status === 'done') return 1;
  if (job.totalBytes <= 0) return 0;
  return Math.min(1, Math.max(0, job.sentBytes / job.totalBytes));
}

/** How a step of the job's way looks: behind it, in it, stopped at it, or ahead. */
export type StepMark = 'done' | 'current' | 'failed' | 'ahead';

export function stepMarks(
  state: UploadJobView['state'],
): readonly { readonly step: UploadStep; readonly mark: StepMark }[] {
  if (state.status === 'done') return UPLOAD_STEPS.map((step) => ({ step, mark: 'done' as const }));
  if (state.status === 'cancelled') return UPLOAD_STEPS.map((step) => ({ step, mark: 'ahead' as const }));
  const at = UPLOAD_STEPS.indexOf(state.step);
  const here: StepMark = state.status === 'failed' ? 'failed' : state.status === 'sending' ? 'current' : 'ahead';
  return UPLOAD_STEPS.map((step, index) => ({ step, mark: index < at ? 'done' : index === at ? here : 'ahead' }));
}

/** Bytes sent and to send over all jobs that still count (cancelled ones do not). */
export function bytesOf(jobs: readonly UploadJobView[]): { readonly sentBytes: number; readonly totalBytes: number } {
  let sentBytes = 0;
  let totalBytes = 0;
  for (const job of jobs) {
    if (job.state.status === 'cancelled') continue;
    totalBytes += job.totalBytes;
    sentBytes += job.state.status === 'done' ? job.totalBytes : Math.min(job.sentBytes, job.totalBytes);
  }
  return { sentBytes, totalBytes };
}
