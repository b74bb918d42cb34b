import { BookPlus } from 'lucide-react';
import { minorToNumber } from '../../../src-core/contract/money.ts';
import { CONTRACTS, type ContractName } from '../../../src-core/contract/profiles.ts';
import type { BookSpec } from '../../../src-core/contract/specs.ts';
import type { ConnectionView } from '../../../src-core/ipc/subjects/connections.ts';
import { unitPriceMinor } from '../../../src-core/specs/price.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { SaveTemplate } from '../documents/save-template.tsx';
import { newBook } from '../layout/new-book.ts';
import { SizesPanel } from './sizes-panel.tsx';
import styles from './specs.module.css';

const TEMPLATES = ['cover', 'contents'] as const;

export interface SpecFactsProps {
  readonly spec: BookSpec;
  readonly pages: number;
  readonly contract: ContractName;
  readonly environment: ConnectionView['environment'];
}

/** Figures of the spec at this page count, and the templates for exactly it. */
export function SpecFacts({ spec, pages, contract, environment }: SpecFactsProps) {
  const { t, format } = useText();
  const price = unitPriceMinor(spec, pages, environment, CONTRACTS[contract]);
  return (
    <aside className={styles.facts} aria-label={spec.name}>
      <h2>{spec.name}</h2>
      <p className={styles.specNote}>{spec.bookSpecUid}</p>
      <SizesPanel spec={spec} pages={pages} contract={contract} />
      <section>
        <h3 className={styles.panelTitle}>{t('specs.price.title')}</h3>
        {price === null ? (
          <p className={styles.specNote}>{t('specs.price.hidden')}</p>
        ) : (
          <>
            <p className={styles.price}>{format.money(minorToNumber(price), spec.priceCurrency)}</p>
            <p className={styles.specNote}>{t('specs.price.note', { environment, pages })}</p>
          </>
        )}
      </section>
      <section>
        <Button icon={BookPlus} onPress={() => newBook.set({ specUid: spec.bookSpecUid, pages })}>
          {t('layout.new.from', { pages })}
        </Button>
      </section>
      <section>
        <h3 className={styles.panelTitle}>{t('specs.template.title', { pages })}</h3>
        <div className={styles.templates}>
          {TEMPLATES.map((kind) => (
            <SaveTemplate
              key={kind}
              label={t(`specs.template.${kind}`)}
              template={{ specUid: spec.bookSpecUid, pages, kind }}
            />
          ))}
        </div>
      </section>
      <section>
        <h3 className={styles.panelTitle}>{t('specs.paper.title')}</h3>
        <dl className={styles.paper}>
          <dt>{t('specs.paper.cover')}</dt>
          <dd>{spec.paper.cover.paper}</dd>
          <dt>{t('specs.paper.inner')}</dt>
          <dd>{spec.paper.inner.paper}</dd>
          <dt>{t('specs.paper.lamination')}</dt>
          <dd>{spec.paper.lamination}</dd>
          <dt>{t('specs.paper.box')}</dt>
          <dd>{spec.booksPerBox}</dd>
        </dl>
      </section>
    </aside>
  );
}
