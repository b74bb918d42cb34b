import { fstatSync, writeSync } from 'node:fs';
import type { Output } from './preflight-command.ts';

/**
 * What the command says, into whatever stands behind its two streams. An answer that does not get through ends the program
 * with 2: whatever was found, a script must not take a part of it for a verdict.
 */
export function standardOutput(): Output & {
  readonly arrived: () => Promise<void>;
  /** Aborted when nobody reads any more. */
  readonly unread: AbortSignal;
} {
  const { stdout, stderr } = process;
  const unread = new AbortController();
  const lost = (error: Error): never => {
    stderr.write(`studio: standard output: ${error.message}\n`);
    process.exit(2);
  };
  // Whoever reads may stop early, as head does; what was found is not lost by it.
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') lost(error);
    unread.abort();
  });
  // What cannot be said there, the code says.
  stderr.on('error', () => undefined);
  const isFile = isPlainFile(stdout.fd);
  return {
    unread: unread.signal,
    out(text) {
      if (!isFile) return void stdout.write(stdout.isTTY ? onTerminal(text) : text);
      try {
        writeAll(stdout.fd, Buffer.from(text));
      } catch (error) {
        lost(error as Error);
      }
    },
    problem: (text) => void stderr.write(stderr.isTTY ? onTerminal(text) : text),
    /** Ends when all that was said has gone to whoever reads. A program that is ended by force has to wait for it. */
    async arrived() {
      // A stream tells of its error only after it has answered those who write.
      for (const stream of [stdout, stderr])
        await new Promise<void>((done) => void stream.write('', () => setImmediate(done)));
    },
  };
}

/** Whoever names a file may write what a terminal takes for a command: as in `ls`, a sign stands there. What is read by programs stays as it is. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are meant.
const onTerminal = (text: string): string => text.replaceAll(/[\0-\x08\x0b-\x1f\x7f-\x9f]/g, '\uFFFD');

function isPlainFile(fd: number): boolean {
  try {
    return fstatSync(fd).isFile();
  } catch {
    return false;
  }
}

/** A disk takes what it has room for, and only the next write fails: Node's own stream never makes that one. */
function writeAll(fd: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at);
}
