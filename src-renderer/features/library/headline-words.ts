import { isSent } from '../../../src-core/desk/book-machine.ts';
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

/** What was found in a sent book after it had been let pass is worth a look, wherever the book is by now. */
export function toneOf({
  stage,
  verdict,
  headline,
}: Pick<LibraryRow, 'stage' | 'verdict' | 'headline'>): 'busy' | 'done' | 'look' | 'refused' | undefined {
  if (stage === 'queued' || stage === 'uploading' || stage === 'ordering') return 'busy';
  if (isSent(stage) && headline === null) return 'done';
  if (isSent(stage) || stage === 'needsYou' || stage === 'incomplete' || stage === 'failed') return 'look';
  if (verdict === 'refused') return 'refused';
  return verdict === 'warning' ? 'look' : undefined;
}
