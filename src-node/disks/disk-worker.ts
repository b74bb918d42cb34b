import { answerTasks } from '../threads/answer-tasks.ts';
import { answersTo, type DiskAnswer, type DiskQuestion } from './answers.ts';

/** Bytes of files go over to who asked for them. */
const buffersOf = (answers: readonly DiskAnswer[]): ArrayBuffer[] =>
  answers.flatMap((answer) => (answer instanceof Uint8Array ? [answer.buffer] : []));

answerTasks<readonly DiskQuestion[], readonly DiskAnswer[]>(answersTo, buffersOf, { givesWay: false });
