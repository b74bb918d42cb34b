import type { Plugin } from 'vite';

/** Where the page finds the fonts, below its own address: src-main/shell/app-scheme.ts answers them from resources/fonts. */
const FOLDER = 'fonts';
const IS_FONT = /\.(ttf|ttf\.br|woff2)$/;

/**
 * The built page names its fonts as they lie in resources/fonts and brings none itself: the reports, the painter and the
 * service read the same files, and 21 MB would lie in every package twice.
 */
export function shippedFonts(): Plugin {
  return {
    name: 'shipped-fonts',
    apply: 'build',
    config: () => ({
      build: {
        rolldownOptions: {
          output: {
            assetFileNames: ({ names }) =>
              IS_FONT.test(names[0] ?? '') ? `${FOLDER}/[name][extname]` : 'assets/[name]-[hash][extname]',
          },
        },
      },
    }),
    generateBundle(_options, bundle) {
      for (const file of Object.keys(bundle)) if (file.startsWith(`${FOLDER}/`)) delete bundle[file];
    },
  };
}
