import { layoutJourney } from '../support/layout-journey.ts';

/** A wedding of sixty photographs becomes a hard cover of forty pages, made by hand and ordered. */
export const journey = layoutJourney({
  title: '김민수·이서연',
  specUid: 'SQUAREBOOK_HC',
  pages: 40,
  pictures: 60,
  hasAcross: false,
});
