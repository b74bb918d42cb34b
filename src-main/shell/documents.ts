import { basename, extname } from 'node:path';
import { AppError } from '../../src-core/desk/app-errors.ts';
import { dayAt } from '../../src-core/desk/times-of-day.ts';
import { rulesFileOf } from '../../src-core/imports/naming-rules.ts';
import type { StudioDocument } from '../../src-core/ipc/subjects/documents.ts';
import type { Clock } from '../../src-core/ports.ts';
import { pageRuleBreach } from '../../src-core/specs/page-rules.ts';
import { writeTemplateSvg } from '../../src-core/specs/template-svg.ts';
import type { Language } from '../../src-core/text-ref.ts';
import { cutToBytes } from '../../src-node/cut-to-bytes.ts';
import { statOf } from '../../src-node/stat-of.ts';
import type { Desk } from '../desk/desk.ts';
import type { DocumentContent } from '../desk/documents/write-document.ts';
import { endingOf, type SavedFile } from './saved-files.ts';
import { ShellError } from './shell-error.ts';
import { templateNameOf, templateWordsOf } from './template-words.ts';
import type { Say } from './texts.ts';

export interface DocumentDeps {
  readonly desk: Desk;
  readonly clock: Clock;
  readonly say: () => Say;
  readonly language: () => Language;
}

export interface LeavingDocument {
  readonly kind: SavedFile;
  /** Without its ending; one that every system takes. */
  readonly name: string;
  /** Made when it is wanted: a dialog may be cancelled. */
  readonly content: () => Promise<DocumentContent>;
}

/** Of a title within a file's name, in bytes. */
const MOST_OF_TITLE = 140;

const TABLES = { csv: 'tableCsv', xlsx: 'tableXlsx' } as const;
const TEMPLATES = { pdf: 'templatePdf', svg: 'templateSvg' } as const;
const REPORTS = { pdf: 'reportPdf', json: 'reportJson', csv: 'reportCsv' } as const;

/** What leaves the studio as one file: what it is called and what it holds, whichever way it leaves. Throws what `documentSchema` says. */
export async function documentOf(deps: DocumentDeps, wanted: StudioDocument): Promise<LeavingDocument> {
  const document = await namedDocument(deps, wanted);
  return { ...document, name: nameOnDisk(document.name) };
}

async function namedDocument(deps: DocumentDeps, wanted: StudioDocument): Promise<LeavingDocument> {
  const { desk } = deps;
  const say = deps.say();
  const language = deps.language();
  const day = dayAt(deps.clock.nowMs());
  switch (wanted.what) {
    case 'template':
      return templateOf(deps, wanted);
    case 'bookFile': {
      const path = desk.fileOf(wanted.fileId);
      const name = basename(path, extname(path)).normalize('NFC');
      return {
        kind: 'bookPdf',
        name,
        content: async () => {
          if ((await statOf(path)) === null) throw new AppError('FILE_MISSING', { params: { name: `${name}.pdf` } });
          return { copyOf: path };
        },
      };
    }
    case 'proof': {
      const { path, title } = desk.proofOf(wanted.bookId, wanted.number);
      // Its number is what tells it from the one before.
      const name = say('proof.fileName', { title: cutToBytes(title, MOST_OF_TITLE).trim(), number: wanted.number });
      return { kind: 'proofPdf', name, content: async () => ({ copyOf: path }) };
    }
    case 'orders': {
      const content = () => desk.ordersTable(wanted.orderUids, wanted.kind, language);
      return { kind: TABLES[wanted.kind], name: `${say('dialog.csvName')}-${day}`, content };
    }
    case 'run': {
      const bytes = await desk.runResult(wanted.runId, wanted.kind, language);
      const name = `${say('dialog.csvName')}-${day}-${say('dialog.resultName')}`;
      return { kind: TABLES[wanted.kind], name, content: async () => bytes };
    }
    case 'receipt': {
      const bytes = await desk.orderReceipts(wanted.orderUids, wanted.kind, language);
      const which = wanted.orderUids.length === 1 ? wanted.orderUids[0] : day;
      const name = `${say('dialog.receiptName')}-${which}`;
      return { kind: TABLES[wanted.kind], name, content: async () => bytes };
    }
    case 'manifestResult': {
      const { name, bytes } = await desk.manifestResult(wanted.manifestId, wanted.kind, language);
      return {
        kind: TABLES[wanted.kind],
        name: `${name}-${say('dialog.resultName')}`,
        content: async () => bytes,
      };
    }
    case 'manifestTemplate': {
      const content = () => desk.manifestTemplate(wanted.kind, language);
      return { kind: TABLES[wanted.kind], name: say('dialog.manifestName'), content };
    }
    case 'namingRules':
      return { kind: 'namingRules', name: say('dialog.rulesName'), content: async () => rulesFileOf(wanted.rules) };
    case 'report': {
      const content = () => desk.report(wanted.bookIds, wanted.format, language);
      return { kind: REPORTS[wanted.format], name: `${say('dialog.reportName')}-${day}`, content };
    }
  }
}

async function templateOf(
  { desk, say, language }: DocumentDeps,
  { specUid, pages, kind, format }: Extract<StudioDocument, { what: 'template' }>,
): Promise<LeavingDocument> {
  const spec = (await desk.handlers['specs.list']({})).find((one) => one.bookSpecUid === specUid);
  if (spec === undefined) throw new AppError('SPEC_UNKNOWN');
  if (pageRuleBreach(spec, pages) !== null) throw new ShellError('IPC_BAD_INPUT', { key: 'shell.error.badInput' });
  const words = templateWordsOf({ say: say(), language: language() }, spec, kind, pages);
  return {
    kind: TEMPLATES[format],
    name: templateNameOf(say(), spec, kind, pages),
    content: async () => {
      if (format === 'svg') return writeTemplateSvg(spec, kind, pages, words);
      // The PDF writer is a megabyte that most days nobody needs.
      const { writeTemplatePdf } = await import('./template-pdf.ts');
      return writeTemplatePdf(spec, kind, pages, words);
    },
  };
}

/** Most systems take 255 bytes, of which an ending, and what stands behind a name while it is written, need some. */
const MOST_NAME_BYTES = 200;

/** A name that every system takes: customers' names may be of another one. */
export function nameOnDisk(name: string): string {
  const letters = [...name.replace(/[\\/:*?"<>|\u0000-\u001f]/g, '_')];
  while (Buffer.byteLength(letters.join('')) > MOST_NAME_BYTES) letters.pop();
  return letters.join('').replace(/[. ]+$/, '') || '_';
}

export const fileNameOf = ({ kind, name }: LeavingDocument): string => `${name}.${endingOf(kind)}`;
