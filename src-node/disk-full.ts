/** There is no room on the drive, in the user's share of it, or for a file of that size. */
export const NO_ROOM: readonly string[] = ['ENOSPC', 'EDQUOT', 'EFBIG'];

export const isDiskFull = (error: unknown): boolean =>
  NO_ROOM.includes((error as NodeJS.ErrnoException | null)?.code ?? '');
