import { z } from 'zod';

/** The smallest size that every screen of the studio is drawn for. */
export const SMALLEST = { width: 1280, height: 800 } as const;

export const windowPlaceSchema = z.object({
  x: z.int().nullable(),
  y: z.int().nullable(),
  width: z.int().positive(),
  height: z.int().positive(),
  maximized: z.boolean(),
});
export type WindowPlace = z.infer<typeof windowPlaceSchema>;

export const FIRST_PLACE: WindowPlace = { x: null, y: null, width: 1440, height: 900, maximized: false };

export interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/**
 * Where the window opens: as it was left, but never larger than the screen, and not at a place that no screen shows
 * any more (a monitor that was unplugged).
 */
export function fitPlace(place: WindowPlace, screens: readonly Area[]): WindowPlace {
  const { x, y } = place;
  const home = x === null || y === null ? undefined : screens.find((area) => showsTitleOf(area, x, y, place.width));
  const area = home ?? screens[0];
  if (area === undefined) return place;
  const width = Math.min(Math.max(place.width, SMALLEST.width), area.width);
  const height = Math.min(Math.max(place.height, SMALLEST.height), area.height);
  return home === undefined ? { ...place, x: null, y: null, width, height } : { ...place, width, height };
}

/** Enough of the title bar to take hold of it. */
const GRIP_PX = 80;

function showsTitleOf(area: Area, x: number, y: number, width: number): boolean {
  const visible = Math.min(x + width, area.x + area.width) - Math.max(x, area.x);
  return visible >= GRIP_PX && y >= area.y && y < area.y + area.height - GRIP_PX;
}
