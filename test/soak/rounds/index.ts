import type { Round } from '../round.ts';
import { deskKilled } from './desk-killed.ts';
import { firstStart } from './first-start.ts';
import { layoutKilled } from './layout-killed.ts';
import { studioKilled } from './studio-killed.ts';
import { backendKilled, bothKilled, postmasterKilled, serviceKilled } from './kills-under-load.ts';

/** Every round of the soak, in the order in which they are taken in turn. */
export const ROUNDS: readonly Round[] = [
  firstStart,
  serviceKilled,
  postmasterKilled,
  backendKilled,
  bothKilled,
  deskKilled,
  studioKilled,
  layoutKilled,
];
