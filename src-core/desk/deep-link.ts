import { z } from 'zod';
import { SCREENS } from '../commands.ts';

/** The scheme of links that mails and other programs may hold. They lead to a place in the studio and do nothing. */
export const LINK_SCHEME = 'bookprint';

/** A screen, or an order on the board. */
export const placeSchema = z.object({ section: z.enum(SCREENS), orderUid: z.string().nullable() });
export type Place = z.infer<typeof placeSchema>;

/** `bookprint://orders`, `bookprint://orders/<uid>`: whoever wrote the link, nothing else of it is read. */
const LINK = new RegExp(`^${LINK_SCHEME}://([a-z]+)(?:/([\\w-]{1,200}))?/?$`, 'i');

/** Null for a link that leads nowhere. */
export function placeOfLink(link: string): Place | null {
  const [, name, orderUid = null] = LINK.exec(link) ?? [];
  const section = SCREENS.find((one) => one === name?.toLowerCase());
  if (section === undefined || (orderUid !== null && section !== 'orders')) return null;
  return { section, orderUid };
}
