import type { SignEncoding } from './encodings.ts';

/**
 * Advance widths of the 14 fonts that every reader has (ISO 32000-1, 9.6.2.2) in thousandths of the em, from Adobe's
 * Core 14 AFM files, version 3.1 (copyright Adobe Systems 1985 to 1997, free to use, copy and distribute). The test beside
 * it holds them against the copy that pdf-lib brings.
 */

/** Glyph names that the Latin faces share, in the order of their widths. */
const LATIN =
  'space exclam quotedbl numbersign dollar percent ampersand quoteright parenleft parenright ' +
  'asterisk plus comma hyphen period slash zero one two three four five six seven eight nine colon ' +
  'semicolon less equal greater question at A B C D E F G H I J K L M N O P Q R S T U V W X Y Z ' +
  'bracketleft backslash bracketright asciicircum underscore quoteleft a b c d e f g h i j k l m n o ' +
  'p q r s t u v w x y z braceleft bar braceright asciitilde exclamdown cent sterling fraction yen ' +
  'florin section currency quotesingle quotedblleft guillemotleft guilsinglleft guilsinglright fi fl ' +
  'endash dagger daggerdbl periodcentered paragraph bullet quotesinglbase quotedblbase quotedblright ' +
  'guillemotright ellipsis perthousand questiondown grave acute circumflex tilde macron breve ' +
  'dotaccent dieresis ring cedilla hungarumlaut ogonek caron emdash AE ordfeminine Lslash Oslash OE ' +
  'ordmasculine ae dotlessi lslash oslash oe germandbls Idieresis eacute abreve uhungarumlaut ecaron ' +
  'Ydieresis divide Yacute Acircumflex aacute Ucircumflex yacute scommaaccent ecircumflex Uring ' +
  'Udieresis aogonek Uacute uogonek Edieresis Dcroat commaaccent copyright Emacron ccaron aring ' +
  'Ncommaaccent lacute agrave Tcommaaccent Cacute atilde Edotaccent scaron scedilla iacute lozenge ' +
  'Rcaron Gcommaaccent ucircumflex acircumflex Amacron rcaron ccedilla Zdotaccent Thorn Omacron ' +
  'Racute Sacute dcaron Umacron uring threesuperior Ograve Agrave Abreve multiply uacute Tcaron ' +
  'partialdiff ydieresis Nacute icircumflex Ecircumflex adieresis edieresis cacute nacute umacron ' +
  'Ncaron Iacute plusminus brokenbar registered Gbreve Idotaccent summation Egrave racute omacron ' +
  'Zacute Zcaron greaterequal Eth Ccedilla lcommaaccent tcaron eogonek Uogonek Aacute Adieresis ' +
  'egrave zacute iogonek Oacute oacute amacron sacute idieresis Ocircumflex Ugrave Delta thorn ' +
  'twosuperior Odieresis mu igrave ohungarumlaut Eogonek dcroat threequarters Scedilla lcaron ' +
  'Kcommaaccent Lacute trademark edotaccent Igrave Imacron Lcaron onehalf lessequal ocircumflex ' +
  'ntilde Uhungarumlaut Eacute emacron gbreve onequarter Scaron Scommaaccent Ohungarumlaut degree ' +
  'ograve Ccaron ugrave radical Dcaron rcommaaccent Ntilde otilde Rcommaaccent Lcommaaccent Atilde ' +
  'Aogonek Aring Otilde zdotaccent Ecaron Iogonek kcommaaccent minus Icircumflex ncaron tcommaaccent ' +
  'logicalnot odieresis udieresis notequal gcommaaccent eth zcaron ncommaaccent onesuperior imacron ' +
  'Euro';
