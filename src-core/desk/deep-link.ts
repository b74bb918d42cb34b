import { z } from 'zod';
import { SCREENS, type CommandScreen } from '../commands.ts';
import { environmentSchema, type Environment } from '../contract/environments.ts';

/** The scheme of links that mails and other programs may hold. They lead to a place in the studio and do nothing. */
export const LINK_SCHEME = 'bookprint';

/** A screen, or an order on the board. */
export const placeSchema = z.object({
  section: z.enum(SCREENS),
  /** `environment`: of which the link says that the order is; null where it says nothing. */
  order: z.object({ uid: z.string(), environment: environmentSchema.nullable() }).nullable(),
});
export type Place = z.infer<typeof placeSchema>;

/** `bookprint://orders`, `bookprint://orders/<uid>?env=live`: whoever wrote the link, nothing else of it is read. */
const LINK = new RegExp(`^${LINK_SCHEME}://([a-z]+)(?:/([\\w-]{1,200})(?:\\?env=([a-z]+))?)?/?$`, 'i');

/** Null for a link that leads nowhere. */
export function placeOfLink(link: string): Place | null {
  const [, name, uid = null, word = null] = LINK.exec(link) ?? [];
  const section = SCREENS.find((one) => one === name?.toLowerCase());
  if (section === undefined) return null;
  if (uid === null) return { section, order: null };
  const environment = environmentSchema.nullable().safeParse(word?.toLowerCase() ?? null);
  return section === 'orders' && environment.success
    ? { section, order: { uid, environment: environment.data } }
    : null;
}

/** Where a launcher, a dock or a jump list leads: what a studio is opened for. */
export const LAUNCHER_SCREENS = ['library', 'queue', 'orders'] as const satisfies readonly CommandScreen[];

export const linkToScreen = (screen: CommandScreen): string => `${LINK_SCHEME}://${screen}`;

/** What leads to an order from a mail, a note or another program. */
export const linkToOrder = (uid: string, environment: Environment): string =>
  `${LINK_SCHEME}://orders/${uid}?env=${environment}`;
