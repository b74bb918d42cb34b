import { describe, expect, it } from 'vitest';
import { addressFaults, addressOf, draftOf, EMPTY_ADDRESS, groupPhone } from './address-form.ts';
import { isCompositionEnter } from './enter-guard.ts';

const whole = { recipientName: '김민수', recipientPhone: '010-1234-5678', postalCode: '06236', address1: '서울 강남구 테헤란로 1' };

describe('the address form', () => {
  it('names every field that is missing', () => {
    expect([...addressFaults({ ...EMPTY_ADDRESS, recipientName: '  ' })]).toEqual([
      'recipientName',
      'recipientPhone',
      'postalCode',
      'address1',
    ]);
  });

  it('sends empty optional fields not at all', () => {
    expect(addressOf(draftOf(whole))).toEqual(whole);
  });

  it('groups Korean phone numbers and leaves others alone', () => {
    expect(['01012345678', '0212345678', '0311234567', '+82 10 1234'].map(groupPhone)).toEqual([
      '010-1234-5678',
      '02-1234-5678',
      '031-123-4567',
      '+82 10 1234',
    ]);
  });
});

describe('an Enter that ends a composition', () => {
  const enter = { key: 'Enter', keyCode: 13, isComposing: false };

  it('is known by the composing state, by code 229, and by coming right after the end', () => {
    expect([
      isCompositionEnter({ ...enter, isComposing: true }, null),
      isCompositionEnter({ ...enter, keyCode: 229 }, null),
      isCompositionEnter(enter, 20),
    ]).toEqual([true, true, true]);
  });

  it('is not mistaken for a plain Enter', () => {
    expect(isCompositionEnter(enter, null)).toBe(false);
    expect(isCompositionEnter(enter, 2_000)).toBe(false);
  });
});
