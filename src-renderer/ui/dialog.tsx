import { useEffect, useEffectEvent, useRef, type ReactNode, type RefObject } from 'react';
import { Dialog as AriaDialog, Modal, ModalOverlay } from 'react-aria-components';
import { cx } from './class-names.ts';
import { topDialog } from './top-dialog.ts';
import styles from './dialog.module.css';

export interface DialogProps {
  readonly label: string;
  readonly onClose: () => void;
  readonly size?: 'small' | 'medium' | 'large' | 'full';
  /** Off while something must not be lost by a key or a click beside it. */
  readonly isDismissable?: boolean;
  readonly role?: 'dialog' | 'alertdialog';
  /** In the middle, unless its height changes while one is at work in it. */
  readonly isAtTop?: boolean;
  readonly children: ReactNode;
}

/** A modal, only for what spends money, deletes, or needs the whole attention. The focus returns when it goes. */
export function Dialog({
  label,
  onClose,
  size = 'medium',
  isDismissable = true,
  role = 'dialog',
  isAtTop = false,
  children,
}: DialogProps) {
  const dialog = useRef<HTMLElement>(null);
  useLostFocus(dialog, isDismissable ? onClose : null);
  return (
    <ModalOverlay
      isOpen
      onOpenChange={(open) => !open && onClose()}
      isDismissable={isDismissable}
      isKeyboardDismissDisabled={!isDismissable}
      className={styles.overlay ?? ''}
      {...(isAtTop ? { 'data-at': 'top' } : {})}
    >
      <Modal className={cx(styles.modal, styles[size])}>
        <AriaDialog ref={dialog} role={role} aria-label={label} className={styles.dialog ?? ''}>
          {children}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

/** A button that is switched off under the finger leaves the focus nowhere: the keys still mean the dialog in front. */
function useLostFocus(dialog: RefObject<HTMLElement | null>, onEscape: (() => void) | null): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (document.activeElement !== document.body || topDialog() !== dialog.current) return;
    if (event.key === 'Escape') onEscape?.();
    else if (event.key === 'Tab') dialog.current?.focus();
  });
  useEffect(() => {
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}
