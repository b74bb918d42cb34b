import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { Arrivals, arrivalsIn } from './arrivals.ts';

const HERE = join('/', 'home', 'kim');

it('of a command line files of ours and links are shown, and no switch, no other file and no foreign address', () => {
  const words = [
    '/opt/book-print-studio/book-print-studio',
    '--data-dir=/tmp/x.bpjob',
    'October.BPJOB',
    join(HERE, '레이아웃/Kim & Lee/Kim & Lee.bkprep'),
    pathToFileURL(join(HERE, '가을 1.bpjob')).href,
    'file://elsewhere/share/x.bpjob',
    'file:///%',
    'cover.pdf',
    'bookprint://orders/or_1',
    'bookprint://orders/or_1/cancel',
    'https://example.com/x.bpjobs',
  ];
  expect(arrivalsIn(words, HERE)).toEqual([
    { kind: 'package', path: join(HERE, 'October.BPJOB') },
    { kind: 'layout', path: join(HERE, '레이아웃/Kim & Lee/Kim & Lee.bkprep') },
    { kind: 'package', path: join(HERE, '가을 1.bpjob') },
    { kind: 'place', place: { section: 'orders', order: { uid: 'or_1', environment: null } } },
  ]);
});

it('what came waits, is taken once, and each coming and going is told', () => {
  const arrivals = new Arrivals();
  arrivals.add(['a.bpjob'], HERE);
  let told = 0;
  arrivals.onChange = () => (told += 1);
  arrivals.add(['studio', 'bookprint://queue'], HERE);
  const [first = '', second = ''] = arrivals.waiting();
  expect(arrivals.take(second)).toEqual({ kind: 'place', place: { section: 'queue', order: null } });
  expect(arrivals.take(second)).toBeNull();
  expect(arrivals.waiting()).toEqual([first]);
  expect(told).toBe(2);
});

it('keeps no more than a person opens', () => {
  const arrivals = new Arrivals();
  arrivals.add(Array(10_000).fill('bookprint://queue') as string[], HERE);
  expect(arrivals.waiting().length).toBe(50);
});
