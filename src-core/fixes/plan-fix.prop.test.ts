import fc from 'fast-check';
import { PDFDocument, PDFName, PDFString, degrees } from 'pdf-lib';
import { beforeAll, expect, test } from 'vitest';
import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { nodePdfTools } from '../../src-node/pdf-file.ts';
import { bytesSource } from '../../test/fixtures/pdf/bytes-source.ts';
import { SOUND_FORMS, rawBook } from '../../test/fixtures/pdf/raw-books.ts';
import { CONTRACTS } from '../contract/profiles.ts';
import { LimitExceeded } from '../pdf/limits.ts';
import { openPdf } from '../pdf/opened-pdf.ts';
import { Unwritable } from '../pdf/writing/serialise.ts';
import { fixNameSchema } from '../preflight/finding.ts';
import type { FixTarget } from './fix.ts';
import type { PageLooks } from './page-editor.ts';
import { planFix, type AppendedFix } from './plan-fix.ts';
import { shippedSpecs } from '../../test/fixtures/catalogue.ts';

const FIXES = fixNameSchema.options.filter(
  (fix): fix is AppendedFix => fix !== 'dropLeadingBytes' && fix !== 'rebuildTable',
);
const SEES_EVERYTHING: PageLooks = {
  isBlank: () => true,
  isUpsideDown: () => true,
  sidesWithoutBleed: () => ['left', 'top'],
};
const md5 = (bytes: Uint8Array) => new Uint8Array(createHash('md5').update(bytes).digest());
const deflate = (bytes: Uint8Array) => new Uint8Array(deflateSync(bytes));

let seeds: Uint8Array[];
beforeAll(async () => {
  seeds = [...SOUND_FORMS.map((form) => rawBook(form, 3)), await busyBook()];
});

/** A bit of everything that repairs look at. */
async function busyBook(): Promise<Uint8Array> {
  const document = await PDFDocument.create({ updateMetadata: false });
  const { context } = document;
  for (let i = 0; i < 3; i++) {
    const page = document.addPage([705.827, 720]);
    page.drawLine({ start: { x: 20, y: 30 }, end: { x: 300, y: 40 }, thickness: 0.1 });
    page.setRotation(degrees(i * 90));
    page.setCropBox(5, 5, 600, 650);
    page.node.addAnnot(
      context.register(
        context.obj({ Type: 'Annot', Subtype: 'Link', Rect: [1, 2, 3, 4], A: { S: 'URI', URI: PDFString.of('x') } }),
      ),
    );
  }
  document.catalog.set(PDFName.of('OpenAction'), context.obj({ S: 'JavaScript', JS: PDFString.of('x') }));
  return document.save({ useObjectStreams: false });
}

/** Bytes replaced here and there, by what often matters in a PDF or by anything. */
const damage = fc.array(
  fc.record({
    at: fc.double({ min: 0, max: 0.999, noNaN: true }),
    bytes: fc.oneof(
      fc
        .constantFrom('0', '9', '/', '<<', '>>', '[', ']', 'R', 'null', '-1', '99999999999999999999')
        .map((text) => Buffer.from(text)),
      fc.uint8Array({ minLength: 1, maxLength: 6 }),
    ),
  }),
  { maxLength: 4 },
);

/** Every repair of one file; answers how many were made. */
function tryAll(bytes: Uint8Array, target: FixTarget): number {
  const result = openPdf(bytesSource(bytes), nodePdfTools);
  if (result.status !== 'opened') return 0;
  const { opened } = result;
  const known = new Set(opened.facts.damage.map(({ code }) => code));
  let made = 0;
  for (const fix of FIXES) {
    try {
      const work = planFix(fix, opened, target, SEES_EVERYTHING, deflate);
      if (!work.ok) continue;
      const again = openPdf(bytesSource(new Uint8Array(Buffer.concat([bytes, work.update.bytes(md5)]))), nodePdfTools);
      if (again.status !== 'opened') throw new Error(`${fix}: ${again.facts.reason}`);
      const { facts } = again.opened;
      expect({ fix, recovery: facts.recovery, pages: facts.pageCount }).toEqual({
        fix,
        recovery: 'none',
        pages: work.plan.pages.length,
      });
      expect({ fix, damage: facts.damage.filter(({ code }) => !known.has(code)) }).toEqual({ fix, damage: [] });
      made++;
    } catch (error) {
      if (!(error instanceof LimitExceeded) && !(error instanceof Unwritable)) throw error;
    }
  }
  return made;
}

const kind = fc.constantFrom('cover' as const, 'contents' as const);

test('whatever the file, a plan is refused or makes a file that reads as planned', () => {
  const square = shippedSpecs.filter(({ bookSpecUid }) => bookSpecUid.startsWith('SQUAREBOOK'));
  let made = 0;
  fc.assert(
    fc.property(
      fc.nat(SOUND_FORMS.length),
      damage,
      fc.record({ spec: fc.constantFrom(...square), sheets: fc.integer({ min: 1, max: 4 }), kind }),
      (seed, changes, order) => {
        const bytes = (seeds[seed] as Uint8Array).slice();
        for (const change of changes) {
          const at = Math.floor(change.at * bytes.length);
          bytes.set(change.bytes.subarray(0, bytes.length - at), at);
        }
        made += tryAll(bytes, {
          kind: order.kind,
          spec: order.spec,
          pageCount: order.sheets * 2,
          contract: CONTRACTS.specified,
        });
      },
    ),
    { numRuns: 1500, seed: 20260916 },
  );
  expect(made).toBeGreaterThan(500);
});
