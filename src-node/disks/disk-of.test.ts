import { expect, it } from 'vitest';
import { diskNames, mountPointsIn } from './disk-of.ts';

const MOUNT_INFO = `22 28 0:20 / /sys rw shared:7 - sysfs sysfs rw
28 1 8:2 / / rw,relatime shared:1 - ext4 /dev/sda2 rw
90 28 0:50 / /mnt/studio rw,relatime shared:2 - cifs //nas/studio rw
91 90 0:51 / /mnt/studio/old\\040albums rw,relatime shared:3 - cifs //nas/old rw
92 28 0:52 / /mnt/studio rw,relatime shared:4 - cifs //nas/studio rw
`;

it('tells the disks of Linux apart by where they are mounted, the innermost first', () => {
  const mounts = mountPointsIn(MOUNT_INFO);
  expect(mounts).toEqual(['/mnt/studio/old albums', '/mnt/studio', '/sys']);
  const diskOf = diskNames('linux', () => mounts);
  expect(diskOf('/mnt/studio/Kim/cover.pdf')).toBe('/mnt/studio');
  expect(diskOf('/mnt/studio/old albums/Kim.pdf')).toBe('/mnt/studio/old albums');
  expect(diskOf('/mnt/studio')).toBe('/mnt/studio');
  expect(diskOf('/mnt/studio2/Kim.pdf')).toBe('/');
  expect(diskOf('/home/kim/Kim.pdf')).toBe('/');
});

it('reads what is mounted once for many questions', () => {
  let reads = 0;
  const diskOf = diskNames('linux', () => {
    reads += 1;
    return [];
  });
  for (let nth = 0; nth < 1_000; nth += 1) diskOf('/media/stick/a.pdf');
  expect(reads).toBe(1);
});

it.each([
  ['darwin', '/Volumes/Photos/Kim.pdf', '/Volumes/Photos'],
  ['darwin', '/Users/kim/Kim.pdf', '/'],
  ['win32', 'D:\\albums\\Kim.pdf', 'd:'],
  ['win32', '\\\\NAS\\Studio\\Kim.pdf', '\\\\nas\\studio'],
] as const)('on %s the disk of %s is %s', (platform, path, disk) => {
  expect(diskNames(platform)(path)).toBe(disk);
});
