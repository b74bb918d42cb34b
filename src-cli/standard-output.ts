import { fstatSync, writeSync } from 'node:fs';
import type { Output } from './preflight-command.ts';

/**
 * What the command says, into whatever stands behind its two streams. An answer that does not get through ends the program
 * with 2: whatever was found, a script must not take a part of it for a verdict.
 */
export function standardOutput(): Output & { readonly arrived: () => Promise<void> } {
  const { stdout, stderr } = process;
  const lost = (error: Error): never => {
    stderr.write(`studio: standard output: ${error.message}\n`);
    process.exit(2);
  };
  // Whoever reads may stop early, as head does; what was found is not lost by it.
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') lost(error);
  });
  // What cannot be said there, the code says.
  stderr.on('error', () => undefined);
  const isFile = isPlainFile(stdout.fd);
  return {
    out(text) {
      if (!isFile) return void stdout.write(text);
      try {
        writeAll(stdout.fd, Buffer.from(text));
      } catch (error) {
        lost(error as Error);
      }
    },
    problem: (text) => void stderr.write(text),
    /** Ends when all that was said has gone to whoever reads. A program that is ended by force has to wait for it. */
    async arrived() {
      // A stream tells of its error only after it has answered those who write.
      for (const stream of [stdout, stderr])
        await new Promise<void>((done) => void stream.write('', () => setImmediate(done)));
    },
  };
}

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
