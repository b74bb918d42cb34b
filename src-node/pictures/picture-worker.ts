import { readFile } from 'node:fs/promises';
import { answerTasks } from '../threads/answer-tasks.ts';
import { decodeBmp } from './decode-bmp.ts';
import { decodeHeic } from './decode-heic.ts';
import type { DecodingTask } from './decoding-task.ts';
import type { RawPicture } from './raw-picture.ts';

answerTasks(
  async (task: DecodingTask): Promise<RawPicture> => {
    const file = await readFile(task.path);
    return task.format === 'bmp' ? decodeBmp(file) : decodeHeic(file, task.page);
  },
  ({ data }) => [data.buffer],
);
