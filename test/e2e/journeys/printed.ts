import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PartnerClient } from '../../acceptance/partner-client.ts';
import { specNamed } from '../../fixtures/catalogue.ts';
import { familyPictures } from '../../fixtures/photographs/family-pictures.ts';
import { ALBUM_THEMES, albumPlan, type AlbumTheme } from '../support/album-plans.ts';
import { albumSheet } from '../support/album-sheet.ts';
import { listenForHello } from '../support/embedded-service.ts';
import { chaptersOf } from '../support/family-words.ts';
import { startBuiltIn } from '../support/job-steps.ts';
import { printedAlbum } from '../support/printed-album.ts';
import { seenFaces, subjectsOf } from '../support/seen-faces.ts';
import type { Journey } from './journey.ts';

const PICTURES = 60;
export const ALBUM_SPECS = ['SQUAREBOOK_HC', 'PHOTOBOOK_A4_SC', 'SQUAREBOOK_LAYFLAT_HC'] as const;

/** A family's sixty photographs in so many themes on so many book specs, as a partner would order them from the built-in service. */
export const printedJourney =
  (albums: readonly { readonly theme: AlbumTheme; readonly specUid: string }[]): Journey =>
  async (context) => {
    const { studio, say, keep } = context;
    const faults: string[] = [];
    const hello = await listenForHello(studio);
    await startBuiltIn(context);
    const { sandboxUrl, keys } = await hello();
    const client = new PartnerClient(sandboxUrl, keys?.business.sandbox ?? '');
    const { pictures, hasGroups } = await familyPictures(PICTURES);
    if (!hasGroups)
      say('the registry cannot be reached: the album has the portraits that ride along, and drawn scenery');
    const chapters = chaptersOf(pictures);
    const all = chapters.flatMap((chapter) => chapter.pictures);
    const subjects = await subjectsOf(all);
    say(`${all.length} photographs with ${[...subjects.values()].flatMap(({ faces }) => faces).length} faces`);
    const folder = mkdtempSync(join(tmpdir(), 'printed-'));
    chmodSync(folder, 0o755);
    const printed = [];
    try {
      for (const { theme, specUid } of albums) {
        const spec = specNamed(specUid);
        const plan = albumPlan(theme, chapters, spec);
        const album = await printedAlbum(client, plan, specUid, folder);
        const faces = seenFaces(plan, spec, album, subjects);
        const { pages, warnings, bytes, tookMs } = album;
        const used = new Set([plan.cover, ...plan.contents].flatMap(({ pictures: own }) => Object.values(own).flat()));
        printed.push({ theme, specUid, pages, photographs: used.size, warnings, ...faces, bytes, tookMs });
        const what = `${theme}, ${spec.name}`;
        if (used.size !== PICTURES) faults.push(`${what}: ${used.size} of ${PICTURES} photographs are in it`);
        if (faces.cut.length > 0) faults.push(`${what}: heads are cut on ${faces.cut.join(', ')}`);
        if (faces.covered.length > 0) faults.push(`${what}: faces are written on, on ${faces.covered.join(', ')}`);
        say(
          `${what}: ${pages} pages, ${faces.faces} faces, ${warnings.length} warnings, ${(bytes.contents / 1e6).toFixed(1)} MB, ${((tookMs.sent + tookMs.rendered) / 1000).toFixed(0)} s`,
        );
        keep?.(`${specUid}-${theme}`, await albumSheet({ ...album, spec, title: plan.title, theme }));
      }
      return { books: [], printed, figures: { albums: printed.length, photographs: all.length }, faults };
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  };

export const journey = printedJourney(
  ALBUM_SPECS.flatMap((specUid) => ALBUM_THEMES.map((theme) => ({ theme, specUid }))),
);
