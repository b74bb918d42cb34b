import { callStudio } from '../../bridge.ts';
import { LayoutDoor } from './layout-door.ts';

/** The window's own. */
export const layoutDoor = new LayoutDoor({
  open: (bookId) => callStudio('layouts.open', { bookId }),
  close: (bookId) => callStudio('layouts.close', { bookId }),
});
