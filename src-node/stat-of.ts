import { stat, type Stats } from 'node:fs';

/** Null when there is none. The plain call: a promise of Node's own costs several times as much, twenty thousand times over. */
export const statOf = (path: string): Promise<Stats | null> =>
  new Promise((done) => stat(path, (error, found) => done(error === null ? found : null)));
