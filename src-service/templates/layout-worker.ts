import { answerTasks } from '../../src-node/threads/answer-tasks.ts';
import { openTypefaces } from '../../src-node/typefaces/open-typefaces.ts';
import { drawLayout, type DrawingTools } from './draw-layout.ts';
import type { LayoutFolders, LayoutTask } from './layout-pictures.ts';
import { drawSamplePictures } from './sample-picture.ts';

let opening: Promise<DrawingTools> | null = null;
/** The folders are the same in every task. */
const toolsOf = ({ fontsFolder, graphicsFolder }: LayoutFolders) =>
  (opening ??= Promise.all([openTypefaces(fontsFolder), drawSamplePictures()]).then(([typefaces, samples]) => ({
    typefaces,
    graphicsFolder,
    samples,
  })));

/** Draws layouts one after another. */
answerTasks(async ({ folders, layout }: LayoutTask): Promise<Uint8Array> => drawLayout(layout, await toolsOf(folders)));
