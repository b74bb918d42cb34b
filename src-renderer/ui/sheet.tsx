import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useText } from '../i18n/use-text.ts';
import { Button } from './button.tsx';
import { Dialog, type DialogProps } from './dialog.tsx';
import { Form, type FormProps } from './form.tsx';
import { IconButton } from './icon-button.tsx';
import styles from './sheet.module.css';

export interface SheetProps extends Pick<DialogProps, 'onClose' | 'size' | 'isDismissable' | 'children'> {
  readonly title: string;
  /** Buttons, the safe one first. */
  readonly footer?: ReactNode;
  /** Of a sheet with fields: what the footer's button of type submit does, and Enter in a field. */
  readonly onSubmit?: FormProps['onSubmit'];
  /** What was asked for is on its way and is done all the same: until it is answered nothing closes the sheet as if it were taken back. */
  readonly isBusy?: boolean;
  /** Nothing in it takes the focus: what does not fit is reached by the tab key and scrolled by the arrows. */
  readonly isReadOnly?: boolean;
}

/** A modal with a head, a scrolling body and a foot. */
export function Sheet({
  title,
  children,
  footer,
  onSubmit,
  isBusy = false,
  isReadOnly = false,
  isDismissable = true,
  ...dialog
}: SheetProps) {
  const { t } = useText();
  const content = (
    <>
      <div className={styles.body} tabIndex={isReadOnly ? 0 : undefined}>
        {children}
      </div>
      {footer !== undefined && <footer className={styles.foot}>{footer}</footer>}
    </>
  );
  return (
    <Dialog label={title} {...dialog} isDismissable={isDismissable && !isBusy}>
      <header className={styles.head}>
        <h2>{title}</h2>
        <IconButton label={t('ui.close')} icon={X} shortcut="Escape" isDisabled={isBusy} onPress={dialog.onClose} />
      </header>
      {onSubmit === undefined ? content : <Form onSubmit={onSubmit}>{content}</Form>}
    </Dialog>
  );
}

export interface ConfirmDialogProps {
  readonly title: string;
  readonly text: ReactNode;
  /** The safe way out: has the focus. */
  readonly keepLabel: string;
  readonly confirmLabel: string;
  /** It is being done: it can be kept no more. */
  readonly isBusy?: boolean;
  readonly onKeep: () => void;
  readonly onConfirm: () => void;
}

/** A question before something that can't be taken back. */
export function ConfirmDialog({
  title,
  text,
  keepLabel,
  confirmLabel,
  isBusy = false,
  onKeep,
  onConfirm,
}: ConfirmDialogProps) {
  return (
    <Dialog label={title} role="alertdialog" size="small" isDismissable={!isBusy} onClose={onKeep}>
      <div className={styles.body}>
        <h2>{title}</h2>
        <p className={styles.question}>{text}</p>
      </div>
      <footer className={styles.foot}>
        <Button autoFocus isDisabled={isBusy} onPress={onKeep}>
          {keepLabel}
        </Button>
        <Button variant="danger" isBusy={isBusy} onPress={onConfirm}>
          {confirmLabel}
        </Button>
      </footer>
    </Dialog>
  );
}
