import { createDesk } from '../../../src-main/desk/create-desk.ts';
import { depsOf, importFolder, until } from './desk-bench.ts';

/** Saves the books of a folder as a package, or opens one, until it is killed or done: it leaves as a crash would, without closing its desk. */
const [repository = '', dataDir = '', workerFile = '', path = '', folder = ''] = process.argv.slice(2);
const desk = await createDesk(depsOf(dataDir, { repository, workerFile, samplesFolder: '' }));
const rows = async () => (await desk.handlers['library.changes']({ since: null })).rows;
if (folder === '') await desk.handlers['packages.openPath']({ path });
else {
  await importFolder(desk, folder);
  const books = await until(rows, (all) => all.every(({ stage }) => stage !== 'checking'));
  await desk.writePackage(
    books.map(({ bookId }) => bookId),
    path,
  );
}
process.kill(process.pid, 'SIGKILL');
