// Checks the types of every room by its own compiler settings, two rooms at a time.
import { execFile } from 'node:child_process';
import { resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');
const compiler = resolve(root, 'node_modules/typescript/bin/tsc');
const rooms = ['src-main', 'src-service', 'src-renderer', 'test', 'src-cli', 'src-node', 'src-core'];

const check = (room) =>
  new Promise((settle) => {
    execFile(process.execPath, [compiler, '-p', room, '--noEmit', '--pretty', 'false'], { cwd: root, maxBuffer: 16 * 1024 * 1024 }, (error, stdout, stderr) => {
      if (error !== null) console.error(`types: ${room} has errors\n${stdout}${stderr}`);
      settle(error === null);
    });
  });

let holds = true;
const worker = async () => {
  for (let room = rooms.shift(); room !== undefined; room = rooms.shift()) holds = (await check(room)) && holds;
};
await Promise.all([worker(), worker()]);
process.exit(holds ? 0 : 1);
