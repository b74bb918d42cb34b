import { stat } from 'node:fs/promises';
import type { FaceNet } from '../../../src-core/faces/face-net.ts';
import type { TextRef } from '../../../src-core/text-ref.ts';
import { isDiskFull } from '../../../src-node/disk-full.ts';
import { findSubject } from '../../../src-node/pictures/find-subject.ts';
import { lookAtPicture, sha256Of, type LayoutPictureFile } from '../../../src-node/pictures/layout-picture.ts';
import { countPdfPages, lookAtPdfPages, MOST_PAGES, PageRefused } from '../../../src-node/pictures/pdf-page.ts';
import { openFaceNet } from '../../../src-node/pictures/picture-faces.ts';
import { makePreviews } from '../../../src-node/pictures/picture-previews.ts';
import { PictureRefused, type RefusalReason } from '../../../src-node/pictures/picture-refused.ts';
import { answerTasks } from '../../../src-node/threads/answer-tasks.ts';
import { stampOf } from '../files/file-stamp.ts';
import type { LookedAt, PictureAnswers, PictureTask, PictureTaskName, PictureTaskOf } from './tasks.ts';

let net: Promise<FaceNet> | null = null;

const work: { [N in PictureTaskName]: (task: PictureTaskOf<N>) => Promise<PictureAnswers[N]> } = {
  look: ({ path, folder }) => lookedAt(lookAtPicture(path, folder)),
  async lookAtPages({ path, pages, folder }) {
    const looked = await lookAtPdfPages(path, pages, folder);
    return Promise.all(
      looked.map((one) =>
        lookedAt(one.status === 'fulfilled' ? Promise.resolve(one.value) : Promise.reject(one.reason)),
      ),
    );
  },
  async countPages({ path }) {
    try {
      return { ok: true, pages: await countPdfPages(path) };
    } catch (error) {
      return { ok: false, reason: reasonOf(error) };
    }
  },
  async previews({ path, key, cache, sizes }) {
    try {
      await makePreviews(path, cache, key, sizes);
      return true;
    } catch (error) {
      // A cache that cannot be written says nothing about the picture.
      if (error instanceof Error && 'syscall' in error) throw error;
      return false;
    }
  },
  async subject({ path, facesFolder }) {
    net ??= openFaceNet(facesFolder);
    try {
      return await findSubject(await net, path);
    } catch {
      // A picture is laid out without it as well.
      return null;
    }
  },
  hash: ({ path }) => sha256Of(path),
};

async function lookedAt(looking: Promise<LayoutPictureFile>): Promise<LookedAt> {
  try {
    const picture = await looking;
    return { ok: true, picture, stamp: stampOf(await stat(picture.path)) };
  } catch (error) {
    return { ok: false, reason: reasonOf(error) };
  }
}

const PAGE_WORDS: Readonly<Record<PageRefused['why'], TextRef>> = {
  empty: { key: 'desk.picture.empty' },
  locked: { key: 'desk.picture.pdfLocked' },
  unreadable: { key: 'desk.picture.pdfUnreadable' },
  tooManyPages: { key: 'desk.picture.pdfTooManyPages', params: { most: MOST_PAGES } },
  size: { key: 'desk.picture.pdfSize' },
};

/** Why a file is not taken. Throws what says nothing about the file. */
function reasonOf(error: unknown): TextRef {
  if (isDiskFull(error)) return { key: 'desk.picture.noRoom' };
  if (error instanceof PageRefused) return PAGE_WORDS[error.why];
  if (error instanceof PictureRefused) return wordsOf(error.why);
  throw error;
}

function wordsOf(why: RefusalReason): TextRef {
  if (why.reason === 'tooManyPixels')
    return { key: 'desk.picture.tooManyPixels', params: { widthPx: why.widthPx, heightPx: why.heightPx } };
  if (why.reason === 'empty') return { key: 'desk.picture.empty' };
  if (why.reason === 'unsupportedFormat') return { key: 'desk.picture.unsupportedFormat' };
  return { key: 'desk.picture.unreadable' };
}

answerTasks((task: PictureTask) =>
  (work[task.task] as (task: PictureTask) => Promise<PictureAnswers[PictureTaskName]>)(task),
);
