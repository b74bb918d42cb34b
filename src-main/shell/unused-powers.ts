/**
 * What a browser brings along and this page never uses. It is off by more than one net where one alone leaves a gap: a
 * document that a script makes by itself gets no headers, and some interfaces have no switch.
 */

/** Blink's names of interfaces that are not even made. One that a version does not know is passed over by it. */
export const BLINK_FEATURES_OFF = [
  'AttributionReporting',
  'BackgroundFetch',
  'DigitalGoods',
  'DocumentPictureInPictureAPI',
  'EyeDropperAPI',
  'FedCm',
  'FencedFrames',
  'FileSystemAccessLocal',
  'Fledge',
  'FontAccess',
  'InstalledApp',
  'Notifications',
  'PaymentRequest',
  'Presentation',
  'PushMessaging',
  'RemotePlayback',
  'ScriptedSpeechRecognition',
  'ScriptedSpeechSynthesis',
  'Serial',
  'SharedStorageAPI',
  'SharedWorker',
  'TopicsAPI',
  'WebBluetooth',
  'WebGPU',
  'WebHID',
  'WebOTP',
  'WebShare',
  'WebTransport',
  'WebUSB',
  'WebXR',
].join(',');

/** The header of that name: nothing but putting text on the clipboard, which the page asks for. */
export const PERMISSIONS_POLICY = [
  'accelerometer',
  'attribution-reporting',
  'autoplay',
  'bluetooth',
  'browsing-topics',
  'camera',
  'clipboard-read',
  'compute-pressure',
  'cross-origin-isolated',
  'display-capture',
  'encrypted-media',
  'fullscreen',
  'gamepad',
  'geolocation',
  'gyroscope',
  'hid',
  'identity-credentials-get',
  'idle-detection',
  'interest-cohort',
  'join-ad-interest-group',
  'keyboard-map',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'otp-credentials',
  'payment',
  'picture-in-picture',
  'private-aggregation',
  'private-state-token-issuance',
  'private-state-token-redemption',
  'publickey-credentials-create',
  'publickey-credentials-get',
  'run-ad-auction',
  'screen-wake-lock',
  'serial',
  'shared-storage',
  'shared-storage-select-url',
  'storage-access',
  'sync-xhr',
  'unload',
  'usb',
  'window-management',
  'xr-spatial-tracking',
]
  .map((power) => `${power}=()`)
  .join(', ');

/**
 * Chromium's own switches, to be said before Electron is ready. The proxy is a port that nobody listens on, loopback
 * included: neither a page nor a service of Chromium's own reaches a network past it, TURN over TCP included. The
 * studio's requests are Node's and do not pass here.
 */
export const CHROMIUM_SWITCHES: readonly (readonly [name: string, value?: string])[] = [
  ['proxy-server', '127.0.0.1:1'],
  ['proxy-bypass-list', '<-loopback>'],
  ['host-resolver-rules', 'MAP * ~NOTFOUND'],
  ['webrtc-ip-handling-policy', 'disable_non_proxied_udp'],
  ['disable-background-networking'],
  ['disable-component-update'],
  ['disable-domain-reliability'],
  ['disable-sync'],
  ['dns-prefetch-disable'],
  ['no-pings'],
  ['disable-3d-apis'],
  ['disable-databases'],
  ['disable-speech-api'],
  ['disable-notifications'],
];
