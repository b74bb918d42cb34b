import type { ComponentType } from 'react';
import { CreditRoute } from '../routes/credit.tsx';
import { LibraryRoute } from '../routes/library.tsx';
import { OrdersRoute } from '../routes/orders.tsx';
import { QueueRoute } from '../routes/queue.tsx';
import { SettingsRoute } from '../routes/settings.tsx';
import { SpecsRoute } from '../routes/specs.tsx';
import type { Section } from '../route.ts';

/** The screen of every section of the rail. */
export const SECTION_SCREENS: Readonly<Record<Section, ComponentType>> = {
  library: LibraryRoute,
  queue: QueueRoute,
  orders: OrdersRoute,
  credit: CreditRoute,
  specs: SpecsRoute,
  settings: SettingsRoute,
};
