import { parentPort } from 'node:worker_threads';
import { readPdfFile } from '../../../src-node/pdf-file.ts';
import { packFacts } from './packed-facts.ts';

/** Reads one PDF at a time: untrusted bytes stay in a thread that can be ended. */
const port = parentPort;
if (port === null) throw new Error('the preflight worker runs only as a worker thread');
port.on('message', (path: string) => {
  try {
    port.postMessage({ facts: packFacts(readPdfFile(path)) });
  } catch {
    port.postMessage({ facts: null });
  }
});
