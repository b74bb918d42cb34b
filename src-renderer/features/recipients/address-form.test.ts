import { describe, expect, it } from 'vitest';
import { addressFaults, addressOf, draftOf, EMPTY_ADDRESS, groupPhone } from './address-form.ts';

const whole = {
  recipientName: '김민수',
  recipientPhone: '010-1234-5678',
  postalCode: '06236',
  address1: '서울 강남구 테헤란로 1',
};

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

  it('leaves out what is pasted along and nobody sees: two addresses that differ by it would be two orders', () => {
    const pasted = { ...draftOf(whole), recipientPhone: '\u202a010-1234-5678\u202c', recipientName: ' \u200b김민수' };
    expect(addressOf(pasted)).toEqual(whole);
    expect([...addressFaults({ ...pasted, recipientName: '\u200b' })]).toEqual(['recipientName']);
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
