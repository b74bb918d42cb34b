import { runCommand } from './shell/command-line.ts';
import { commandWords } from './shell/command-words.ts';
import { runStudio } from './shell/studio.ts';
import { studioDeps } from './studio-deps.ts';

const words = commandWords(process.argv);
// Electron waits for the end of this module before it makes anything of a window.
if (words === null) runStudio(studioDeps(import.meta.dirname));
else await runCommand(words, import.meta.dirname);
