import { useEffect, useRef, useState } from 'react';
import { useAnswer } from '../bridge.ts';
import { useText } from '../i18n/use-text.ts';

/** One summary in so many milliseconds, not one per file. */
const EVERY_MS = 10_000;

/** Tells a screen reader how the work goes on. */
export function LiveRegion() {
  const { t } = useText();
  const status = useAnswer('app.status', {}).data;
  const [said, setSaid] = useState('');
  const latest = useRef('');
  const summary =
    status === undefined
      ? ''
      : t('ui.summary', {
          accepted: status.counts.accepted,
          warning: status.counts.warning,
          refused: status.counts.refused,
          notChecked: status.counts.notChecked,
          done: status.queue.done,
          total: status.queue.total,
        });
  useEffect(() => {
    latest.current = summary;
  });
  useEffect(() => {
    const timer = setInterval(() => setSaid(latest.current), EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return (
    <div aria-live="polite" className="visually-hidden">
      {said}
    </div>
  );
}
