import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';

/** What a journey is given: where the service is, a key, and the files that it sends. */
export interface Given {
  readonly baseUrl: string;
  readonly key: string;
}

const file = (name: string, type: string) =>
  new File([readFileSync(new URL(`./files/${name}`, import.meta.url))], name, { type });

export const coverHc = () => file('cover.pdf', 'application/pdf');
export const contents24 = () => file('contents.pdf', 'application/pdf');
/** Pictures of different content. */
export const picture = (shade: number) => file(`picture-${shade}.png`, 'image/png');

export function expectEqual(actual: unknown, expected: unknown): void {
  if (!isDeepStrictEqual(actual, expected))
    throw new Error(`${JSON.stringify(actual)} is not ${JSON.stringify(expected)}`);
}

export async function until(condition: () => Promise<boolean>, what: string): Promise<void> {
  for (let tries = 0; tries < 1_200; tries += 1) {
    if (await condition()) return;
    await new Promise((done) => setTimeout(done, 200));
  }
  throw new Error(`it did not come to this: ${what}`);
}
