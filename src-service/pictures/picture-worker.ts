import { readFile } from 'node:fs/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { decodeBmp } from './decode-bmp.ts';
import { decodeHeic } from './decode-heic.ts';
import type { DecodingOutcome, DecodingTask } from './decoding-task.ts';

/** Decodes one file and ends. */
async function decode(task: DecodingTask): Promise<DecodingOutcome> {
  try {
    const file = await readFile(task.path);
    return { ok: true, picture: task.format === 'bmp' ? decodeBmp(file) : await decodeHeic(file, task.page) };
  } catch (error) {
    return { ok: false, reason: error instanceof Error ? error.message : String(error) };
  }
}

const port = parentPort;
if (port === null) throw new Error('the picture worker runs only as a worker thread');
const outcome = await decode(workerData as DecodingTask);
port.postMessage(outcome, outcome.ok ? [outcome.picture.data.buffer] : []);
