import { app, nativeImage, type BrowserWindow, type Event, type InputEvent } from 'electron';
import { isLetGo, type DragPort } from './carried.ts';

/** The system's own dragging, out of the window. */
export const systemDrag = (windowOf: () => BrowserWindow): DragPort => ({
  watch: () => {
    const { webContents } = windowOf();
    let isHeld = true;
    const see = (_event: Event, input: InputEvent): void => {
      if (!isLetGo(input)) return;
      isHeld = false;
      end();
    };
    const end = (): void => {
      if (!webContents.isDestroyed()) webContents.off('input-event', see);
    };
    webContents.on('input-event', see);
    return { isHeld: () => isHeld, end };
  },
  make: async (path) => {
    const icon = await app.getFileIcon(path, { size: 'normal' }).catch(() => nativeImage.createEmpty());
    const shown = icon.isEmpty() ? blankSheet() : icon;
    return () => windowOf().webContents.startDrag({ file: path, icon: shown });
  },
});

const SHEET = { width: 24, height: 32 } as const;

/** Where the system has no icon for the file, it drags nothing without one. */
function blankSheet(): Electron.NativeImage {
  const { width, height } = SHEET;
  const pixels = Buffer.alloc(width * height * 4, 0xff);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      if (x === 0 || y === 0 || x === width - 1 || y === height - 1)
        pixels.fill(0x80, 4 * (y * width + x), 4 * (y * width + x) + 3);
  return nativeImage.createFromBitmap(pixels, SHEET);
}
