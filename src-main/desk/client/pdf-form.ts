import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { AppError } from '../../../src-core/desk/app-errors.ts';
import { type Disks, LOOK_MS } from '../../../src-node/disks/disks.ts';
import type { Found } from '../../../src-node/disks/found.ts';

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
 * Fails with FILE_CHANGED when the file is not, or no longer, the one that was checked, with FILE_MISSING, with FILE_UNREADABLE
 * when it cannot be read to its end, and with FILE_SILENT when its disk does not answer. The end of the form leaves only after
 * the hash of what was sent is known to be the one of what was checked.
 */
export async function pdfForm(
  disks: Disks,
  file: FileToSend,
  boundary: string,
  onSent: (bytes: number) => void,
  pace: SendPace | null = null,
): Promise<PdfForm> {
  const failure = (code: 'FILE_MISSING' | 'FILE_CHANGED' | 'FILE_UNREADABLE' | 'FILE_SILENT') =>
    new AppError(code, { params: { name: file.name } });
  const known = <Answer>(answer: Answer | null | 'silent', code: 'FILE_MISSING' | 'FILE_UNREADABLE'): Answer => {
    if (answer === 'silent') throw failure('FILE_SILENT');
    if (answer === null) throw failure(code);
    return answer;
  };
  const opened = known(await disks.open(file.path, LOOK_MS), 'FILE_MISSING');
  const isSame = ({ size, mtimeMs }: Found) => size === file.sizeBytes && mtimeMs === file.modifiedAtMs;
  if (!isSame(opened.found)) {
    opened.close();
    throw failure('FILE_CHANGED');
  }
  const head = Buffer.from(
    `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${file.name.replaceAll(/["\r\n\\]/g, '_')}"\r\nContent-Type: application/pdf\r\n\r\n`,
  );
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`);
  const hash = createHash('sha256');
  async function* parts() {
    yield head;
    let sent = 0;
    while (sent < file.sizeBytes) {
      const chunkBytes = Math.min(CHUNK_BYTES, pace?.chunkBytes() ?? CHUNK_BYTES, file.sizeBytes - sent);
      const chunk = known(await opened.read(sent, chunkBytes), 'FILE_UNREADABLE');
      if (chunk.length === 0) throw failure('FILE_CHANGED');
      await pace?.take(chunk.length);
      hash.update(chunk);
      sent += chunk.length;
      yield chunk;
      onSent(chunk.length);
    }
    const isAsChecked = hash.digest('hex') === file.sha256 && isSame(known(await opened.stat(), 'FILE_UNREADABLE'));
    if (!isAsChecked) throw failure('FILE_CHANGED');
    yield tail;
  }
  const body = Readable.from(parts(), { objectMode: false });
  // Also where nobody began to read it.
  body.once('close', () => opened.close());
  // The request rejects with what goes wrong; one that was cut off no longer listens to its body.
  body.on('error', () => undefined);
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    contentLength: head.length + file.sizeBytes + tail.length,
    body,
  };
}
