import type { TemplateCategory } from '../contract/templates.ts';

/** Service-facts 9.5; a template's `category` is a key of these. */
export const TEMPLATE_CATEGORIES: readonly TemplateCategory[] = [
  { code: 1, key: 'diary', label: '일기장', labelEn: 'Diary' },
  { code: 2, key: 'notice', label: '알림장', labelEn: 'Notice' },
  { code: 3, key: 'album', label: '앨범', labelEn: 'Album' },
  { code: 4, key: 'yearbook', label: '졸업앨범', labelEn: 'Yearbook' },
  { code: 5, key: 'wedding', label: '웨딩', labelEn: 'Wedding' },
  { code: 6, key: 'baby', label: '육아', labelEn: 'Baby' },
  { code: 7, key: 'travel', label: '여행', labelEn: 'Travel' },
  { code: 8, key: 'etc', label: '기타', labelEn: 'Etc' },
];
