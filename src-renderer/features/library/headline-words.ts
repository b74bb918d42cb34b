import type { LibraryRow } from '../../../src-core/ipc/subjects/library.ts';
import type { Text } from '../../i18n/text.ts';

/** The one line of a book, in its row and in the inspector; of what is wrong with one of the two files, which file it is. */
export function headlineWords(
  { headline, stage }: Pick<LibraryRow, 'headline' | 'stage'>,
  { t, ref }: Pick<Text, 't' | 'ref'>,
): string {
  if (headline === null) return t(`library.stage.${stage}`);
  const where = headline.params?.['where'];
  const text = ref(headline);
  return where === undefined ? text : t('library.headlineOf', { where: t(`library.check.where.${where}`), text });
}
