import { takenBySchema } from '../../../src-core/desk/print-gate.ts';
import { useText } from '../../i18n/use-text.ts';
import { TextArea, TextField } from '../../ui/text-field.tsx';
import styles from './print-gate.module.css';

const { name: NAME, reason: REASON } = takenBySchema.shape;
/** What is said most, so that it need not be typed. */
const REASONS = ['meant', 'customerKnows', 'proofSeen'] as const;

export interface NameAndReasonProps {
  readonly name: string;
  readonly reason: string;
  readonly onName: (name: string) => void;
  readonly onReason: (reason: string) => void;
}

/** Who goes on all the same, and why. */
export function NameAndReason({ name, reason, onName, onReason }: NameAndReasonProps) {
  const { t } = useText();
  return (
    <>
      <TextField
        label={t('preflight.signOff.name')}
        value={name}
        onChange={onName}
        {...limit(NAME.maxLength)}
        autoFocus={name === ''}
      />
      <TextArea
        label={t('preflight.signOff.reason')}
        value={reason}
        onChange={onReason}
        {...limit(REASON.maxLength)}
        autoFocus={name !== ''}
      />
      <div className={styles.reasons} role="group" aria-label={t('preflight.signOff.reasons')}>
        {REASONS.map((key) => (
          <button
            key={key}
            type="button"
            className={styles.suggestion}
            onClick={() => onReason(t(`preflight.signOff.reason.${key}`))}
          >
            {t(`preflight.signOff.reason.${key}`)}
          </button>
        ))}
      </div>
    </>
  );
}

const limit = (maxLength: number | null) => (maxLength === null ? {} : { maxLength });
