import { describe, expect, it } from 'vitest';
import {
  BUILT_IN_RULES,
  completeRules,
  faultsIn,
  LONGEST_WORD,
  MOST_WORDS,
  namingRulesSchema,
  readRulesFile,
  rulesFileOf,
  type NamingRules,
} from './naming-rules.ts';

const rules = (own: Partial<NamingRules>): NamingRules => ({ ...BUILT_IN_RULES, ...own });
/** Where something is wrong, and what. */
const faults = (own: Partial<NamingRules>) =>
  faultsIn(rules(own)).map(({ path, text }) => [path.join('.'), text.key.replace('library.rules.fault.', '')]);

describe('naming rules', () => {
  it('are the built-in ones where a file says nothing', () => {
    expect(completeRules({})).toEqual({ success: true, data: BUILT_IN_RULES });
    expect(faultsIn(BUILT_IN_RULES)).toEqual([]);
  });

  it('take words of every script, and built-in words that are switched off', () => {
    const own = {
      cover: ['커버', 'JKT', '0_jacket'],
      contents: ['book block', '속지'],
      states: ['초안'],
      without: ['c'],
    };
    expect(faults(own)).toEqual([]);
    // What is built in may be the other's once it is switched off.
    expect(faults({ cover: ['body'] })).toEqual([['cover.0', 'wordIsBoth']]);
    expect(faults({ cover: ['body'], without: ['body'] })).toEqual([]);
  });

  it.each([
    ['an empty word', { cover: [' _-'] }, ['cover.0', 'wordEmpty']],
    ['a very long word', { states: ['가'.repeat(LONGEST_WORD + 1)] }, ['states.0', 'wordTooLong']],
    ['a word with a bracket', { contents: ['blk)'] }, ['contents.0', 'wordLetters']],
    ['a word with a slash', { contents: ['a/b'] }, ['contents.0', 'wordLetters']],
    ['a state that is a role', { states: ['표지'.normalize('NFD')] }, ['states.0', 'wordIsRole']],
    ['a word that is switched off and never was on', { without: ['jacket'] }, ['without.0', 'notBuiltIn']],
    ['a role without a word', { without: ['cover', 'cov', 'c', '표지'] }, ['cover', 'noWords']],
    ['too many words', { cover: Array.from({ length: MOST_WORDS + 1 }, (_, at) => `w${at}`) }, ['cover', 'tooMany']],
    ['an order that lacks a rule', { order: ['suffix', 'folder'] }, ['order', 'order']],
    ['an order that has one twice', { order: ['suffix', 'folder', 'folder'] }, ['order', 'order']],
  ] satisfies [string, Partial<NamingRules>, string[]][])('do not take %s', (_, own, fault) => {
    expect(faults(own)).toEqual([fault]);
    expect(namingRulesSchema.safeParse(rules(own)).success).toBe(false);
  });

  it.each(['print', 'PRINT', 'v2', 'Ver. 2', '24p', '최종', '인쇄용', '최종'.normalize('NFD')])(
    'do not take the built-in state %s for a role',
    (word) => {
      expect(faults({ cover: [word] })).toEqual([['cover.0', 'wordIsState']]);
      expect(faults({ contents: ['속지', word] })).toEqual([['contents.1', 'wordIsState']]);
      expect(faults({ states: [word] })).toEqual([]);
    },
  );

  it('do not take a word for both roles, and name it in each', () => {
    expect(faults({ cover: ['Wrap'], contents: ['WRAP'] })).toEqual([
      ['cover.0', 'wordIsBoth'],
      ['contents.0', 'wordIsBoth'],
    ]);
    expect(faults({ cover: ['dust-wrap'], contents: ['dust wrap'] })).toHaveLength(2);
    expect(faults({ cover: ['커버'], states: ['커버'] })).toEqual([
      ['cover.0', 'wordIsRole'],
      ['states.0', 'wordIsRole'],
    ]);
  });
});

describe('a pattern', () => {
  it.each(['{title}_{role}', '{qty}x_{title}_{role}', '{any}-{title}-{role}', '{role}{title}', '{title}_{role}.pdf'])(
    'is taken: %s',
    (pattern) => expect(faults({ patterns: [pattern] })).toEqual([]),
  );

  it.each([
    ['', 'patternEmpty'],
    ['{title}', 'patternLacks'],
    ['{role}_{qty}', 'patternLacks'],
    ['{title}_{rolle}', 'patternUnknown'],
    ['{title_{role}', 'patternBrace'],
    ['{title}_{role}}', 'patternBrace'],
    ['{any}/{title}_{role}', 'patternFolder'],
    ['{title}_{title}_{role}', 'patternTwice'],
    ['{title}{any}_{role}', 'patternNeighbours'],
    ['{qty}{title}_{role}', 'patternNeighbours'],
    [`{title}_{role}${'x'.repeat(120)}`, 'patternTooLong'],
  ])('is not taken: %s', (pattern, fault) => {
    expect(faults({ patterns: ['{title}-{role}', pattern] })).toEqual([['patterns.1', fault]]);
  });
});

describe('a file of naming rules', () => {
  const own = rules({ cover: ['커버'], patterns: ['{qty}x_{title}_{role}'], off: ['pages'] });

  it('holds what is not built in, and is read back', () => {
    const text = rulesFileOf(own);
    expect(JSON.parse(text)).toEqual({
      format: 'book-print-studio/naming-rules',
      version: 1,
      cover: ['커버'],
      patterns: ['{qty}x_{title}_{role}'],
      off: ['pages'],
    });
    expect(readRulesFile(text)).toEqual({ rules: own });
    expect(readRulesFile(`\uFEFF${text}`)).toEqual({ rules: own });
  });

  it.each([
    ['{', 'notJson'],
    ['[]', 'notRules'],
    ['{"format":"book-print-studio/import","version":1}', 'notRules'],
    ['{"format":"book-print-studio/naming-rules","version":2}', 'version'],
    ['{"format":"book-print-studio/naming-rules","version":1,"covers":[]}', 'unknownField'],
    ['{"format":"book-print-studio/naming-rules","version":1,"cover":"커버"}', 'form'],
    ['{"format":"book-print-studio/naming-rules","version":1,"off":["sufix"]}', 'form'],
    ['{"format":"book-print-studio/naming-rules","version":1,"patterns":["{title}"]}', 'patternLacks'],
    [`"${'x'.repeat(70_000)}"`, 'notRules'],
  ])('says what is wrong with %s', (text, fault) => {
    const read = readRulesFile(text);
    expect('faults' in read && read.faults.map((one) => one.text.key)).toEqual([`library.rules.fault.${fault}`]);
  });
});
