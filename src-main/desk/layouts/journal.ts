import { closeSync, fsyncSync, ftruncateSync, openSync, writeSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { z } from 'zod';
import { stepLineSchema, type StepLine } from '../../../src-core/layout/history.ts';

/** A step with its number: the book's first one is 1. */
export interface KeptStep {
  readonly number: number;
  /** Of the document that it changes: a line of an older one is replayed before the document is migrated. */
  readonly schema: number;
  readonly line: StepLine;
}

const keptSchema = z.object({ number: z.int().min(1), schema: z.int().min(1), line: stepLineSchema });

const HEAD = '{"crc":"';
const MIDDLE = '","step":';
const CRC_DIGITS = 8;
const BODY_AT = HEAD.length + CRC_DIGITS + MIDDLE.length;

const crcOf = (body: string): string => crc32(body).toString(16).padStart(CRC_DIGITS, '0');

/** One line of JSON a step, with a checksum of what stands behind it. */
export function journalText(steps: readonly KeptStep[]): string {
  return steps
    .map(({ number, schema, line }) => {
      const body = JSON.stringify({ number, schema, line });
      return `${HEAD}${crcOf(body)}${MIDDLE}${body}}\n`;
    })
    .join('');
}

export interface JournalRead {
  readonly steps: readonly KeptStep[];
  /** Something stands behind the last sound line. */
  readonly isTorn: boolean;
}

/** The steps of a journal up to the first line that is not whole: what follows a torn line is nobody's any more. */
export function readJournal(text: string): JournalRead {
  const steps: KeptStep[] = [];
  let at = 0;
  for (;;) {
    const end = text.indexOf('\n', at);
    if (end === -1) return { steps, isTorn: at < text.length };
    const step = soundStep(text.slice(at, end));
    const before = steps.at(-1);
    if (step === null || (before !== undefined && step.number !== before.number + 1)) return { steps, isTorn: true };
    steps.push(step);
    at = end + 1;
  }
}

function soundStep(line: string): KeptStep | null {
  const body = line.slice(BODY_AT, -1);
  if (line !== `${HEAD}${crcOf(body)}${MIDDLE}${body}}`) return null;
  const step = keptSchema.safeParse(JSON.parse(body));
  return step.success ? step.data : null;
}

/** A journal that is being written: what `append` has returned from is on the disk. */
export class JournalFile {
  readonly #file: number;
  #sizeBytes = 0;
  #hasRemains = false;

  /** Makes an empty one. Throws what the file system throws, when one is there too. */
  constructor(path: string) {
    this.#file = openSync(path, 'wx', 0o600);
  }

  /** Throws what the file system throws; nothing of these steps is kept then, and the lines before stay as they are. */
  append(steps: readonly KeptStep[]): void {
    if (this.#hasRemains) this.#clear();
    const bytes = Buffer.from(journalText(steps));
    try {
      let written = 0;
      while (written < bytes.length)
        written += writeSync(this.#file, bytes, written, bytes.length - written, this.#sizeBytes + written);
      fsyncSync(this.#file);
    } catch (error) {
      this.#hasRemains = true;
      try {
        this.#clear();
      } catch {
        // Half a line is no line to whoever reads it; it goes before the next one is written.
      }
      throw error;
    }
    this.#sizeBytes += bytes.length;
  }

  get isEmpty(): boolean {
    return this.#sizeBytes === 0;
  }

  close(): void {
    closeSync(this.#file);
  }

  #clear(): void {
    ftruncateSync(this.#file, this.#sizeBytes);
    this.#hasRemains = false;
  }
}
