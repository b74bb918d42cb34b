import { layoutJourney } from '../support/layout-journey.ts';

/** A LAYFLAT book with pictures over the fold, made by hand and ordered. */
export const journey = layoutJourney({
  title: 'Jeju, spring 2026',
  specUid: 'SQUAREBOOK_LAYFLAT_HC',
  pages: 24,
  pictures: 60,
  hasAcross: true,
});