const HELVETICA =
  '278 278 355 556 556 889 667 222 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 ' +
  '556 556 278 278 584 584 584 556 1015 667 667 722 722 667 611 778 722 278 500 667 556 833 722 778 ' +
  '667 778 722 667 611 722 667 944 667 667 611 278 278 278 469 556 222 556 556 500 556 556 278 556 ' +
  '556 222 222 500 222 833 556 556 556 556 333 500 278 556 500 722 500 500 500 334 260 334 584 333 ' +
  '556 556 167 556 556 556 556 191 333 556 333 333 500 500 556 556 556 278 537 350 222 333 333 556 ' +
  '1000 1000 611 333 333 333 333 333 333 333 333 333 333 333 333 333 1000 1000 370 556 778 1000 365 ' +
  '889 278 222 611 944 611 278 556 556 556 556 667 584 667 667 556 722 500 500 556 722 722 556 722 ' +
  '556 667 722 250 737 667 500 556 722 222 556 611 722 556 667 500 500 278 471 722 778 556 556 667 ' +
  '333 500 611 667 778 722 667 643 722 556 333 778 667 667 584 556 611 476 500 722 278 667 556 556 ' +
  '500 556 556 722 278 584 260 737 778 278 600 667 333 556 611 611 549 722 722 222 317 556 722 667 ' +
  '667 556 500 222 778 556 556 500 278 778 722 612 556 333 778 556 278 556 667 556 834 667 299 667 ' +
  '556 1000 556 278 278 556 834 549 556 556 722 667 556 556 834 667 667 778 400 556 722 556 453 722 ' +
  '333 722 556 722 556 667 667 667 778 500 667 278 500 584 278 556 278 584 556 556 549 556 556 500 ' +
  '556 333 278 556';
const HELVETICA_BOLD =
  '278 333 474 556 556 889 722 278 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 ' +
  '556 556 333 333 584 584 584 611 975 722 722 722 722 667 611 778 722 278 556 722 611 833 722 778 ' +
  '667 778 722 667 611 722 667 944 667 667 611 333 278 333 584 556 278 556 611 556 611 556 333 611 ' +
  '611 278 278 556 278 889 611 611 611 611 389 556 333 611 556 778 556 556 500 389 280 389 584 333 ' +
  '556 556 167 556 556 556 556 238 500 556 333 333 611 611 556 556 556 278 556 350 278 500 500 556 ' +
  '1000 1000 611 333 333 333 333 333 333 333 333 333 333 333 333 333 1000 1000 370 611 778 1000 365 ' +
  '889 278 278 611 944 611 278 556 556 611 556 667 584 667 722 556 722 556 556 556 722 722 556 722 ' +
  '611 667 722 250 737 667 556 556 722 278 556 611 722 556 667 556 556 278 494 722 778 611 556 722 ' +
  '389 556 611 667 778 722 667 743 722 611 333 778 722 722 584 611 611 494 556 722 278 667 556 556 ' +
  '556 611 611 722 278 584 280 737 778 278 600 667 389 611 611 611 549 722 722 278 389 556 722 722 ' +
  '722 556 500 278 778 611 556 556 278 778 722 612 611 333 778 611 278 611 667 611 834 667 400 722 ' +
  '611 1000 556 278 278 611 834 549 611 611 722 667 556 611 834 667 667 778 400 611 722 611 549 722 ' +
  '389 722 611 722 611 722 722 722 778 500 667 278 556 584 278 611 333 584 611 611 549 611 611 500 ' +
  '611 333 278 556';
