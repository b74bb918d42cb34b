import type { ReactNode } from 'react';
import { Dialog as AriaDialog, Modal, ModalOverlay } from 'react-aria-components';
import { cx } from './class-names.ts';
import styles from './dialog.module.css';

export interface DialogProps {
  readonly label: string;
  readonly onClose: () => void;
  readonly size?: 'small' | 'medium' | 'large' | 'full';
  /** Off while something must not be lost by a key or a click beside it. */
  readonly isDismissable?: boolean;
  readonly role?: 'dialog' | 'alertdialog';
  readonly children: ReactNode;
}

/** A modal, only for what spends money, deletes, or needs the whole attention. The focus returns when it goes. */
export function Dialog({
  label,
  onClose,
  size = 'medium',
  isDismissable = true,
  role = 'dialog',
  children,
}: DialogProps) {
  return (
    <ModalOverlay
      isOpen
      onOpenChange={(open) => !open && onClose()}
      isDismissable={isDismissable}
      isKeyboardDismissDisabled={!isDismissable}
      className={styles.overlay ?? ''}
    >
      <Modal className={cx(styles.modal, styles[size])}>
        <AriaDialog role={role} aria-label={label} className={styles.dialog ?? ''}>
          {children}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
