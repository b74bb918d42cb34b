/** The drawings of templates, as the painter reads them. */
const URLS = import.meta.glob<string>('../../../../resources/templates/graphics/*.svg', {
  query: '?url',
  import: 'default',
  eager: true,
});

const FOLDER = '../../../../resources/templates/graphics/';

/** Undefined: there is no such drawing. */
export const graphicUrl = (source: string): string | undefined => URLS[`${FOLDER}${source}`];
