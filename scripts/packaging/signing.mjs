// Signing by the secrets of targets.mjs: what electron-builder is told, and the environment that its signers read.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * `{ config, env }` for one of TARGETS by the secrets in `env`. With all of them packages are signed, and what cannot be is not made;
 * otherwise they are as good as unsigned. `publisher` as the certificate says it; `folder` for a key that has to be a file,
 * which the caller removes.
 */
export function signing({ platform, secrets }, env, { publisher, folder }) {
  const isSigned = secrets.length > 0 && secrets.every((name) => env[name]);
  if (platform === 'darwin') return isSigned ? apple(env, folder) : { config: { mac: UNSIGNED_MAC }, env: {} };
  if (platform === 'win32' && isSigned) return { config: { win: azure(env, publisher) }, env: {} };
  return { config: {}, env: {} };
}

/** macOS on Arm starts nothing without a signature, if only one that names nobody; the hardened runtime wants a team in it. */
const UNSIGNED_MAC = { identity: '-', hardenedRuntime: false, notarize: false };

function apple(env, folder) {
  const keyFile = join(folder, 'notary-key.p8');
  writeFileSync(keyFile, env.APPLE_API_KEY_P8, { mode: 0o600 });
  return {
    config: { mac: { hardenedRuntime: true, notarize: true, forceCodeSigning: true } },
    env: {
      CSC_LINK: env.MAC_CERTIFICATE,
      CSC_KEY_PASSWORD: env.MAC_CERTIFICATE_PASSWORD,
      APPLE_API_KEY: keyFile,
      APPLE_API_KEY_ID: env.APPLE_API_KEY_ID,
      APPLE_API_ISSUER: env.APPLE_API_ISSUER,
    },
  };
}

/** Certificates for code live in hardware since 2023 (CA/Browser Forum): Microsoft's service holds this one. */
const azure = (env, publisher) => ({
  forceCodeSigning: true,
  azureSignOptions: {
    publisherName: publisher,
    endpoint: env.AZURE_SIGNING_ENDPOINT,
    codeSigningAccountName: env.AZURE_SIGNING_ACCOUNT,
    certificateProfileName: env.AZURE_SIGNING_PROFILE,
  },
});
