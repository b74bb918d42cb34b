import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { AppError } from '../../../src-core/desk/app-errors.ts';

const CHUNK_BYTES = 256 * 1024;

/** Says when so many bytes may go. */
export interface SendPace {
  /** How many are asked for at once at most. */
  chunkBytes(): number;
  take(bytes: number): Promise<void>;
}

export interface FileToSend {
  readonly path: string;
  /** Shown to the service; only its last part, since a path is nobody's business. */
  readonly name: string;
  readonly sizeBytes: number;
  readonly modifiedAtMs: number;
  /** Of the bytes that were checked: no others ever become a whole request. */
  readonly sha256: string;
}

export interface PdfForm {
  readonly contentType: string;
  readonly contentLength: number;
  readonly body: Readable;
}

/**
 * A multipart form with one PDF in its field `file`, read while it is sent: memory stays constant whatever the size.
 * Fails with FILE_CHANGED when the file is not, or no longer, the one that was checked, and with FILE_MISSING. The end of
 * the form leaves only after the hash of what was sent is known to be the one of what was checked.
 */
export async function pdfForm(
  file: FileToSend,
  boundary: string,
  onSent: (bytes: number) => void,
  pace: SendPace | null = null,
): Promise<PdfForm> {
  const handle = await open(file.path, 'r').catch((cause: unknown) => {
    throw new AppError('FILE_MISSING', { params: { name: file.name }, cause });
  });
  const changed = () => new AppError('FILE_CHANGED', { params: { name: file.name } });
  const isSame = async () => {
    const { size, mtimeMs } = await handle.stat();
    return size === file.sizeBytes && mtimeMs === file.modifiedAtMs;
  };
  if (!(await isSame())) {
    await handle.close();
    throw changed();
  }
  const head = Buffer.from(
    `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${file.name.replaceAll(/["\r\n\\]/g, '_')}"\r\nContent-Type: application/pdf\r\n\r\n`,
  );
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`);
  const hash = createHash('sha256');
  async function* parts() {
    try {
      yield head;
      let sent = 0;
      while (sent < file.sizeBytes) {
        const chunkBytes = Math.min(CHUNK_BYTES, pace?.chunkBytes() ?? CHUNK_BYTES, file.sizeBytes - sent);
        const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(chunkBytes), 0, chunkBytes, sent);
        if (bytesRead === 0) throw changed();
        await pace?.take(bytesRead);
        const chunk = buffer.subarray(0, bytesRead);
        hash.update(chunk);
        sent += bytesRead;
        yield chunk;
        onSent(bytesRead);
      }
      if (hash.digest('hex') !== file.sha256 || !(await isSame())) throw changed();
      yield tail;
    } finally {
      await handle.close();
    }
  }
  const body = Readable.from(parts(), { objectMode: false });
  // The request rejects with what goes wrong; one that was cut off no longer listens to its body.
  body.on('error', () => undefined);
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    contentLength: head.length + file.sizeBytes + tail.length,
    body,
  };
}
