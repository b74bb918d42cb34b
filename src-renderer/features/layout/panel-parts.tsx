import { useRef, type ReactNode } from 'react';
import styles from './frame-panel.module.css';

/** A part of the panel beside the stage, under its name. */
export function Part({
  title,
  note,
  children,
}: {
  readonly title: string;
  readonly note?: string;
  readonly children: ReactNode;
}) {
  return (
    // One that is about a page has its name: the tray is called by what is in it too.
    <section className={styles.part} aria-label={note === undefined ? title : `${title}, ${note}`}>
      <header className={styles.head}>
        <h2>{title}</h2>
        {note !== undefined && <span className={styles.note}>{note}</span>}
      </header>
      {children}
    </section>
  );
}

/** Colours that stand well beside photographs; any other one is picked by hand. */
const SWATCHES = ['#ffffff', '#f7f4ee', '#a9b1ba', '#26324d', '#191d24', '#efd4cf'] as const;

interface SwatchesProps {
  readonly label: string;
  readonly value: string;
  /** While one is picked by hand each colour that the hand comes by is told, under the sign of that one picking; null: by a press. */
  readonly onChange: (colour: string, picking: symbol | null) => void;
}

/** A colour by one press, or by hand. */
export function Swatches({ label, value, onChange }: SwatchesProps) {
  const picking = useRef<symbol>(Symbol(label));
  return (
    <div className={styles.swatches} role="group" aria-label={label}>
      {SWATCHES.map((colour) => (
        <button
          key={colour}
          type="button"
          className={styles.swatch}
          aria-label={`${label} ${colour}`}
          aria-pressed={colour === value}
          style={{ background: colour }}
          onClick={() => onChange(colour, null)}
        />
      ))}
      <label className={styles.pick}>
        <span className="visually-hidden">{label}</span>
        <input
          type="color"
          value={value}
          // A press, or a key that the browser takes for one, opens the picker.
          onClick={() => (picking.current = Symbol(label))}
          onChange={(event) => onChange(event.target.value, picking.current)}
        />
      </label>
    </div>
  );
}
