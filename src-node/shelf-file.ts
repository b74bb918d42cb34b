import { join } from 'node:path';

/** Where what can be made again of a key (64 hexadecimal digits) lies in its folder: `what` tells its kinds apart. */
export const shelfFile = (folder: string, key: string, what: string): string =>
  join(folder, key.slice(0, 2), `${key}-${what}`);
