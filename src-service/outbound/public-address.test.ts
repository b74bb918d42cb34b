import { describe, expect, it } from 'vitest';
import { isLoopbackAddress, isPublicAddress } from './public-address.ts';

const SPECIAL: Readonly<Record<string, readonly string[]>> = {
  unspecified: ['0.0.0.0', '0.1.2.3', '::'],
  loopback: ['127.0.0.1', '127.255.255.254', '::1'],
  private: ['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1'],
  'link-local': ['169.254.169.254', 'fe80::1', 'febf::1', 'fe80::1%eth0'],
  'unique-local and site-local': ['fc00::1', 'fd12:3456::1', 'fec0::1'],
  'carrier-grade NAT': ['100.64.0.1', '100.127.255.255'],
  'multicast and broadcast': ['224.0.0.1', '239.255.255.255', '255.255.255.255', 'ff02::1'],
  'documentation and benchmarking': [
    '192.0.2.1',
    '198.51.100.1',
    '203.0.113.1',
    '198.18.0.1',
    '2001:db8::1',
    '3fff::1',
    '2001:2::1',
  ],
  reserved: ['240.0.0.1', '192.0.0.1', '192.88.99.1', '100::1', '5f00::1', '4000::1', 'e000::1'],
  'IPv4-mapped': ['::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:10.0.0.1', '::ffff:169.254.169.254', '::ffff:8.8.8.8'],
  'IPv4-compatible': ['::127.0.0.1', '::10.0.0.1', '::8.8.8.8'],
  'IPv4-translated and NAT64': ['::ffff:0:127.0.0.1', '64:ff9b::127.0.0.1', '64:ff9b::10.0.0.1', '64:ff9b:1::1'],
  '6to4 and Teredo': ['2002:7f00:1::1', '2002:a00:1::', '2001:0:7f00:1::1'],
  'no address': ['', 'localhost', 'example.com', '1.2.3.4.5'],
};

describe('an address that is not public', () => {
  for (const [range, addresses] of Object.entries(SPECIAL)) {
    it(`is ${range}`, () => expect(addresses.filter(isPublicAddress)).toEqual([]));
  }
});

it('a public address is public', () => {
  const addresses = ['8.8.8.8', '1.1.1.1', '172.32.0.1', '100.128.0.1', '2606:4700:4700::1111', '2a00:1450::1'];
  expect(addresses.filter((address) => !isPublicAddress(address))).toEqual([]);
});

it('knows this computer in each spelling', () => {
  expect(
    ['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1'].filter((address) => !isLoopbackAddress(address)),
  ).toEqual([]);
  expect(['10.0.0.1', '0.0.0.0', '8.8.8.8', 'localhost'].filter(isLoopbackAddress)).toEqual([]);
});
