import type { TextRef } from '../../../src-core/text-ref.ts';
import { NotPainted, type LayoutProgress } from '../../../src-node/painting/layout-painting.ts';
import { paintLayout, type LayoutOrder } from '../../../src-node/painting/paint-layout.ts';
import { paintProof, type ProofOrder } from '../../../src-node/painting/paint-proof.ts';
import { answerTasks } from '../../../src-node/threads/answer-tasks.ts';
import type { ExportAnswer, ExportErrand } from './tasks.ts';

/** One book a thread: whatever its pictures cost or break ends with it, while the studio goes on. */
answerTasks<LayoutOrder | ProofOrder, ExportAnswer, ExportErrand>(async (order, { stopping, errand }) => {
  const tell = (news: ExportErrand) => void errand(news).catch(() => undefined);
  try {
    const progress: LayoutProgress = {
      signal: stopping,
      onSheet: (sheets, sheetsInAll, bytes) => tell({ sheets, sheetsInAll, bytes }),
      onPicture: (picture) => tell({ picture }),
    };
    return {
      ok: true,
      files: 'proof' in order ? [await paintProof(order, progress)] : await paintLayout(order, progress),
    };
  } catch (error) {
    if (!(error instanceof NotPainted)) throw error;
    return { ok: false, problem: wordsOf(error.why) };
  }
});

const MOST_NAMED = 12;

function wordsOf(why: NotPainted['why']): TextRef {
  switch (why.reason) {
    case 'tooLarge':
      return { key: 'desk.export.tooLarge', params: { kind: why.kind } };
    case 'lettersLacking':
      return {
        key: 'desk.export.lettersLacking',
        params: { letters: why.letters.slice(0, MOST_NAMED).join(' '), count: why.letters.length },
      };
    case 'entryUnfinished':
      return why.number === 0
        ? { key: 'desk.export.coverUnfinished', params: { field: why.field } }
        : {
            key: 'desk.export.entryUnfinished',
            params: { number: why.number, template: why.template, field: why.field },
          };
    case 'pagesLacking':
      return { key: 'desk.export.pagesLacking', params: { pages: why.pages } };
    case 'pictureMissing':
      return { key: 'desk.export.pictureMissing', params: { name: why.name } };
    case 'pictureChanged':
      return { key: 'desk.export.pictureChanged', params: { name: why.name } };
    case 'pictureBroken':
      return { key: 'desk.export.pictureBroken', params: { name: why.name } };
  }
}
