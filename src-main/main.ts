import { runStudio } from './shell/studio.ts';
import { studioDeps } from './studio-deps.ts';

runStudio(studioDeps(import.meta.dirname));
