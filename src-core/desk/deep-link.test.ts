import { expect, it } from 'vitest';
import { linkToOrder, placeOfLink } from './deep-link.ts';

it.each([
  ['bookprint://orders', { section: 'orders', order: null }],
  ['BookPrint://Settings/', { section: 'settings', order: null }],
  ['bookprint://orders/or_4Xy-9', { section: 'orders', order: { uid: 'or_4Xy-9', environment: null } }],
  ['bookprint://orders/or_4Xy-9?env=live', { section: 'orders', order: { uid: 'or_4Xy-9', environment: 'live' } }],
  ['bookprint://orders/or_1?ENV=Sandbox', { section: 'orders', order: { uid: 'or_1', environment: 'sandbox' } }],
])('%s leads to a place', (link, place) => expect(placeOfLink(link)).toEqual(place));

it.each([
  'bookprint://',
  'bookprint:orders',
  'bookprint://nowhere',
  'bookprint://library/b_1',
  'bookprint://orders/or_1/cancel',
  'bookprint://orders?uid=or_1',
  'bookprint://orders?env=live',
  'bookprint://settings/x?env=live',
  'bookprint://orders/or_1?env=production',
  'bookprint://orders/or_1?env=live&cancel=1',
  'bookprint://orders/or_1?cancel=1',
  'bookprint://orders/or_1?env=',
  'bookprint://orders/or_1#confirm',
  'bookprint://orders/..%2F',
  'bookprint://me@orders',
  `bookprint://orders/${'x'.repeat(201)}`,
  'https://orders',
  ' bookprint://orders',
  'bookprint://orders\n--no-sandbox',
])('%s leads nowhere', (link) => expect(placeOfLink(link)).toBeNull());

it.each(['sandbox', 'live'] as const)('a link that is made here leads back to its order, in %s', (environment) =>
  expect(placeOfLink(linkToOrder('or_4Xy-9', environment))).toEqual({
    section: 'orders',
    order: { uid: 'or_4Xy-9', environment },
  }),
);