const TIMES_ROMAN =
  '250 333 408 500 500 833 778 333 333 333 500 564 250 333 250 278 500 500 500 500 500 500 500 500 ' +
  '500 500 278 278 564 564 564 444 921 722 667 667 722 611 556 722 722 333 389 722 611 889 722 722 ' +
  '556 722 667 556 611 722 722 944 722 722 611 333 278 333 469 500 333 444 500 444 500 444 333 500 ' +
  '500 278 278 500 278 778 500 500 500 500 333 389 278 500 500 722 500 500 444 480 200 480 541 333 ' +
  '500 500 167 500 500 500 500 180 444 500 333 333 556 556 500 500 500 250 453 350 333 444 444 500 ' +
  '1000 1000 444 333 333 333 333 333 333 333 333 333 333 333 333 333 1000 889 276 611 722 889 310 ' +
  '667 278 278 500 722 500 333 444 444 500 444 722 564 722 722 444 722 500 389 444 722 722 444 722 ' +
  '500 611 722 250 760 611 444 444 722 278 444 611 667 444 611 389 389 278 471 667 722 500 444 722 ' +
  '333 444 611 556 722 667 556 588 722 500 300 722 722 722 564 500 611 476 500 722 278 611 444 444 ' +
  '444 500 500 722 333 564 200 760 722 333 600 611 333 500 611 611 549 722 667 278 326 444 722 722 ' +
  '722 444 444 278 722 500 444 389 278 722 722 612 500 300 722 500 278 500 611 500 750 556 344 722 ' +
  '611 980 444 333 333 611 750 549 500 500 722 611 444 500 750 556 556 722 400 500 667 500 453 722 ' +
  '333 722 500 667 611 722 722 722 722 444 611 333 500 564 333 500 278 564 500 500 549 500 500 444 ' +
  '500 300 278 500';
const TIMES_BOLD =
  '250 333 555 500 500 1000 833 333 333 333 500 570 250 333 250 278 500 500 500 500 500 500 500 500 ' +
  '500 500 333 333 570 570 570 500 930 722 667 722 722 667 611 778 778 389 500 778 667 944 722 778 ' +
  '611 778 722 556 667 722 722 1000 722 722 667 333 278 333 581 500 333 500 556 444 556 444 333 500 ' +
  '556 278 333 556 278 833 556 500 556 556 444 389 333 556 500 722 500 500 444 394 220 394 520 333 ' +
  '500 500 167 500 500 500 500 278 500 500 333 333 556 556 500 500 500 250 540 350 333 500 500 500 ' +
  '1000 1000 500 333 333 333 333 333 333 333 333 333 333 333 333 333 1000 1000 300 667 778 1000 330 ' +
  '722 278 278 500 722 556 389 444 500 556 444 722 570 722 722 500 722 500 389 444 722 722 500 722 ' +
  '556 667 722 250 747 667 444 500 722 278 500 667 722 500 667 389 389 278 494 722 778 556 500 722 ' +
  '444 444 667 611 778 722 556 672 722 556 300 778 722 722 570 556 667 494 500 722 278 667 500 444 ' +
  '444 556 556 722 389 570 220 747 778 389 600 667 444 500 667 667 549 722 722 278 416 444 722 722 ' +
  '722 444 444 278 778 500 500 389 278 778 722 612 556 300 778 556 278 500 667 556 750 556 394 778 ' +
  '667 1000 444 389 389 667 750 549 500 556 722 667 444 500 750 556 556 778 400 500 722 556 549 722 ' +
  '444 722 500 722 667 722 722 722 778 444 667 389 556 570 389 556 333 570 500 556 549 500 500 444 ' +
  '556 300 278 500';
const TIMES_ITALIC =
  '250 333 420 500 500 833 778 333 333 333 500 675 250 333 250 278 500 500 500 500 500 500 500 500 ' +
  '500 500 333 333 675 675 675 500 920 611 611 667 722 611 611 722 722 333 444 667 556 833 667 722 ' +
  '611 722 611 500 556 722 611 833 611 556 556 389 278 389 422 500 333 500 500 444 500 444 278 500 ' +
  '500 278 278 444 278 722 500 500 500 500 389 389 278 500 444 667 444 444 389 400 275 400 541 389 ' +
  '500 500 167 500 500 500 500 214 556 500 333 333 500 500 500 500 500 250 523 350 333 556 556 500 ' +
  '889 1000 500 333 333 333 333 333 333 333 333 333 333 333 333 333 889 889 276 556 722 944 310 667 ' +
  '278 278 500 667 500 333 444 500 500 444 556 675 556 611 500 722 444 389 444 722 722 500 722 500 ' +
  '611 722 250 760 611 444 500 667 278 500 556 667 500 611 389 389 278 471 611 722 500 500 611 389 ' +
  '444 556 611 722 611 500 544 722 500 300 722 611 611 675 500 556 476 444 667 278 611 500 444 444 ' +
  '500 500 667 333 675 275 760 722 333 600 611 389 500 556 556 549 722 667 278 300 444 722 611 611 ' +
  '444 389 278 722 500 500 389 278 722 722 612 500 300 722 500 278 500 611 500 750 500 300 667 556 ' +
  '980 444 333 333 611 750 549 500 500 722 611 444 500 750 500 500 722 400 500 667 500 453 722 389 ' +
  '667 500 611 556 611 611 611 722 389 611 333 444 675 333 500 278 675 500 500 549 500 500 389 500 ' +
  '300 278 500';
