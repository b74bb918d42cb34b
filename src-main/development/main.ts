import { studioDeps } from '../studio-deps.ts';
import { runStudio } from '../shell/studio.ts';
import { developmentRun } from './development-run.ts';

// The studio of `npm run dev`: main.ts, with the window that Vite serves.
runStudio({ ...studioDeps(import.meta.dirname), development: developmentRun(process.env) });
