import { X } from 'lucide-react';
import { useState, type DragEvent } from 'react';
import type { EntryId } from '../../../../src-core/layout/themed/uses.ts';
import { useText } from '../../../i18n/use-text.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { documentOf, useLayoutPart } from '../layout-context.ts';
import { PICTURE_DRAG } from '../place-picture.ts';
import { PreviewImage } from '../preview-image.tsx';
import { useDropOnEntry } from './drop-on-entry.ts';
import styles from './entry-pictures.module.css';

interface EntryPicturesProps {
  readonly label: string;
  readonly entryId: EntryId;
  /** Of the variable. */
  readonly name: string;
  readonly keys: readonly string[];
  /** Null: as many as there are. */
  readonly most: number | null;
  readonly isWanted: boolean;
  readonly onKeys: (keys: readonly string[]) => void;
}

/** The pictures of a variable: dropped here from the tray, and taken out. */
export function EntryPictures({ label, entryId, name, keys, most, isWanted, onKeys }: EntryPicturesProps) {
  const { t } = useText();
  const { pictures } = useLayoutPart(documentOf);
  const drop = useDropOnEntry();
  const [isOver, setIsOver] = useState(false);
  const takes = ({ dataTransfer }: DragEvent): boolean => dataTransfer.types.includes(PICTURE_DRAG);
  return (
    <fieldset
      className={styles.pictures}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        if (!takes(event)) return;
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={({ currentTarget, relatedTarget }) => {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setIsOver(false);
      }}
      onDrop={(event) => {
        setIsOver(false);
        if (!takes(event)) return;
        event.preventDefault();
        drop(event.dataTransfer.getData(PICTURE_DRAG).split(' '), { entryId, name });
      }}
    >
      <legend>
        {most === 1 || most === null ? label : t('layout.entry.gallery', { field: label, count: keys.length, most })}
      </legend>
      {keys.length === 0 ? (
        <p className={styles.none} data-wanted={isWanted || undefined}>
          {t('layout.entry.dropHere')}
        </p>
      ) : (
        <ul>
          {keys.map((key, at) => (
            <li key={`${key} ${at}`}>
              <PreviewImage hash={key} px={320} />
              <IconButton
                label={t('layout.entry.pictureOut', { name: pictures[key]?.name ?? '' })}
                icon={X}
                onPress={() => onKeys(keys.filter((_, other) => other !== at))}
              />
            </li>
          ))}
        </ul>
      )}
    </fieldset>
  );
}
