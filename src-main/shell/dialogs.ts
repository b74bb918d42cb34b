import { dialog, type BrowserWindow, type MessageBoxOptions } from 'electron';
import type { Say } from './texts.ts';

/** What is saved: orders, a template, a preflight report. */
export type SavedFile = 'csv' | 'template' | 'reportPdf' | 'reportJson' | 'reportCsv';

const SAVED = {
  csv: ['dialog.saveCsv', 'dialog.csv', 'csv'],
  template: ['dialog.saveTemplate', 'dialog.pdf', 'pdf'],
  reportPdf: ['dialog.saveReport', 'dialog.pdf', 'pdf'],
  reportJson: ['dialog.saveReport', 'dialog.json', 'json'],
  reportCsv: ['dialog.saveReport', 'dialog.csv', 'csv'],
} as const;

/** The system's own dialogs. Each is asked over the window it belongs to. */
export interface Dialogs {
  /** Empty when it was cancelled. */
  pickFolder(): Promise<readonly string[]>;
  pickPdfs(): Promise<readonly string[]>;
  /** Null when it was cancelled. */
  saveAs(what: SavedFile, name: string): Promise<string | null>;
  /** True for the first button, which is never the one that Enter takes. */
  confirm(words: {
    readonly title: string;
    readonly text: string;
    readonly yes: string;
    readonly no: string;
  }): Promise<boolean>;
}

export function dialogsOver(windowOf: () => BrowserWindow, say: () => Say): Dialogs {
  const open = async (
    properties: ('openDirectory' | 'openFile' | 'multiSelections')[],
    title: string,
    pdfOnly: boolean,
  ): Promise<readonly string[]> => {
    const { canceled, filePaths } = await dialog.showOpenDialog(windowOf(), {
      title,
      buttonLabel: say()('dialog.import'),
      properties,
      ...(pdfOnly ? { filters: [{ name: say()('dialog.pdf'), extensions: ['pdf'] }] } : {}),
    });
    return canceled ? [] : filePaths;
  };
  return {
    pickFolder: () => open(['openDirectory', 'multiSelections'], say()('dialog.pickFolder'), false),
    pickPdfs: () => open(['openFile', 'multiSelections'], say()('dialog.pickFiles'), true),
    saveAs: async (what, name) => {
      const words = SAVED[what];
      const { canceled, filePath } = await dialog.showSaveDialog(windowOf(), {
        title: say()(words[0]),
        defaultPath: `${name}.${words[2]}`,
        filters: [{ name: say()(words[1]), extensions: [words[2]] }],
      });
      return canceled || filePath === '' ? null : filePath;
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
