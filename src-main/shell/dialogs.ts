import { dialog, type BrowserWindow, type MessageBoxOptions } from 'electron';
import { BACKUP_ENDING } from '../../src-core/desk/backup.ts';
import { PACKAGE_ENDING } from '../../src-core/desk/job-package.ts';
import { SAVED, type SavedFile } from './saved-files.ts';
import type { Say } from './texts.ts';

/** The system's own dialogs. Each is asked over the window it belongs to. */
export interface Dialogs {
  /** Empty when it was cancelled. */
  pickFolder(): Promise<readonly string[]>;
  /** One folder. */
  pickHotFolder(): Promise<readonly string[]>;
  pickPdfs(): Promise<readonly string[]>;
  /** A job package. */
  pickPackage(): Promise<readonly string[]>;
  /** A backup of a studio. */
  pickBackup(): Promise<readonly string[]>;
  /** A list of books, or of entries of a layout. */
  pickTable(): Promise<readonly string[]>;
  pickPictures(what: 'files' | 'folder'): Promise<readonly string[]>;
  /** A PDF that a customer wrote onto. */
  pickNotes(): Promise<readonly string[]>;
  /** Where pictures that are missing may lie. */
  pickSearched(): Promise<readonly string[]>;
  /** Null when it was cancelled. */
  saveAs(what: SavedFile, name: string): Promise<string | null>;
  /** True for the first button, which is never the one that Enter takes. */
  confirm(words: {
    readonly title: string;
    readonly text: string;
    readonly yes: string;
    readonly no: string;
  }): Promise<boolean>;
  /** One of several ways, by the first of which Enter goes; Escape takes the last. `remembers`: what a tick is to say. */
  choose<T extends string>(words: {
    readonly title: string;
    readonly text: string;
    readonly ways: readonly { readonly way: T; readonly label: string }[];
    readonly remembers?: string;
  }): Promise<{ readonly way: T | null; readonly isRemembered: boolean }>;
}

export function dialogsOver(windowOf: () => BrowserWindow, say: () => Say): Dialogs {
  const open = async (
    properties: ('openDirectory' | 'openFile' | 'multiSelections')[],
    title: string,
    filter: { readonly name: string; readonly extensions: string[] } | null,
    button: 'dialog.import' | 'dialog.search' | 'dialog.look' | 'dialog.watch' = 'dialog.import',
  ): Promise<readonly string[]> => {
    const { canceled, filePaths } = await dialog.showOpenDialog(windowOf(), {
      title,
      buttonLabel: say()(button),
      properties,
      ...(filter === null ? {} : { filters: [filter] }),
    });
    return canceled ? [] : filePaths;
  };
  return {
    pickFolder: () => open(['openDirectory', 'multiSelections'], say()('dialog.pickFolder'), null),
    pickHotFolder: () => open(['openDirectory'], say()('dialog.pickHotFolder'), null, 'dialog.watch'),
    pickPdfs: () =>
      open(['openFile', 'multiSelections'], say()('dialog.pickFiles'), {
        name: say()('dialog.pdf'),
        extensions: ['pdf'],
      }),
    pickPackage: () =>
      open(
        ['openFile'],
        say()('dialog.pickPackage'),
        { name: say()('dialog.package'), extensions: [PACKAGE_ENDING] },
        'dialog.look',
      ),
    pickBackup: () =>
      open(
        ['openFile'],
        say()('dialog.pickBackup'),
        { name: say()('dialog.backup'), extensions: [BACKUP_ENDING] },
        'dialog.look',
      ),
    pickTable: () =>
      open(
        ['openFile'],
        say()('dialog.pickTable'),
        { name: say()('dialog.tables'), extensions: ['csv', 'xlsx', 'tsv', 'txt'] },
        'dialog.look',
      ),
    pickPictures: (what) =>
      what === 'folder'
        ? open(['openDirectory', 'multiSelections'], say()('dialog.pickPictureFolder'), null)
        : open(['openFile', 'multiSelections'], say()('dialog.pickPictures'), {
            name: say()('dialog.pictures'),
            extensions: ['jpg', 'jpeg', 'png', 'tif', 'tiff', 'heic', 'heif', 'webp', 'bmp', 'gif', 'pdf'],
          }),
    pickNotes: () =>
      open(['openFile'], say()('dialog.pickNotes'), { name: say()('dialog.pdf'), extensions: ['pdf'] }, 'dialog.look'),
    pickSearched: () => open(['openDirectory', 'multiSelections'], say()('dialog.pickSearched'), null, 'dialog.search'),
    saveAs: async (what, name) => {
      const words = SAVED[what];
      const { canceled, filePath } = await dialog.showSaveDialog(windowOf(), {
        title: say()(words[0]),
        defaultPath: `${name}.${words[2]}`,
        filters: [{ name: say()(words[1]), extensions: [words[2]] }],
      });
      return canceled || filePath === '' ? null : filePath;
    },
    choose: async ({ title, text, ways, remembers }) => {
      const question: MessageBoxOptions = {
        type: 'question',
        message: title,
        detail: text,
        buttons: ways.map(({ label }) => label),
        defaultId: 0,
        cancelId: ways.length - 1,
        ...(remembers === undefined ? {} : { checkboxLabel: remembers, checkboxChecked: true }),
      };
      const { response, checkboxChecked } = await dialog.showMessageBox(windowOf(), question);
      return { way: ways[response]?.way ?? null, isRemembered: checkboxChecked };
    },
    confirm: async ({ title, text, yes, no }) => {
      const question: MessageBoxOptions = {
        type: 'question',
        message: title,
        detail: text,
        buttons: [yes, no],
        defaultId: 1,
        cancelId: 1,
      };
      return (await dialog.showMessageBox(windowOf(), question)).response === 0;
    },
  };
}
