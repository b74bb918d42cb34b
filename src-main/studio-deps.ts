import { createDesk } from './desk/create-desk.ts';
import { systemClock, systemIds, systemRandom } from './desk/system-ports.ts';
import { chosenDataDir } from './shell/places.ts';
import type { StudioDeps } from './shell/studio.ts';
import { AppError } from '../src-core/desk/app-errors.ts';
import type { DescribeDeskError } from './desk/desk.ts';

const describeDeskError: DescribeDeskError = (error) => (error instanceof AppError ? error.toWire() : null);

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
