import { LIMITS } from '../../../../src-core/contract/limits.ts';

const NO_KEY = '404 ERR_NOT_FOUND: your account has no key of this prefix in the environment of the host.';

/** What the document says of each operation on API keys. Markdown. */
export const KEYS = {
  listKeys: `
The keys of your account for the environment of the host, the newest first, in one answer without pages. Revoked ones
stay in it, with \`revokedAt\`. No secret is shown: who lost one issues another key.`,

  createKey: `
Issues another key for the environment of the host; \`env\` must name that one, else 403 ERR_ENV_MISMATCH. \`apiKey\`
is the whole key and stands in this answer alone: the service keeps a hash. Keys do not expire and there may be any
number of them. With \`allowIps\` (at most ${LIMITS.allowIpsMax} addresses) every other address is refused with 403;
without it all may call. An \`Idempotency-Key\` is not looked at: after a lost answer issue another one, and revoke
the one that GET /keys shows beside it.`,

  updateKey: `
Changes the note of a key or the addresses that it may be used from, at once. What is absent stays; \`allowIps\`
replaces the whole list, and an empty one lets every address call; a change of it is answered after a second, when it
holds everywhere. It can shut out the very key that calls. ${NO_KEY}`,

  revokeKey: `
Stops a key at once and for good, also the one that calls: once this is answered, after a second, the key is good
nowhere. It stays in the list. Revoking it again changes nothing and answers the same. To change keys without a gap
issue the new one first. ${NO_KEY}`,
} as const;
