import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

type Rgb = readonly [number, number, number];

const css = readFileSync(new URL('../../src-renderer/tokens.css', import.meta.url), 'utf8');

function tokensOf(selector: string): Map<string, string> {
  const block = css.slice(css.indexOf(`${selector} {`)).split('\n}')[0] ?? '';
  return new Map([...block.matchAll(/(--[\w-]+):\s*([^;]+);/g)].map(([, name, value]) => [name ?? '', value ?? '']));
}

const light = tokensOf(':root');
const THEMES = { light, dark: new Map([...light, ...tokensOf(":root[data-theme='dark']")]) } as const;

function colourOf(tokens: ReadonlyMap<string, string>, name: string): Rgb {
  const value = tokens.get(name) ?? '';
  const [, other] = /^var\((--[\w-]+)\)$/.exec(value) ?? [];
  if (other !== undefined) return colourOf(tokens, other);
  const [, red = '', green = '', blue = ''] = /^#(..)(..)(..)$/.exec(value) ?? [];
  if (red === '') throw new Error(`${name} is no plain colour: ${value}`);
  return [Number.parseInt(red, 16), Number.parseInt(green, 16), Number.parseInt(blue, 16)];
}

/** Contrast ratio of WCAG 2.2. */
function contrast(a: Rgb, b: Rgb): number {
  const luminance = (colour: Rgb): number => {
    const [red = 0, green = 0, blue = 0] = colour.map((part) =>
      part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
    );
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const [high = 0, low = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (high + 0.05) / (low + 0.05);
}

const GROUNDS = ['--ground', '--ground-2', '--ground-3', '--raised', '--hover', '--accent-ground'];
const TEXTS = ['--text', '--text-2', '--accent', '--accepted', '--warning', '--refused', '--not-checked'];
const OWN_GROUNDS = [
  ['--on-accent', '--accent'],
  ['--on-accent', '--accent-strong'],
  ['--on-live', '--live'],
  ['--sandbox', '--sandbox-ground'],
  ['--sandbox', '--sandbox-hatch'],
  ['--accepted', '--accepted-ground'],
  ['--warning', '--warning-ground'],
  ['--refused', '--refused-ground'],
  ['--text', '--refused-ground'],
  ['--text-2', '--refused-ground'],
  ['--canvas-ink', '--canvas'],
] as const;

describe.each(['light', 'dark'] as const)('colours of the %s theme', (theme) => {
  const tokens = THEMES[theme];
  const ratio = (front: string, back: string): number => contrast(colourOf(tokens, front), colourOf(tokens, back));
  const below = (pairs: readonly (readonly [string, string])[], least: number): string[] =>
    pairs
      .filter(([front, back]) => ratio(front, back) < least)
      .map(([front, back]) => `${front} on ${back}: ${ratio(front, back).toFixed(2)}`);

  it('give every text 4.5:1', () => {
    expect(
      below([...TEXTS.flatMap((text) => GROUNDS.map((ground) => [text, ground] as const)), ...OWN_GROUNDS], 4.5),
    ).toEqual([]);
  });

  it('give the focus ring and the Live frame 3:1', () => {
    expect(
      below(
        [...GROUNDS.map((ground) => ['--focus', ground] as const), ['--live', '--ground'], ['--live', '--ground-2']],
        3,
      ),
    ).toEqual([]);
  });

  it('keep the page canvas the same grey', () => {
    expect(colourOf(tokens, '--canvas')).toEqual(colourOf(light, '--canvas'));
  });
});
