import { app } from 'electron';

/**
 * For the window and its threads, whose old things V8 looks through late if it is left alone: of 105 MB that it had taken for two thousand books
 * 21 were in use (docs/decisions/0096). Young things have their usual room: rows that are scrolled past are made and dropped quickly.
 */
const V8_FLAGS = [
  /** Megabytes of the old part at which it is looked through for the first time. */
  '--initial-old-space-size=24',
  /** Per cent by which it may have grown until the next time. */
  '--heap-growing-percent=30',
].join(' ');

/** To be called before Electron is ready: processes that begin later are told. The main process runs by then, and stays as it is. */
export const keepHeapsSmall = (): void => app.commandLine.appendSwitch('js-flags', V8_FLAGS);
