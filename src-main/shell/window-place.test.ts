import { expect, test } from 'vitest';
import { FIRST_PLACE, fitPlace } from './window-place.ts';

const laptop = { x: 0, y: 0, width: 1366, height: 728 };
const wide = { x: 0, y: 0, width: 2560, height: 1400 };

test('the window opens as it was left', () => {
  const place = { x: 200, y: 100, width: 1500, height: 950, maximized: true };
  expect(fitPlace(place, [wide])).toEqual(place);
});

test('it is never larger than the screen, and on a small one may be smaller than it likes', () => {
  expect(fitPlace(FIRST_PLACE, [laptop])).toMatchObject({ width: 1366, height: 728 });
  expect(fitPlace({ ...FIRST_PLACE, width: 300, height: 300 }, [wide])).toMatchObject({ width: 1280, height: 800 });
});

test('a place on a monitor that is gone is given up', () => {
  expect(fitPlace({ x: 3_000, y: 100, width: 1300, height: 900, maximized: false }, [wide])).toMatchObject({
    x: null,
    y: null,
  });
});
