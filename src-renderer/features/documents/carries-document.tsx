import type { ReactNode } from 'react';
import type { StudioDocument } from '../../../src-core/ipc/subjects/documents.ts';
import { Carries } from '../../ui/carries.tsx';
import { carryOut } from './carry-out.ts';

export interface CarriesDocumentProps {
  readonly document: StudioDocument;
  readonly isHandle?: boolean;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** A document that can be dragged out of the window: into a folder, a mail, another program. */
export function CarriesDocument({ document, ...rest }: CarriesDocumentProps) {
  return <Carries {...rest} onCarry={() => void carryOut(document)} />;
}
