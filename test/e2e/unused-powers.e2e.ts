import { createSocket } from 'node:dgram';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dropDataDir, launchStudio, type Studio } from './support/studio.ts';

let studio: Studio;

beforeAll(async () => {
  studio = await launchStudio();
});

afterAll(async () => {
  await studio.close();
  dropDataDir(studio.dataDir);
});

test('interfaces that the page does not use are not there', async () => {
  const found = await studio.page.evaluate(() => {
    const names = [
      ...[
        'RTCPeerConnection',
        'webkitRTCPeerConnection',
        'RTCDataChannel',
        'Notification',
        'PushManager',
        'PaymentRequest',
        'PresentationRequest',
        'SharedWorker',
        'WebTransport',
      ],
      ...[
        'openDatabase',
        'IdleDetector',
        'EyeDropper',
        'DocumentPictureInPicture',
        'BackgroundFetchManager',
        'MediaRecorder',
        'AudioContext',
        'getScreenDetails',
      ],
      ...[
        'webkitSpeechRecognition',
        'SpeechSynthesisUtterance',
        'speechSynthesis',
        'showOpenFilePicker',
        'showSaveFilePicker',
        'queryLocalFonts',
        'SharedStorage',
        'USB',
        'HID',
        'Serial',
        'Bluetooth',
        'XRSystem',
      ],
    ];
    return [
      ...names.filter((name) => name in window),
      ...['usb', 'hid', 'serial', 'bluetooth', 'xr', 'presentation'].filter((name) => name in navigator),
    ];
  });
  expect(found).toEqual([]);
});

test('what has no switch is refused when it is asked for', async () => {
  const outcome = await studio.page.evaluate(async () => {
    const attempt = async (run: () => unknown): Promise<string> => {
      try {
        return (await run()) === null ? 'nothing' : 'allowed';
      } catch {
        return 'refused';
      }
    };
    const place = () => new Promise((found, failed) => navigator.geolocation.getCurrentPosition(found, failed));
    const asked = navigator as unknown as Record<string, Record<string, (options?: object) => unknown> | undefined> & {
      requestMIDIAccess(): unknown;
    };
    const of = (name: string, method: string, options?: object) =>
      attempt(() => (asked[name]?.[method] as (options?: object) => unknown).call(asked[name], options));
    const canvas = () => document.createElement('canvas');
    return {
      geolocation: await attempt(place),
      microphone: await of('mediaDevices', 'getUserMedia', { audio: true }),
      camera: await of('mediaDevices', 'getUserMedia', { video: true }),
      screen: await of('mediaDevices', 'getDisplayMedia', { video: true }),
      midi: await attempt(() => asked.requestMIDIAccess()),
      clipboard: await of('clipboard', 'readText'),
      wakeLock: await of('wakeLock', 'request'),
      credentials: await of('credentials', 'create', {
        publicKey: {
          challenge: new Uint8Array(16),
          rp: { name: 'x' },
          user: { id: new Uint8Array(8), name: 'x', displayName: 'x' },
          pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
        },
      }),
      gpu: await of('gpu', 'requestAdapter'),
      gamepads: await attempt(() => navigator.getGamepads()),
      fullScreen: await attempt(() => document.documentElement.requestFullscreen()),
      webgl: await attempt(() => canvas().getContext('webgl')),
      webgl2: await attempt(() => canvas().getContext('webgl2')),
      serviceWorker: await attempt(() => navigator.serviceWorker.register('/assets/none.js')),
    };
  });
  expect(Object.entries(outcome).filter(([, answer]) => answer === 'allowed')).toEqual([]);
});

test('the policy of every answer leaves the page one power', async () => {
  const allowed = await studio.page.evaluate(() => {
    const { featurePolicy } = document as unknown as { readonly featurePolicy: { allowedFeatures(): string[] } };
    // Hints are headers of requests, which the page makes none of.
    return featurePolicy.allowedFeatures().filter((name) => !name.startsWith('ch-'));
  });
  expect(allowed).toEqual(['clipboard-write']);
});

test('a document that the page makes by itself has WebRTC, and reaches nobody with it', async () => {
  const heard: string[] = [];
  const udp = createSocket('udp4').on('message', () => heard.push('udp'));
  await new Promise<void>((done) => udp.bind(0, '127.0.0.1', done));
  const tcp = createServer((socket) => {
    heard.push('tcp');
    socket.destroy();
  });
  await new Promise<void>((done) => tcp.listen(0, '127.0.0.1', done));
  try {
    const servers = [
      { urls: `stun:127.0.0.1:${udp.address().port}` },
      { urls: `turn:127.0.0.1:${(tcp.address() as AddressInfo).port}?transport=tcp`, username: 'x', credential: 'x' },
    ];
    const candidates = await studio.page.evaluate(async (iceServers) => {
      const frame = document.createElement('iframe');
      document.body.append(frame);
      const Peer = (frame.contentWindow as unknown as { readonly RTCPeerConnection: typeof RTCPeerConnection })
        .RTCPeerConnection;
      const peer = new Peer({ iceServers });
      const seen: string[] = [];
      peer.onicecandidate = ({ candidate }) => void (candidate !== null && seen.push(candidate.candidate));
      peer.createDataChannel('x');
      await peer.setLocalDescription(await peer.createOffer());
      await new Promise((done) => setTimeout(done, 3_000));
      peer.close();
      frame.remove();
      return seen;
    }, servers);
    expect(candidates.filter((line) => line.includes(' udp '))).toEqual([]);
    expect(heard).toEqual([]);
  } finally {
    udp.close();
    await new Promise((done) => tcp.close(done));
  }
});

test('Chromium itself reaches no network', async () => {
  const answers = await studio.app.evaluate(async ({ session, net }) => {
    const proxies = await session.defaultSession.resolveProxy('https://example.com/');
    const reached = await net.fetch('http://127.0.0.1:1/').then(
      () => 'answered',
      () => 'refused',
    );
    const name = await session.defaultSession.resolveHost('localhost').then(
      () => 'resolved',
      () => 'unknown',
    );
    return { proxies, reached, name, spelling: session.defaultSession.isSpellCheckerEnabled() };
  });
  expect(answers).toEqual({ proxies: 'PROXY 127.0.0.1:1', reached: 'refused', name: 'unknown', spelling: false });
});
