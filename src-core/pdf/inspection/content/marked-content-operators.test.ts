import { expect, test } from 'vitest';
import { inspectPage, paintedBy } from '../../../../test/fixtures/pdf/page-pdf.ts';

const layers = {
  catalogue: '/OCProperties << /OCGs [20 0 R 21 0 R] /D << /OFF [21 0 R] >> >>',
  resources: '/Properties << /On 20 0 R /Off 21 0 R /Any 22 0 R >> /XObject << /Fm 23 0 R /Im 24 0 R >>',
  objects: {
    20: '<< /Type /OCG /Name (Photos) >>',
    21: '<< /Type /OCG /Name (Guides) >>',
    22: '<< /Type /OCMD /OCGs [20 0 R 21 0 R] /P /AllOn >>',
    23: ['/Type /XObject /Subtype /Form /BBox [0 0 99 99] /OC 21 0 R', '0 0 9 9 re f'] as const,
    24: [
      '/Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8 /OC 21 0 R',
      'x',
    ] as const,
  },
};
const BOX = '0 0 9 9 re f';
const seen = (content: string) =>
  paintedBy({ content, ...layers }).map(({ state, isHidden }) => [state.layer?.name ?? null, isHidden]);

test('marks know their layer, and are hidden when it is off', () => {
  expect(seen(`/OC /On BDC ${BOX} EMC /OC /Off BDC ${BOX} EMC ${BOX}`)).toEqual([
    ['Photos', false],
    ['Guides', true],
    [null, false],
  ]);
});

test('the innermost layer is told, unless it is one around it that hides', () => {
  expect(seen(`/OC /Off BDC /Span BMC /OC /On BDC ${BOX} EMC EMC ${BOX} EMC`)).toEqual([
    ['Guides', true],
    ['Guides', true],
  ]);
  expect(seen(`/OC /On BDC /OC /Off BDC ${BOX} EMC /Fm Do /Im Do ${BOX} EMC`)).toEqual([
    ['Guides', true],
    ['Guides', true],
    ['Guides', true],
    ['Photos', false],
  ]);
  expect(seen(`/OC /Any BDC /OC /On BDC ${BOX} EMC EMC`)).toEqual([['Photos, Guides', true]]);
});

test('a layer neither begins nor ends with q and Q', () => {
  expect(seen(`/OC /Off BDC q EMC ${BOX} Q ${BOX}`)).toEqual([
    [null, false],
    [null, false],
  ]);
  expect(seen(`q /OC /Off BDC Q ${BOX} EMC ${BOX}`)).toEqual([
    ['Guides', true],
    [null, false],
  ]);
});

test('memberships, forms and images have layers too', () => {
  expect(seen(`/OC /Any BDC ${BOX} EMC /Fm Do /Im Do ${BOX}`)).toEqual([
    ['Photos, Guides', true],
    ['Guides', true],
    ['Guides', true],
    [null, false],
  ]);
});

test('a layer that is not there is noted', () => {
  expect(inspectPage({ content: `/OC /Nowhere BDC ${BOX} EMC`, ...layers }).syntax).toEqual([
    { code: 'missingResource', subject: 'Properties Nowhere', count: 1 },
  ]);
});

test('what does not match is noted', () => {
  expect(inspectPage({ content: 'EMC /Span BMC' }).syntax).toEqual([
    { code: 'markersUnbalanced', subject: 'EMC', count: 1 },
    { code: 'markersUnbalanced', subject: 'BMC', count: 1 },
  ]);
});
