// What a release is made of: which packages for which computers, and with whose secrets they are signed.

/** By the name that each has in a machine's environment; docs/release.md says where they come from. */
export const APPLE_SECRETS = [
  'MAC_CERTIFICATE',
  'MAC_CERTIFICATE_PASSWORD',
  'APPLE_API_KEY_P8',
  'APPLE_API_KEY_ID',
  'APPLE_API_ISSUER',
];
export const WINDOWS_SECRETS = [
  'AZURE_TENANT_ID',
  'AZURE_CLIENT_ID',
  'AZURE_CLIENT_SECRET',
  'AZURE_SIGNING_ENDPOINT',
  'AZURE_SIGNING_ACCOUNT',
  'AZURE_SIGNING_PROFILE',
];

const LINUX = { platform: 'linux', kinds: ['deb', 'tar.gz', 'AppImage'], secrets: [] };
const MACOS = { platform: 'darwin', kinds: ['dmg', 'zip'], secrets: APPLE_SECRETS };
const WINDOWS = { platform: 'win32', kinds: ['nsis'], secrets: WINDOWS_SECRETS };

/**
 * Each is packed on a computer of its own kind: addons and PostgreSQL's programs come from what npm installs there.
 * Windows on Arm runs the x64 one: there is no PostgreSQL of its own for it.
 */
export const TARGETS = {
  'linux-x64': { ...LINUX, arch: 'x64' },
  'linux-arm64': { ...LINUX, arch: 'arm64' },
  'macos-arm64': { ...MACOS, arch: 'arm64' },
  'macos-x64': { ...MACOS, arch: 'x64' },
  'windows-x64': { ...WINDOWS, arch: 'x64' },
};

/** The name in TARGETS of a computer with Node's names; undefined where no package is made. */
export const targetOf = (platform, arch) =>
  Object.keys(TARGETS).find((name) => TARGETS[name].platform === platform && TARGETS[name].arch === arch);

const SYSTEMS = { linux: 'linux', darwin: 'macos', win32: 'windows' };
const DEBIAN_ARCHITECTURES = { x64: 'amd64', arm64: 'arm64' };

/** What the file of a `kind` is called. `product`: `{ name, version }` of package.json. */
export function packageName(kind, { platform, arch }, { name, version }) {
  // As Debian's own tools expect it.
  if (kind === 'deb') return `${name}_${version}_${DEBIAN_ARCHITECTURES[arch] ?? arch}.deb`;
  const stem = `${name}-${version}-${SYSTEMS[platform] ?? platform}-${arch}`;
  return kind === 'nsis' ? `${stem}-setup.exe` : `${stem}.${kind}`;
}

/** Every file of a whole release: `[{ name, kind, target }]`. */
export const releaseFiles = (product) =>
  Object.entries(TARGETS).flatMap(([target, one]) =>
    one.kinds.map((kind) => ({ name: packageName(kind, one, product), kind, target })),
  );
