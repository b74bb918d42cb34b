import { inject } from 'vitest';

/** This worker's own desktop, before anything is opened on it. */
const desktops = inject('desktops');
if (desktops.length > 0) {
  const desktop = desktops[Number(process.env['VITEST_POOL_ID']) - 1];
  if (desktop === undefined) throw new Error(`no desktop was opened for worker ${process.env['VITEST_POOL_ID']}`);
  Object.assign(process.env, desktop);
}
