import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import type { Clock, Ids } from '../../src-core/ports.ts';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

export const systemClock: Clock = { nowMs: () => Date.now() };

export const systemIds: Ids = {
  base62: (length) => Array.from({ length }, () => BASE62[randomInt(BASE62.length)]).join(''),
  hex: (length) =>
    randomBytes(Math.ceil(length / 2))
      .toString('hex')
      .slice(0, length),
  uuid: () => randomUUID(),
};

export const systemRandom = (): number => Math.random();