const TIMES_BOLD_ITALIC =
  '250 389 555 500 500 833 778 333 333 333 500 570 250 333 250 278 500 500 500 500 500 500 500 500 ' +
  '500 500 333 333 570 570 570 500 832 667 667 667 722 667 667 722 778 389 500 667 611 889 722 722 ' +
  '611 722 667 556 611 722 667 889 667 611 611 333 278 333 570 500 333 500 500 444 500 444 333 500 ' +
  '556 278 278 500 278 778 556 500 500 500 389 389 278 556 444 667 500 444 389 348 220 348 570 389 ' +
  '500 500 167 500 500 500 500 278 500 500 333 333 556 556 500 500 500 250 500 350 333 500 500 500 ' +
  '1000 1000 500 333 333 333 333 333 333 333 333 333 333 333 333 333 1000 944 266 611 722 944 300 ' +
  '722 278 278 500 722 500 389 444 500 556 444 611 570 611 667 500 722 444 389 444 722 722 500 722 ' +
  '556 667 722 250 747 667 444 500 722 278 500 611 667 500 667 389 389 278 494 667 722 556 500 667 ' +
  '389 444 611 611 722 667 556 608 722 556 300 722 667 667 570 556 611 494 444 722 278 667 500 444 ' +
  '444 556 556 722 389 570 220 747 722 389 600 667 389 500 611 611 549 722 667 278 366 444 722 667 ' +
  '667 444 389 278 722 500 500 389 278 722 722 612 500 300 722 576 278 500 667 500 750 556 382 667 ' +
  '611 1000 444 389 389 611 750 549 500 556 722 667 444 500 750 556 556 722 400 500 667 556 549 722 ' +
  '389 722 500 667 611 667 667 667 722 389 667 389 500 606 389 556 278 606 500 556 549 500 500 389 ' +
  '556 300 278 500';
const SYMBOL_SIGNS =
  'space exclam universal numbersign existential percent ampersand suchthat parenleft parenright ' +
  'asteriskmath plus comma minus period slash zero one two three four five six seven eight nine ' +
  'colon semicolon less equal greater question congruent Alpha Beta Chi Delta Epsilon Phi Gamma Eta ' +
  'Iota theta1 Kappa Lambda Mu Nu Omicron Pi Theta Rho Sigma Tau Upsilon sigma1 Omega Xi Psi Zeta ' +
  'bracketleft therefore bracketright perpendicular underscore radicalex alpha beta chi delta ' +
  'epsilon phi gamma eta iota phi1 kappa lambda mu nu omicron pi theta rho sigma tau upsilon omega1 ' +
  'omega xi psi zeta braceleft bar braceright similar Euro Upsilon1 minute lessequal fraction ' +
  'infinity florin club diamond heart spade arrowboth arrowleft arrowup arrowright arrowdown degree ' +
  'plusminus second greaterequal multiply proportional partialdiff bullet divide notequal ' +
  'equivalence approxequal ellipsis arrowvertex arrowhorizex carriagereturn aleph Ifraktur Rfraktur ' +
  'weierstrass circlemultiply circleplus emptyset intersection union propersuperset reflexsuperset ' +
  'notsubset propersubset reflexsubset element notelement angle gradient registerserif ' +
  'copyrightserif trademarkserif product radical dotmath logicalnot logicaland logicalor ' +
  'arrowdblboth arrowdblleft arrowdblup arrowdblright arrowdbldown lozenge angleleft registersans ' +
  'copyrightsans trademarksans summation parenlefttp parenleftex parenleftbt bracketlefttp ' +
  'bracketleftex bracketleftbt bracelefttp braceleftmid braceleftbt braceex angleright integral ' +
  'integraltp integralex integralbt parenrighttp parenrightex parenrightbt bracketrighttp ' +
  'bracketrightex bracketrightbt bracerighttp bracerightmid bracerightbt apple';
