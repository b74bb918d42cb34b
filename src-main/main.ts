import { createDesk } from './desk/create-desk.ts';
import { describeDeskError } from './desk/app-error.ts';
import { systemClock, systemIds, systemRandom } from './desk/system-ports.ts';
import { chosenDataDir } from './shell/places.ts';
import { runStudio } from './shell/studio.ts';

runStudio({
  mainDir: import.meta.dirname,
  dataDir: chosenDataDir(process.argv, process.env),
  clock: systemClock,
  ids: systemIds,
  random: systemRandom,
  createDesk,
  describeDeskError,
});
