import { spreadOf } from '../../../src-core/layout/spreads.ts';
import type { Guard } from '../../../src-core/layout/guards.ts';
import { useText } from '../../i18n/use-text.ts';
import { GuardList } from './check-list.tsx';
import { documentOf, useLayout, useLayoutPart } from './layout-context.ts';
import { useLostWords } from './live-checks.tsx';
import styles from './export-sheet.module.css';

/** Before the PDFs are made: words of the book that would not be in them. A line leads to its frame. */
export function LostWordsList({ onGo }: { readonly onGo: () => void }) {
  const { t } = useText();
  const session = useLayout();
  const document = useLayoutPart(documentOf);
  const lost = useLostWords(document);
  if (lost.length === 0) return null;
  const go = ({ surfaceId, frameId }: Guard): void => {
    session.goTo(spreadOf(document, surfaceId)?.index ?? 'cover');
    session.select({ surfaceId, frameIds: [frameId] });
    onGo();
  };
  // One text may lose words in more than one way.
  const texts = new Set(lost.map(({ surfaceId, frameId }) => `${surfaceId} ${frameId}`));
  const title = t('layout.export.lostWords', { count: texts.size });
  return (
    <section aria-label={title}>
      <h3 className={styles.heading}>{title}</h3>
      <GuardList guards={lost} onGo={go} />
    </section>
  );
}
