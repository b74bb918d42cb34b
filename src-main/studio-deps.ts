import { createDesk } from './desk/create-desk.ts';
import { describeDeskError } from './desk/app-error.ts';
import { systemClock, systemIds, systemRandom } from './desk/system-ports.ts';
import { chosenDataDir } from './shell/places.ts';
import type { StudioDeps } from './shell/studio.ts';

/** What the studio is put together from. `mainDir` is the folder of the running `main.js`. */
export const studioDeps = (mainDir: string): StudioDeps => ({
  mainDir,
  dataDir: chosenDataDir(process.argv, process.env),
  clock: systemClock,
  ids: systemIds,
  random: systemRandom,
  createDesk,
  describeDeskError,
});
