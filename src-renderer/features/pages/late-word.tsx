import { useEffect, useState } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { LATE_MS } from './page-view.tsx';

/** In place of what waits for a file: nothing at first, since most come at once. */
export function LateWord({ className }: { readonly className: string | undefined }) {
  const { t } = useText();
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), LATE_MS);
    return () => clearTimeout(timer);
  }, []);
  return isLate ? <p className={className}>{t('library.view.late')}</p> : null;
}
