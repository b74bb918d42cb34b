import { z } from 'zod';

/** What becomes of a book of a hot folder that is green. */
export const whenGreenSchema = z.enum(['nothing', 'upload', 'order']);
export type WhenGreen = z.infer<typeof whenGreenSchema>;

/** What becomes of its files once they are finalized at the service. */
export const afterwardsSchema = z.enum(['leave', 'mark', 'move']);
export type Afterwards = z.infer<typeof afterwardsSchema>;

/** Names under which processed files lie, in the language of whoever set the folder up. */
const PUT_AWAY = {
  en: { folder: 'done', mark: 'sent' },
  ko: { folder: '완료', mark: '전송됨' },
} as const;
type PutAwayLanguage = keyof typeof PUT_AWAY;

const DONE_FOLDERS: ReadonlySet<string> = new Set(Object.values(PUT_AWAY).map(({ folder }) => folder));
const MARKED = new RegExp(
  ` \\[(?:${Object.values(PUT_AWAY)
    .map(({ mark }) => mark)
    .join('|')})\\](?: \\d+)?\\.pdf$`,
  'iu',
);
/** Endings under which browsers, FTP clients and copy programs write a file that is to become a PDF. */
const PASSING = /\.(?:part|partial|filepart|crdownload|download|opdownload|tmp)$/i;

/** Whether a folder directly below a hot folder holds what was processed. */
export const isDoneFolder = (name: string): boolean => DONE_FOLDERS.has(name.normalize('NFC').toLowerCase());

/** Whether a file was marked as processed. */
export const isMarked = (name: string): boolean => MARKED.test(name.normalize('NFC'));

/** Whether a file bears a name that it will not keep. */
export const isPassingName = (name: string): boolean => PASSING.test(name);

/**
 * Where a processed file goes: the folders below the hot one and its name. `nth` counts from 1 and tells names apart that are taken.
 * `Kim_cover.pdf` becomes `Kim_cover [sent].pdf`, or `done/Kim_cover.pdf` and then `done/Kim_cover 2.pdf`.
 */
export function putAwayPlace(
  afterwards: Exclude<Afterwards, 'leave'>,
  language: PutAwayLanguage,
  { folder, name }: { readonly folder: readonly string[]; readonly name: string },
  nth: number,
): readonly string[] {
  const words = PUT_AWAY[language];
  const stem = name.replace(/\.pdf$/i, '');
  const ending = name.slice(stem.length);
  const again = nth === 1 ? '' : ` ${nth}`;
  return afterwards === 'mark'
    ? [...folder, `${stem} [${words.mark}]${again}${ending}`]
    : [words.folder, ...folder, `${stem}${again}${ending}`];
}
