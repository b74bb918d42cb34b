import type { InspectedPage, SyntaxCode, SyntaxNote } from '../../../pdf/inspection/inspection.ts';

/**
 * How what is wrong with the writing of a page bears on the print. `slip`: viewers forgive it, print houses have refused
 * files for it. `undecoded`: a part of the page cannot be had. `missing`: it names what is not in the file. `length`: its
 * end had to be looked for.
 */
export type SyntaxBearing = 'slip' | 'undecoded' | 'missing' | 'length';

const BEARING: Readonly<Record<SyntaxCode, SyntaxBearing>> = {
  operandCount: 'slip',
  operandType: 'slip',
  unknownOperator: 'slip',
  saveRestoreUnbalanced: 'slip',
  markersUnbalanced: 'slip',
  degenerateMatrix: 'slip',
  endsEarly: 'slip',
  endlessNesting: 'slip',
  missingResource: 'missing',
  streamDamaged: 'undecoded',
  unknownFilter: 'undecoded',
  streamLengthWrong: 'length',
};

export function notesOf({ syntax }: InspectedPage, bearing: SyntaxBearing): SyntaxNote[] {
  return syntax.filter(({ code }) => BEARING[code] === bearing);
}
