import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectFailure, newBook } from './journeys.ts';
import { bigPdf } from './pdf.ts';
import { startService, type Service } from './service.ts';

const MB = 1024 * 1024;

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.dispose());

/** Figures of /proc/<pid>/status in bytes: what the process holds now, and the most it ever held. */
async function memoryOf(pid: number): Promise<{ now: number; peak: number }> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const figure = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) * 1024;
  return { now: figure('VmRSS'), peak: figure('VmHWM') };
}

const sha256 = async (chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>) => {
  const hash = createHash('sha256');
  for await (const chunk of chunks) hash.update(chunk);
  return hash.digest('hex');
};

describe('an upload of 300 MB', () => {
  it.runIf(process.platform === 'linux')('goes to disk and back in constant memory, byte for byte', async () => {
    const file = bigPdf(544, 288, 300 * MB);
    const bookUid = await newBook(service.sandbox);
    const before = await memoryOf(service.hello.pid);

    const answer = await service.sandbox.sendFile('POST', `/books/${bookUid}/pdf-cover`, file.chunks());
    expect([answer.status, answer.body.data?.valid], answer.text).toEqual([201, true]);
    const download = await fetch(`${service.hello.sandboxUrl}/books/${bookUid}/pdf-cover`, {
      headers: { authorization: `Bearer ${service.keys.business.sandbox}` },
    });
    expect(Number(download.headers.get('content-length'))).toBe(file.sizeBytes);
    expect(await sha256(download.body as unknown as AsyncIterable<Uint8Array>)).toBe(await sha256(file.chunks()));

    const after = await memoryOf(service.hello.pid);
    expect((after.peak - before.now) / MB).toBeLessThan(150);
  });
});

/** A cover of exactly this many bytes. */
function coverOf(sizeBytes: number) {
  const nearly = sizeBytes - 1000;
  return bigPdf(544, 288, nearly + (sizeBytes - bigPdf(544, 288, nearly).sizeBytes));
}

describe('the limit of 500 MB', () => {
  it('is the last byte that is taken', async () => {
    const file = coverOf(500 * MB);
    expect(file.sizeBytes).toBe(500 * MB);
    const bookUid = await newBook(service.sandbox);
    const answer = await service.sandbox.sendFile('POST', `/books/${bookUid}/pdf-cover`, file.chunks());
    expect(answer.status, answer.text).toBe(201);
  });

  const refusedOf = async (bookUid: string, sizeBytes: number) => {
    const answer = await service.sandbox.sendFile('POST', `/books/${bookUid}/pdf-cover`, coverOf(sizeBytes).chunks());
    expectFailure(answer, 400, 'ERR_VALIDATION_FAILED');
    return answer.body.errors;
  };

  it('is kept: one byte more is refused for its size, and nothing of it is stored', async () => {
    const bookUid = await newBook(service.sandbox);
    expect(await refusedOf(bookUid, 500 * MB + 1)).toEqual([expect.stringContaining('500MB')]);
    expectFailure(await service.sandbox.get(`/books/${bookUid}/pdf-cover`), 404, 'ERR_PDF_NOT_UPLOADED');
    expect(await readdir(join(service.hello.dataDir, 'blobs/incoming'))).toEqual([]);
  });

  it('is all that is said of a file beyond it, though what came of it cannot be read', async () => {
    const bookUid = await newBook(service.sandbox);
    expect(await refusedOf(bookUid, 500 * MB + 10_000)).toEqual([expect.stringContaining('500MB')]);
  });
});
