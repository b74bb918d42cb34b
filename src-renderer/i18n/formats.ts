import type { Quantity } from '../../src-core/preflight/finding.ts';
import type { Language } from '../../src-core/text-ref.ts';

const TAGS: Readonly<Record<Language, string>> = { ko: 'ko-KR', en: 'en-US' };
const SAME_NAMES = {
  mm: 'mm',
  degrees: '°',
  factor: '×',
  ppi: 'ppi',
  pt: 'pt',
  percent: '%',
  bytes: 'MB',
  count: '',
} as const;
const UNIT_NAMES: Readonly<Record<Language, Readonly<Record<Quantity['unit'], string>>>> = {
  ko: { ...SAME_NAMES, pages: '쪽' },
  en: { ...SAME_NAMES, pages: 'pages' },
};
const NO_SPACE: ReadonlySet<string> = new Set(['°', '%', '쪽', '']);
const SECOND = 1_000;

/** How figures are written in one language. Times are milliseconds since the epoch, in the machine's time zone. */
export interface Formats {
  readonly number: (value: number) => string;
  /** With as many decimals as it has: what a bare value of a sentence is written as. */
  readonly figure: (value: number) => string;
  /** `₩1,204,300`. */
  readonly money: (amount: number, currency: string) => string;
  /** One decimal, without the unit. */
  readonly mm: (valueMm: number) => string;
  readonly bytes: (bytes: number) => string;
  /** In bits, as connections are sold: `86 Mbit/s`. */
  readonly speed: (bytesPerSecond: number) => string;
  /** What is left of a wait, to the second, and from a minute on to the minute. */
  readonly duration: (ms: number) => string;
  /** What something took: below a second to the millisecond. */
  readonly took: (ms: number) => string;
  readonly time: (atMs: number) => string;
  /** To the minute, with its day unless that is today's: `18:00`, `2026-09-17 08:00`. */
  readonly moment: (atMs: number, nowMs: number) => string;
  readonly date: (atMs: number) => string;
  /** `2026-09-16 14:02`. */
  readonly dateTime: (atMs: number) => string;
  readonly quantity: (quantity: Quantity) => string;
  /** A limit as it was set: with all of its decimals. */
  readonly limit: (quantity: Quantity) => string;
  /** What stands behind a bare figure of the unit: `mm`, `%`, `쪽`; nothing for a count. Bytes are written in MB. */
  readonly unitName: (unit: Quantity['unit']) => string;
}

export function formatsFor(language: Language): Formats {
  const tag = TAGS[language];
  const whole = new Intl.NumberFormat(tag, { maximumFractionDigits: 2 });
  const oneDecimal = new Intl.NumberFormat(tag, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const oneAtMost = new Intl.NumberFormat(tag, { maximumFractionDigits: 1 });
  const allDecimals = new Intl.NumberFormat(tag, { maximumFractionDigits: 6 });
  const rounded = new Intl.NumberFormat(tag, { maximumFractionDigits: 0 });
  const clock = new Intl.DateTimeFormat(tag, {
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  });
  const day = new Intl.DateTimeFormat('sv-SE', { year: 'numeric', month: '2-digit', day: '2-digit' });
  const hourAndMinute = new Intl.DateTimeFormat('sv-SE', { hour: '2-digit', minute: '2-digit' });
  const dayAndTime = new Intl.DateTimeFormat('sv-SE', {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  });
  const currencies = new Map<string, Intl.NumberFormat>();

  const money = (amount: number, currency: string): string => {
    let format = currencies.get(currency);
    if (format === undefined) {
      format = new Intl.NumberFormat(tag, {
        style: 'currency',
        currency,
        currencyDisplay: 'narrowSymbol',
        minimumFractionDigits: 0,
        maximumFractionDigits: 2,
      });
      currencies.set(currency, format);
    }
    return format.format(amount);
  };
  const unit = (value: number, name: string, digits: number): string =>
    new Intl.NumberFormat(tag, {
      style: 'unit',
      unit: name,
      unitDisplay: 'short',
      maximumFractionDigits: digits,
    }).format(value);
  const bytes = (count: number): string => {
    if (count < 1_000_000) return unit(Math.ceil(count / 1_000), 'kilobyte', 0);
    if (count < 1_000_000_000) return unit(count / 1_000_000, 'megabyte', count < 100_000_000 ? 1 : 0);
    return unit(count / 1_000_000_000, 'gigabyte', 2);
  };
  const duration = (ms: number): string => {
    // Rounded before it is divided: 59.6 minutes are an hour, and not 60 minutes.
    const seconds = Math.round(ms / SECOND);
    if (seconds < 60) return unit(seconds, 'second', 0);
    const minutes = Math.ceil(seconds / 60);
    if (minutes < 60) return unit(minutes, 'minute', 0);
    return `${unit(Math.floor(minutes / 60), 'hour', 0)} ${unit(minutes % 60, 'minute', 0)}`;
  };

  return {
    number: (value) => whole.format(value),
    figure: (value) => allDecimals.format(value),
    money,
    mm: (valueMm) => oneDecimal.format(valueMm),
    bytes,
    speed: (bytesPerSecond) => `${whole.format(Math.round((bytesPerSecond * 8) / 100_000) / 10)} Mbit/s`,
    duration,
    took: (ms) => (ms < SECOND ? unit(Math.round(ms), 'millisecond', 0) : duration(ms)),
    time: (atMs) => clock.format(atMs),
    moment: (atMs, nowMs) => (day.format(atMs) === day.format(nowMs) ? hourAndMinute : dayAndTime).format(atMs),
    date: (atMs) => day.format(atMs),
    dateTime: (atMs) => dayAndTime.format(atMs),
    quantity: ({ value, unit: of }) => {
      switch (of) {
        case 'mm':
          return `${oneDecimal.format(value)} mm`;
        case 'pages':
          return language === 'ko' ? `${whole.format(value)}쪽` : `${whole.format(value)} p.`;
        case 'bytes':
          return bytes(value);
        case 'degrees':
          return `${whole.format(value)}°`;
        case 'factor':
          return `× ${whole.format(value)}`;
        case 'ppi':
          return `${rounded.format(value)} ppi`;
        case 'pt':
          return `${whole.format(value)} pt`;
        case 'percent':
          return `${oneAtMost.format(value)}%`;
        case 'count':
          return whole.format(value);
      }
    },
    limit: ({ value, unit: of }) =>
      of === 'bytes'
        ? bytes(value)
        : `${allDecimals.format(value)}${NO_SPACE.has(UNIT_NAMES[language][of]) ? '' : ' '}${UNIT_NAMES[language][of]}`,
    unitName: (unit) => UNIT_NAMES[language][unit],
  };
}