const SYMBOL =
  '250 333 713 500 549 833 778 439 333 333 500 549 250 549 250 278 500 500 500 500 500 500 500 500 ' +
  '500 500 278 278 549 549 549 444 549 722 667 722 612 611 763 603 722 333 631 722 686 889 722 722 ' +
  '768 741 556 592 611 690 439 768 645 795 611 333 863 333 658 500 500 631 549 549 494 439 521 411 ' +
  '603 329 603 549 549 576 521 549 549 521 549 603 439 576 713 686 493 686 494 480 200 480 549 750 ' +
  '620 247 549 167 713 500 753 753 753 753 1042 987 603 987 603 400 549 411 549 549 713 494 460 549 ' +
  '549 549 549 1000 603 1000 658 823 686 795 987 768 768 823 768 768 713 713 713 713 713 713 713 768 ' +
  '713 790 790 890 823 549 250 713 603 603 1042 987 603 987 603 494 329 790 790 786 713 384 384 384 ' +
  '384 384 384 494 494 494 494 329 274 686 686 686 384 384 384 384 384 384 494 494 494 790';
const DINGBAT_SIGNS =
  'space a1 a2 a202 a3 a4 a5 a119 a118 a117 a11 a12 a13 a14 a15 a16 a105 a17 a18 a19 a20 a21 a22 a23 ' +
  'a24 a25 a26 a27 a28 a6 a7 a8 a9 a10 a29 a30 a31 a32 a33 a34 a35 a36 a37 a38 a39 a40 a41 a42 a43 ' +
  'a44 a45 a46 a47 a48 a49 a50 a51 a52 a53 a54 a55 a56 a57 a58 a59 a60 a61 a62 a63 a64 a65 a66 a67 ' +
  'a68 a69 a70 a71 a72 a73 a74 a203 a75 a204 a76 a77 a78 a79 a81 a82 a83 a84 a97 a98 a99 a100 a89 ' +
  'a90 a93 a94 a91 a92 a205 a85 a206 a86 a87 a88 a95 a96 a101 a102 a103 a104 a106 a107 a108 a112 ' +
  'a111 a110 a109 a120 a121 a122 a123 a124 a125 a126 a127 a128 a129 a130 a131 a132 a133 a134 a135 ' +
  'a136 a137 a138 a139 a140 a141 a142 a143 a144 a145 a146 a147 a148 a149 a150 a151 a152 a153 a154 ' +
  'a155 a156 a157 a158 a159 a160 a161 a163 a164 a196 a165 a192 a166 a167 a168 a169 a170 a171 a172 ' +
  'a173 a162 a174 a175 a176 a177 a178 a179 a193 a180 a199 a181 a200 a182 a201 a183 a184 a197 a185 ' +
  'a194 a198 a186 a195 a187 a188 a189 a190 a191';
