/**
 * The row of a query that cannot come back without one: it was written by this very statement, or nothing ever deletes it.
 * Throws where there is none all the same, for the table is then not as this program left it.
 */
export function onlyRow<T>([row]: readonly T[]): T {
  if (row === undefined) throw new Error('a row is gone that nothing deletes');
  return row;
}
