/**
 * The operators of content streams with what they take (ISO 32000-1, annex A): `n` number, `N` name, `s` string,
 * `a` array, `p` property list (name or dictionary), `*` whatever the colour space asks for.
 */
export const OPERATORS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    q: '', Q: '', cm: 'nnnnnn', w: 'n', J: 'n', j: 'n', M: 'n', d: 'an', ri: 'N', i: 'n', gs: 'N',
    m: 'nn', l: 'nn', c: 'nnnnnn', v: 'nnnn', y: 'nnnn', h: '', re: 'nnnn',
    S: '', s: '', f: '', F: '', 'f*': '', B: '', 'B*': '', b: '', 'b*': '', n: '', W: '', 'W*': '',
    BT: '', ET: '', Tc: 'n', Tw: 'n', Tz: 'n', TL: 'n', Tf: 'Nn', Tr: 'n', Ts: 'n', Td: 'nn', TD: 'nn', Tm: 'nnnnnn', 'T*': '',
    Tj: 's', TJ: 'a', "'": 's', '"': 'nns', d0: 'nn', d1: 'nnnnnn',
    CS: 'N', cs: 'N', SC: '*', SCN: '*', sc: '*', scn: '*', G: 'n', g: 'n', RG: 'nnn', rg: 'nnn', K: 'nnnn', k: 'nnnn',
    sh: 'N', Do: 'N', MP: 'N', DP: 'Np', BMC: 'N', BDC: 'Np', EMC: '', BX: '', EX: '', BI: '',
  }),
);
