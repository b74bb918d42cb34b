const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const UID_CHARS = 12;

const FNV_OFFSET = 0x6c62272e07bb014262b821756295c58dn;
const FNV_PRIME = 0x0000000001000000000000000000013bn;
const MASK_128 = (1n << 128n) - 1n;

/**
 * The uid of a template: 12 characters of base62 (service-facts 1.5) that follow from what it is, so that every
 * installation, replica and start has the same. FNV-1a over 128 bits; the unit test of the catalogue holds that no two meet.
 */
export function templateUidOf(themeKey: string, templateKey: string, bookSpecUid: string): string {
  let hash = FNV_OFFSET;
  for (const character of [themeKey, templateKey, bookSpecUid].join('/')) {
    hash = ((hash ^ BigInt(character.codePointAt(0) ?? 0)) * FNV_PRIME) & MASK_128;
  }
  let uid = '';
  for (let at = 0; at < UID_CHARS; at += 1) {
    uid += BASE62.charAt(Number(hash % 62n));
    hash /= 62n;
  }
  return uid;
}
