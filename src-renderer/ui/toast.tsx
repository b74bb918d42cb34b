import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { useMemo, useSyncExternalStore } from 'react';
import { useText } from '../i18n/use-text.ts';
import { Button } from './button.tsx';
import { IconButton } from './icon-button.tsx';
import { currentToasts, dismissToast, followToasts, showToast, type NewToast } from './toast-store.ts';
import styles from './toast.module.css';

export interface ToastShower {
  readonly show: (text: NewToast['text'], options?: Omit<NewToast, 'text'>) => void;
}

/** Short notes that leave by themselves; with `action` they carry an Undo. */
export const useToast = (): ToastShower =>
  useMemo(() => ({ show: (text, options) => showToast({ text, ...options }) }), []);

/** Where toasts appear; once, in the frame. */
export function ToastRegion() {
  const { t, ref } = useText();
  const toasts = useSyncExternalStore(followToasts, currentToasts);
  return (
    <div className={styles.region} data-toasts role="region" aria-label={t('ui.toasts')}>
      <div aria-live="polite" className={styles.stack}>
        {toasts.map((toast) => (
          <div key={toast.id} className={styles.toast} data-tone={toast.tone}>
            {toast.tone === 'bad' && <CircleAlert size={16} aria-hidden="true" className={styles.icon} />}
            {toast.tone === 'good' && <CircleCheck size={16} aria-hidden="true" className={styles.icon} />}
            <span className={styles.text}>{typeof toast.text === 'string' ? toast.text : ref(toast.text)}</span>
            {toast.action !== null && (
              <Button
                variant="quiet"
                onPress={() => {
                  toast.action?.run();
                  dismissToast(toast.id);
                }}
              >
                {toast.action.label}
              </Button>
            )}
            <IconButton label={t('ui.dismiss')} icon={X} onPress={() => dismissToast(toast.id)} />
          </div>
        ))}
      </div>
    </div>
  );
}