const DINGBATS =
  '278 974 961 974 980 719 789 790 791 690 960 939 549 855 911 933 911 945 974 755 846 762 761 571 ' +
  '677 763 760 759 754 494 552 537 577 692 786 788 788 790 793 794 816 823 789 841 823 833 816 831 ' +
  '923 744 723 749 790 792 695 776 768 792 759 707 708 682 701 826 815 789 789 707 687 696 689 786 ' +
  '787 713 791 785 791 873 761 762 762 759 759 892 892 788 784 438 138 277 415 392 392 668 668 390 ' +
  '390 317 317 276 276 509 509 410 410 234 234 334 334 732 544 544 910 667 760 760 776 595 694 626 ' +
  '788 788 788 788 788 788 788 788 788 788 788 788 788 788 788 788 788 788 788 788 788 788 788 788 ' +
  '788 788 788 788 788 788 788 788 788 788 788 788 788 788 788 788 894 838 1016 458 748 924 748 918 ' +
  '927 928 928 834 873 828 924 924 917 930 931 463 883 836 836 867 867 696 696 874 874 760 946 771 ' +
  '865 771 888 967 888 831 873 927 970 918';

type WidthsByName = ReadonlyMap<string, number>;

const pair = (names: string, widths: string): WidthsByName => {
  const list = widths.split(' ');
  return new Map(names.split(' ').map((name, index) => [name, Number(list[index])]));
};
const COURIER = pair(LATIN, LATIN.replace(/\S+/g, '600'));
const FACES: readonly (readonly [
  upright: RegExp,
  regular: string,
  bold: string,
  italic: string,
  boldItalic: string,
])[] = [
  [/^(?:Helvetica|Arial(?:MT)?)$/, HELVETICA, HELVETICA_BOLD, HELVETICA, HELVETICA_BOLD],
  [/^(?:Times|Times-?Roman|TimesNewRoman(?:PS)?(?:MT)?)$/, TIMES_ROMAN, TIMES_BOLD, TIMES_ITALIC, TIMES_BOLD_ITALIC],
];

const known = new Map<string, WidthsByName | null>();

/**
 * The widths of a standard font by glyph name, under its own name or one of those that readers take for it
 * (`Arial,Bold`, `TimesNewRomanPS-ItalicMT`, `CourierNew`); null for any other font.
 */
export function standardWidths(fontName: string): WidthsByName | null {
  let widths = known.get(fontName);
  if (widths === undefined) known.set(fontName, (widths = read(fontName)));
  return widths;
}

function read(fontName: string): WidthsByName | null {
  const plain = fontName.replaceAll(' ', '');
  if (plain === 'Symbol' || plain === 'SymbolMT') return pair(SYMBOL_SIGNS, SYMBOL);
  if (plain === 'ZapfDingbats') return pair(DINGBAT_SIGNS, DINGBATS);
  const [, family = '', style = ''] =
    /^(.+?)(?:[-,](Bold|Italic|Oblique|BoldItalic|BoldOblique)(?:MT)?)?$/.exec(plain) ?? [];
  if (/^Courier(?:New)?(?:PS)?(?:MT)?$/.test(family)) return COURIER;
  const face = FACES.find(([name]) => name.test(family));
  if (face === undefined) return null;
  const isBold = style.startsWith('Bold');
  const isSlanted = /Italic|Oblique/.test(style);
  return pair(LATIN, face[isSlanted ? (isBold ? 4 : 3) : isBold ? 2 : 1]);
}

const codes = (...ranges: readonly (readonly [first: number, last: number])[]) =>
  ranges.flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, index) => first + index));

/** The files list the signs in the order of their codes. */
const SIGN_CODES = {
  Symbol: codes([0x20, 0x7e], [0xa0, 0xef], [0xf1, 0xfe]),
  ZapfDingbats: codes([0x20, 0x7e], [0x80, 0x8d], [0xa1, 0xef], [0xf1, 0xfe]),
};

/** The width of a code of a font of signs, whose signs have names that stand for no character; null without a sign. */
export function signWidth(font: SignEncoding, code: number): number | null {
  const widths = (font === 'Symbol' ? SYMBOL : DINGBATS).split(' ');
  const place = SIGN_CODES[font].indexOf(code);
  return place < 0 ? null : Number(widths[place]);
}
