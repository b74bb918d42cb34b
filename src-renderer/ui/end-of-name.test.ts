import { expect, test } from 'vitest';
import { endOf } from './end-of-name.ts';

test.each([
  ['Smith-Wellington wedding reception 017', 'tion 017'],
  ['김민수 이서연 결혼식 본식 앨범 003', '앨범 003'],
  ['김민수 이서연 결혼식 앨범 최종본'.normalize('NFD'), ' 최종본'.normalize('NFD')],
  [
    '아주 긴 이름의 가족앨범 \u{1F468}\u200D\u{1F469}\u200D\u{1F467} 26',
    '범 \u{1F468}\u200D\u{1F469}\u200D\u{1F467} 26',
  ],
])('of %j the end %j is kept, in whole letters', (name, end) => {
  expect(endOf(name)).toBe(end);
  expect(name.endsWith(end)).toBe(true);
});

test.each(['Kim & Lee', '김민수_이서연 003', 'ألبوم الزفاف الطويل جدا 00007', ''])('%j is shown as it is', (name) => {
  expect(endOf(name)).toBe('');
});
