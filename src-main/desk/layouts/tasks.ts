import type { PictureSubject } from '../../../src-core/composition/bound-values.ts';
import type { TextRef } from '../../../src-core/text-ref.ts';
import type { LayoutPictureFile } from '../../../src-node/pictures/layout-picture.ts';
import type { PaintedFile } from '../../../src-node/painting/layout-painting.ts';
import type { PreviewPx } from '../../../src-node/pictures/picture-previews.ts';
import type { FileStamp } from '../files/file-stamp.ts';

/** Work on pictures, where untrusted bytes are opened. */
export type PictureTask =
  /** Converted pictures go into `folder`. */
  | { readonly task: 'look'; readonly path: string; readonly folder: string }
  /** The same of pages of a PDF, by their numbers from 1. */
  | { readonly task: 'lookAtPages'; readonly path: string; readonly pages: readonly number[]; readonly folder: string }
  | { readonly task: 'countPages'; readonly path: string }
  | {
      readonly task: 'previews';
      readonly path: string;
      readonly key: string;
      readonly cache: string;
      readonly sizes: readonly PreviewPx[];
    }
  /** Of a small picture that stands for another one: a preview. */
  | { readonly task: 'subject'; readonly path: string; readonly facesFolder: string }
  | { readonly task: 'hash'; readonly path: string };

export type LookedAt =
  | { readonly ok: true; readonly picture: LayoutPictureFile; readonly stamp: FileStamp }
  | { readonly ok: false; readonly reason: TextRef };

export interface PictureAnswers {
  readonly look: LookedAt;
  readonly lookAtPages: readonly LookedAt[];
  readonly countPages: { readonly ok: true; readonly pages: number } | { readonly ok: false; readonly reason: TextRef };
  /** False for a picture that is damaged. */
  readonly previews: boolean;
  /** Null: it could not be looked for. */
  readonly subject: PictureSubject | null;
  /** SHA-256 in hexadecimal. */
  readonly hash: string;
}

export type PictureTaskName = PictureTask['task'];
export type PictureTaskOf<N extends PictureTaskName> = Extract<PictureTask, { readonly task: N }>;

/** How far an export is: sheets that are painted, or the picture that is being opened. */
export type ExportErrand =
  | { readonly sheets: number; readonly sheetsInAll: number; readonly bytes: number }
  | { readonly picture: string };

export type ExportAnswer =
  | { readonly ok: true; readonly files: readonly PaintedFile[] }
  | { readonly ok: false; readonly problem: TextRef };
