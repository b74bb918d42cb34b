import { PanelRightClose, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useText } from '../i18n/use-text.ts';
import { toggleDetails } from './details-fold.ts';
import { IconButton } from './icon-button.tsx';
import styles from './inspector.module.css';

export interface InspectorProps {
  readonly title: ReactNode;
  /** A second line below the title. */
  readonly subtitle?: ReactNode;
  /** Stands at the right of the title: a verdict, a chip. */
  readonly aside?: ReactNode;
  readonly onClose?: () => void;
  /** Stays in place above what scrolls. */
  readonly top?: ReactNode;
  readonly children: ReactNode;
  readonly footer?: ReactNode;
}

/** The panel at the right: a fixed head, scrolling sections, an optional foot. */
export function Inspector({ title, subtitle, aside, onClose, top, children, footer }: InspectorProps) {
  const { t } = useText();
  return (
    <>
      <header className={styles.head}>
        <div className={styles.names}>
          <h2 className={styles.title}>{title}</h2>
          {subtitle !== undefined && <div className={styles.subtitle}>{subtitle}</div>}
        </div>
        {aside}
        <IconButton
          label={t('ui.hideDetails')}
          icon={PanelRightClose}
          command="screen.details"
          onPress={toggleDetails}
        />
        {onClose !== undefined && <IconButton label={t('ui.close')} icon={X} shortcut="Escape" onPress={onClose} />}
      </header>
      {top}
      <div className={styles.body} data-scrolls="">
        {children}
      </div>
      {footer !== undefined && <footer className={styles.foot}>{footer}</footer>}
    </>
  );
}

export interface InspectorSectionProps {
  readonly title?: string;
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

export function InspectorSection({ title, aside, children }: InspectorSectionProps) {
  return (
    <section className={styles.section} {...(title === undefined ? {} : { 'aria-label': title })}>
      {title !== undefined && (
        <div className={styles.sectionHead}>
          <h3>{title}</h3>
          {aside}
        </div>
      )}
      {children}
    </section>
  );
}

export interface FactsProps {
  readonly facts: readonly { readonly name: string; readonly value: ReactNode }[];
}

/** Name and value in two aligned columns. */
export function Facts({ facts }: FactsProps) {
  return (
    <dl className={styles.facts}>
      {facts.map(({ name, value }) => (
        <div key={name} className={styles.fact}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
