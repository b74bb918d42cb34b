// Checks the types of every room by its own compiler settings, two rooms at a time. What was found out is kept in
// .cache/types: a second run looks at what changed. (Project references would need the rooms' tests in rooms of their own:
// tests of src-node read test/fixtures, which read src-node.)
import { execFile } from 'node:child_process';
import { resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');
const compiler = resolve(root, 'node_modules/typescript-7/bin/tsc');
// The longest first.
const rooms = ['test', 'src-service', 'src-main', 'src-renderer', 'src-node', 'src-cli', 'src-core'];

const check = (room) =>
  new Promise((settle) => {
    execFile(
      process.execPath,
      [
        compiler,
        '-p',
        room,
        '--noEmit',
        '--pretty',
        'false',
        // Two rooms are checked at once: more threads in each would find out the same things several times.
        '--singleThreaded',
        '--incremental',
        '--tsBuildInfoFile',
        `.cache/types/${room}.json`,
      ],
      { cwd: root, maxBuffer: 16 * 1024 * 1024 },
      (error, stdout, stderr) => {
        if (error !== null) console.error(`types: ${room} has errors\n${stdout}${stderr}`);
        settle(error === null);
      },
    );
  });

let holds = true;
const worker = async () => {
  for (let room = rooms.shift(); room !== undefined; room = rooms.shift()) holds = (await check(room)) && holds;
};
await Promise.all([worker(), worker()]);
process.exit(holds ? 0 : 1);
