import { BACKUP_ENDING } from '../../src-core/desk/backup.ts';
import { PACKAGE_ENDING } from '../../src-core/desk/job-package.ts';

/** The title of the dialog, what such files are called, and how they end. */
export const SAVED = {
  package: ['dialog.savePackage', 'dialog.package', PACKAGE_ENDING],
  backup: ['dialog.saveBackup', 'dialog.backup', BACKUP_ENDING],
  tableCsv: ['dialog.saveTable', 'dialog.csv', 'csv'],
  tableXlsx: ['dialog.saveTable', 'dialog.xlsx', 'xlsx'],
  namingRules: ['dialog.saveRules', 'dialog.json', 'json'],
  templatePdf: ['dialog.saveTemplate', 'dialog.pdf', 'pdf'],
  templateSvg: ['dialog.saveTemplate', 'dialog.svg', 'svg'],
  bookPdf: ['dialog.saveBookPdf', 'dialog.pdf', 'pdf'],
  proofPdf: ['dialog.saveProof', 'dialog.pdf', 'pdf'],
  reportPdf: ['dialog.saveReport', 'dialog.pdf', 'pdf'],
  reportJson: ['dialog.saveReport', 'dialog.json', 'json'],
  reportCsv: ['dialog.saveReport', 'dialog.csv', 'csv'],
} as const;

/** What is saved: orders, a list of books, a job package, naming rules, a template, a book's PDF, a proof, a preflight report. */
export type SavedFile = keyof typeof SAVED;

/** Without its dot. */
export const endingOf = (what: SavedFile): string => SAVED[what][2];
