import { describe, expect, it } from 'vitest';
import { choseongOf, createMatcher } from './choseong.ts';

describe('search by first consonants', () => {
  it('turns syllables into their first consonants and leaves the rest', () => {
    expect(choseongOf('김민수 & Lee')).toBe('ㄱㅁㅅ & Lee');
    expect(choseongOf('꽃빛 쑥')).toBe('ㄲㅂ ㅆ');
    expect(choseongOf('힣가')).toBe('ㅎㄱ');
  });

  it('finds 김민수·이서연 by ㄱㅁㅅ and 제주의 봄 across a space', () => {
    expect(createMatcher('ㄱㅁㅅ')('김민수·이서연 웨딩')).toBe(true);
    expect(createMatcher('ㅈㅈㅇㅂ')('제주의 봄')).toBe(true);
    expect(createMatcher('ㅂㅈ')('김민수')).toBe(false);
  });

  it('finds composed names with a decomposed query and ignores case', () => {
    expect(createMatcher('김민수'.normalize('NFD'))('김민수')).toBe(true);
    expect(createMatcher('김민수')('김민수'.normalize('NFD'))).toBe(true);
    expect(createMatcher('LEE')('Kim & Lee')).toBe(true);
  });

  it('lets everything through when the query is empty', () => {
    expect(createMatcher('  ')('anything')).toBe(true);
  });
});
