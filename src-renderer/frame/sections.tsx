import type { ComponentType } from 'react';
import { LibraryRoute } from '../routes/library.tsx';
import type { Section } from './route.ts';

const built = import.meta.glob<Record<string, ComponentType>>('../routes/{queue,orders,credit,specs,settings}.tsx', { eager: true });
const Nothing = () => null;
const screenOf = (name: string): ComponentType => Object.values(built[`../routes/${name}.tsx`] ?? {})[0] ?? Nothing;

/** The screen of every section of the rail. */
export const SECTION_SCREENS: Readonly<Record<Section, ComponentType>> = {
  library: LibraryRoute,
  queue: screenOf('queue'),
  orders: screenOf('orders'),
  credit: screenOf('credit'),
  specs: screenOf('specs'),
  settings: screenOf('settings'),
};
