import { Copy } from 'lucide-react';
import type { BookSpec } from '../../../src-core/contract/specs.ts';
import { CONTRACTS, type ContractName } from '../../../src-core/contract/profiles.ts';
import type { PdfKind } from '../../../src-core/contract/books.ts';
import { pdfPagesOf, sizeMmOf, spineWidthMm, toleranceMmOf } from '../../../src-core/specs/book-geometry.ts';
import { exportNumbersOf } from '../../../src-core/specs/export-numbers.ts';
import { useText } from '../../i18n/use-text.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { copyText } from '../../ui/copy-text.ts';
import styles from './specs.module.css';

export interface SizesPanelProps {
  readonly spec: BookSpec;
  readonly pages: number;
  readonly contract: ContractName;
}

/** What to deliver, in millimetres: cover, contents, spine and trim, with what may be off. */
export function SizesPanel({ spec, pages, contract }: SizesPanelProps) {
  const { t, format } = useText();
  const pdfPages = pdfPagesOf(spec, 'contents', pages);
  const names: Readonly<Record<PdfKind, string>> = {
    cover: t('specs.sizes.cover'),
    contents: t('specs.sizes.contents', { pages: pdfPages }),
  };
  const copySize = (kind: PdfKind) => {
    const text = t('specs.numbers', { ...exportNumbersOf(spec, kind, pages) });
    copyText(text, t('specs.sizes.copied', { size: text }));
  };
  return (
    <section>
      <h3 className={styles.panelTitle}>{t('specs.sizes.title')}</h3>
      <table className={styles.sizes}>
        <thead>
          <tr>
            <th scope="col">{t('specs.sizes.what')}</th>
            <th scope="col">{t('specs.sizes.width')}</th>
            <th scope="col">{t('specs.sizes.height')}</th>
            <th scope="col">{t('specs.sizes.tolerance')}</th>
            <td />
          </tr>
        </thead>
        <tbody>
          {(['cover', 'contents'] as const).map((kind) => {
            const size = sizeMmOf(spec, kind, pages);
            const tolerance = toleranceMmOf(spec, kind, CONTRACTS[contract]);
            const isSame = tolerance.widthMm === tolerance.heightMm;
            return (
              <tr key={kind}>
                <th scope="row">{names[kind]}</th>
                <td>{format.mm(size.widthMm)}</td>
                <td>{format.mm(size.heightMm)}</td>
                <td>{isSame ? `± ${tolerance.widthMm}` : `± ${tolerance.widthMm} / ${tolerance.heightMm}`}</td>
                <td>
                  <IconButton
                    icon={Copy}
                    label={t('specs.sizes.copy', { what: names[kind] })}
                    onPress={() => copySize(kind)}
                  />
                </td>
              </tr>
            );
          })}
          <tr>
            <th scope="row">{t('specs.sizes.trim')}</th>
            <td>{format.mm(spec.innerTrimWidthMm)}</td>
            <td>{format.mm(spec.innerTrimHeightMm)}</td>
            <td />
            <td />
          </tr>
          <tr>
            <th scope="row">{t('specs.sizes.spine')}</th>
            <td>{format.mm(spineWidthMm(spec, pages))}</td>
            <td />
            <td />
            <td />
          </tr>
        </tbody>
      </table>
    </section>
  );
}
