import type { BookDetail, Verdict } from '../../../src-core/ipc/views.ts';
import type { Finding, Severity } from '../../../src-core/preflight/finding.ts';
import { useText } from '../../i18n/use-text.ts';
import { Quantity } from '../../ui/quantity.tsx';
import { StateMark } from '../../ui/state-mark.tsx';
import type { PageAddress } from './page-address.ts';
import { Remedies } from './remedies.tsx';
import styles from './check-list.module.css';

const MARKS: Readonly<Record<Severity, Verdict>> = { block: 'refused', warning: 'warning', info: 'accepted', notChecked: 'notChecked' };
const ORDER: readonly Severity[] = ['block', 'notChecked', 'warning', 'info'];
const PAGES_SHOWN = 5;

export interface CheckListProps {
  readonly book: BookDetail;
  readonly onAddress: (address: PageAddress) => void;
}

/** What the checks found, worst first: measured, allowed, tolerance, cause, and what to do. */
export function CheckList({ book, onAddress }: CheckListProps) {
  const { t } = useText();
  const findings = [...book.findings].sort((a, b) => ORDER.indexOf(a.severity) - ORDER.indexOf(b.severity));
  if (findings.length === 0) {
    if (book.stage === 'checking') return <p className={styles.quiet}>{t('library.stage.checking')}</p>;
    return (
      <div className={styles.clear}>
        <StateMark verdict="accepted" isNamed={false} />
        <div>
          {t('library.book.checksClear')}
          <p className={styles.quiet}>{t('library.book.checksClearText')}</p>
        </div>
      </div>
    );
  }
  return (
    <ul className={styles.list}>
      {findings.map((finding, index) => (
        <Check key={`${finding.ruleId}-${finding.kind ?? 'book'}-${index}`} finding={finding} book={book} onAddress={onAddress} />
      ))}
    </ul>
  );
}

function Check({ finding, book, onAddress }: CheckListProps & { readonly finding: Finding }) {
  const { t, ref, has } = useText();
  const detailKey = `findings.${finding.ruleId}.detail`;
  const detail = has(detailKey) ? t(detailKey, finding.params) : '';
  return (
    <li className={styles.check} data-severity={finding.severity}>
      <StateMark verdict={MARKS[finding.severity]} className={styles.mark ?? ''} />
      <div className={styles.words}>
        <div className={styles.title}>
          <span className={styles.where}>{t(`library.check.where.${finding.kind ?? 'book'}`)}</span>
          {t(`findings.${finding.ruleId}.title`, finding.params)}
        </div>
        {detail !== '' && <p className={styles.quiet}>{detail}</p>}
        <Figures finding={finding} />
        {finding.cause !== null && <p className={styles.cause}>{ref(finding.cause)}</p>}
        <Pages finding={finding} onAddress={onAddress} />
        <Remedies finding={finding} book={book} />
        <p className={styles.source}>{ref(finding.source)}</p>
      </div>
    </li>
  );
}

function Figures({ finding: { measured, allowed, tolerance } }: { readonly finding: Finding }) {
  const { t, format } = useText();
  if (measured === null || allowed === null) return null;
  const offBy = measured.unit === allowed.unit ? { value: measured.value - allowed.value, unit: measured.unit } : null;
  return (
    <table className={styles.figures}>
      <thead>
        <tr>
          <th scope="col">{t('library.check.measured')}</th>
          <th scope="col">{t('library.check.allowed')}</th>
          {tolerance !== null && <th scope="col">{t('library.check.tolerance')}</th>}
          {offBy !== null && <th scope="col">{t('library.check.offBy')}</th>}
        </tr>
      </thead>
      <tbody>
        <tr>
          <td className={styles.measured}>
            <Quantity value={measured} />
          </td>
          <td>
            <Quantity value={allowed} />
          </td>
          {tolerance !== null && <td>± {format.quantity(tolerance)}</td>}
          {offBy !== null && (
            <td>
              {offBy.value > 0 ? '+' : '−'}
              {format.quantity({ ...offBy, value: Math.abs(offBy.value) })}
            </td>
          )}
        </tr>
      </tbody>
    </table>
  );
}

function Pages({ finding: { pages, kind }, onAddress }: { readonly finding: Finding; readonly onAddress: (address: PageAddress) => void }) {
  const { t } = useText();
  // A cover has one page, which is on screen already.
  if (pages === null || kind !== 'contents') return null;
  const more = pages.length - PAGES_SHOWN;
  return (
    <div className={styles.pages}>
      {pages.slice(0, PAGES_SHOWN).map((page) => (
        <button key={page} type="button" className={styles.page} aria-label={t('library.check.goToPage', { page })} onClick={() => onAddress({ kind, page })}>
          {t('library.check.pages', { pages: page })}
        </button>
      ))}
      {more > 0 && <span className={styles.quiet}>{t('library.check.morePages', { count: more })}</span>}
    </div>
  );
}
