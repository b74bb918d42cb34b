import { callStudio } from '../../bridge.ts';
import { LayoutDoor } from './layout-door.ts';
import { picturesToTake } from './pictures-to-take.ts';

/** The window's own. */
export const layoutDoor = new LayoutDoor({
  open: async (bookId) => {
    const { intakeId, ...opened } = await callStudio('layouts.open', { bookId });
    if (intakeId !== null) picturesToTake.set({ bookId, intakeId, placeAt: null });
    return opened;
  },
  close: (bookId) => callStudio('layouts.close', { bookId }),
});
