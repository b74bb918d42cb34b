import { expect, it } from 'vitest';
import { placeOfLink } from './deep-link.ts';

it.each([
  ['bookprint://orders', { section: 'orders', orderUid: null }],
  ['BookPrint://Settings/', { section: 'settings', orderUid: null }],
  ['bookprint://orders/or_4Xy-9', { section: 'orders', orderUid: 'or_4Xy-9' }],
])('%s leads to a place', (link, place) => expect(placeOfLink(link)).toEqual(place));

it.each([
  'bookprint://',
  'bookprint:orders',
  'bookprint://nowhere',
  'bookprint://library/b_1',
  'bookprint://orders/or_1/cancel',
  'bookprint://orders?uid=or_1',
  'bookprint://orders/or_1#confirm',
  'bookprint://orders/..%2F',
  'bookprint://me@orders',
  `bookprint://orders/${'x'.repeat(201)}`,
  'https://orders',
  ' bookprint://orders',
  'bookprint://orders\n--no-sandbox',
])('%s leads nowhere', (link) => expect(placeOfLink(link)).toBeNull());
