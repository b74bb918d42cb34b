import { parentPort, workerData } from 'node:worker_threads';
import { openTypefaces } from '../../src-node/typefaces/open-typefaces.ts';
import { drawLayout, type DrawingTools } from './draw-layout.ts';
import type { DrawnLayout, LayoutWorkerData, ToLayoutWorker } from './layout-messages.ts';
import { drawSamplePictures } from './sample-picture.ts';

/** Draws layouts one after another until it is told to end. */
const port = parentPort;
if (port === null) throw new Error('the layout worker runs only as a worker thread');
const { fontsFolder, graphicsFolder } = workerData as LayoutWorkerData;

let opening: Promise<DrawingTools> | null = null;
const tools = () =>
  (opening ??= Promise.all([openTypefaces(fontsFolder), drawSamplePictures()]).then(([typefaces, samples]) => ({
    typefaces,
    graphicsFolder,
    samples,
  })));

async function answerTo({ template, spec }: Extract<ToLayoutWorker, { type: 'draw' }>): Promise<DrawnLayout> {
  try {
    return { ok: true, templateUid: template.templateUid, jpeg: await drawLayout({ template, spec }, await tools()) };
  } catch (error) {
    return {
      ok: false,
      templateUid: template.templateUid,
      reason: error instanceof Error ? (error.stack ?? error.message) : String(error),
    };
  }
}

let inTurn: Promise<void> = Promise.resolve();
port.on('message', (message: ToLayoutWorker) => {
  inTurn = inTurn.then(async () => (message.type === 'end' ? port.close() : port.postMessage(await answerTo(message))));
});
