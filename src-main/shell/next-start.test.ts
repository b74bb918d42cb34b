import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { Arrivals } from './arrivals.ts';
import { NextStart } from './next-start.ts';

const HERE = join('/', 'home', 'kim');
const WORDS = ['--data-dir=/srv/studio', 'October.bpjob', 'bookprint://queue', '--no-sandbox'];

let begun: object[];
let arrivals: Arrivals;
let next: NextStart;
beforeEach(() => {
  begun = [];
  arrivals = new Arrivals();
  arrivals.add(WORDS, HERE);
  next = new NextStart({ words: WORDS, folder: HERE, arrivals, relaunch: (how) => void begun.push(how) });
});
const seeAll = () => {
  for (const arrivalId of arrivals.waiting()) arrivals.take(arrivalId);
};

it('does not follow where nobody wishes for it', () => {
  next.begin();
  expect([begun, next.isWanted]).toEqual([[], false]);
});

it('follows once, on the same data folder, and opens nothing again that was opened', () => {
  seeAll();
  next.want();
  next.want();
  next.begin();
  expect(begun).toEqual([{ args: ['--data-dir=/srv/studio', '--no-sandbox'] }]);
});

it('keeps the words of the one before also where another file is started', () => {
  seeAll();
  next.want('/opt/Book Print Studio 2.AppImage');
  next.want();
  next.begin();
  expect(begun).toEqual([
    { args: ['--data-dir=/srv/studio', '--no-sandbox'], execPath: '/opt/Book Print Studio 2.AppImage' },
  ]);
});

it('opens what nobody has seen yet, from whatever folder it was said', () => {
  const [first = ''] = arrivals.waiting();
  arrivals.take(first);
  arrivals.add(['--flag', 'November.bpjob'], join(HERE, 'desk'));
  next.want();
  next.begin();
  expect(begun).toEqual([
    { args: ['--data-dir=/srv/studio', '--no-sandbox', 'bookprint://queue', join(HERE, 'desk/November.bpjob')] },
  ]);
});
