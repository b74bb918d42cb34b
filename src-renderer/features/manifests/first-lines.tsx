import type { ManifestCheck } from '../../../src-core/ipc/subjects/manifests.ts';
import { useAction } from '../../bridge.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import styles from './manifest-sheet.module.css';

type Encoding = NonNullable<ManifestCheck['encoding']>;
const ENCODINGS: readonly Encoding[] = ['utf-8', 'cp949', 'utf-16le', 'utf-16be'];

/**
 * How a list was read: its first lines under what their columns are taken for, in which letters, and what was made of numbers
 * that lost their zeros. Open by itself where somebody has to look.
 */
export function FirstLines({ check }: { readonly check: ManifestCheck }) {
  const { t } = useText();
  const read = useAction('manifests.read');
  const { manifestId, encoding, restoreZeros } = check;
  const again = (how: { readonly encoding: Encoding | null; readonly restoreZeros: boolean }) =>
    read.mutate({ manifestId, ...how });
  return (
    <details className={styles.first} open={check.isUnsure || undefined} data-unsure={check.isUnsure || undefined}>
      <summary>{t(check.isUnsure ? 'manifests.first.unsure' : 'manifests.first.title')}</summary>
      <div className={styles.firstBody}>
        <div className={styles.cells} tabIndex={0} role="region" aria-label={t('manifests.first.title')}>
          <table>
            <thead>
              <tr>
                {check.columns.map(({ field }, at) => (
                  <th key={at} scope="col">
                    {field === null ? t('manifests.first.kept') : t(`manifests.field.${field}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {check.head.map((cells, row) => (
                <tr key={row}>
                  {check.columns.map((_, at) => (
                    <td key={at}>{cells[at] ?? ''}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
        {encoding !== null && (
          <div className={styles.letters}>
            <SelectField
              label={t('manifests.first.letters')}
              value={encoding}
              options={ENCODINGS.map((value) => ({ value, label: t(`manifests.encoding.${value}`) }))}
              onChange={(value) => again({ encoding: value, restoreZeros })}
            />
            {check.isUnsure && (
              <Button variant="primary" isBusy={read.isPending} onPress={() => again({ encoding, restoreZeros })}>
                {t('manifests.first.right')}
              </Button>
            )}
          </div>
        )}
      </div>
    </details>
  );
}

/** Numbers that a spreadsheet took the zero of: given it back, unless somebody says that they were written so. */
export function LostZeros({ check }: { readonly check: ManifestCheck }) {
  const { t } = useText();
  const read = useAction('manifests.read');
  const { manifestId, encoding, isUnsure, restoreZeros, zeros } = check;
  if (zeros === 0 && restoreZeros) return null;
  const kept = isUnsure ? null : encoding;
  return (
    <p className={styles.zeros}>
      {restoreZeros ? t('manifests.zeros.restored', { count: zeros }) : t('manifests.zeros.left')}{' '}
      <Button
        variant="quiet"
        isBusy={read.isPending}
        onPress={() => read.mutate({ manifestId, encoding: kept, restoreZeros: !restoreZeros })}
      >
        {t(restoreZeros ? 'manifests.zeros.leave' : 'manifests.zeros.restore')}
      </Button>
    </p>
  );
}
