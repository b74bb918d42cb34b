import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

// Every ban names its cure: what to do instead, or the one place where it may be done.

const tests = ['**/*.test.{ts,tsx}', '**/testing/**'];

const clockAndChance = [
  {
    object: 'Date',
    property: 'now',
    message: 'Take a Clock (src-core/ports.ts): time that is passed in can be tested.',
  },
  {
    object: 'Math',
    property: 'random',
    message: 'Take Ids (src-core/ports.ts): chance that is passed in can be tested.',
  },
  {
    object: 'crypto',
    property: 'randomUUID',
    message: 'Take Ids (src-core/ports.ts): chance that is passed in can be tested.',
  },
];
const borrowedBytes = {
  property: 'toBuffer',
  message:
    "Take bytesOf (src-node/render/picture-library.ts): the library's own bytes are written over once it has them back.",
};
const defaultExport = {
  selector: 'ExportDefaultDeclaration',
  message: 'Export by name: a name that is fixed in one place can be found.',
};
const dateOfNow = {
  selector: "NewExpression[callee.name='Date'][arguments.length=0]",
  message: 'Take a Clock (src-core/ports.ts): time that is passed in can be tested.',
};

const noElectron = {
  name: 'electron',
  message: 'Only src-main/shell and src-main/preload know Electron: take what you need as an argument.',
};
const rawIpc = (name, home) => ({
  name: 'electron',
  importNames: [name],
  message: `Channels live in ${home}, where every call is checked against src-core/ipc.`,
});
const noReadline = {
  name: 'node:readline',
  message: 'Split at a line feed: since Node 24 readline ends lines at U+2028 and U+2029 too, which texts may hold.',
};
const noNode = { group: ['node:*'], message: 'The core is pure: take what you need as a port (src-core/ports.ts).' };

export default tseslint.config(
  {
    ignores: [
      'dist/**',
      'release/**',
      'node_modules/**',
      'demo-out/**',
      'test-results/**',
      'resources/**',
      '.cache/**',
      '.dev/**',
    ],
  },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  ...tseslint.configs.recommended,
  {
    files: ['**/*.{ts,tsx}'],
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true },
      ],
      '@typescript-eslint/consistent-type-imports': 'error',
      'no-restricted-syntax': ['error', defaultExport],
      eqeqeq: 'error',
    },
  },
  {
    // Rules that ask the compiler cost seconds; they stand where a forgotten promise loses somebody's order.
    files: ['src-service/**/*.ts', 'src-main/**/*.ts', 'src-node/**/*.ts'],
    ignores: [...tests, '**/*.config.ts'],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/no-floating-promises': ['error', { ignoreVoid: true }],
      '@typescript-eslint/no-misused-promises': [
        'error',
        { checksVoidReturn: { arguments: false, attributes: false } },
      ],
      '@typescript-eslint/await-thenable': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
    },
  },
  {
    files: ['src-*/**/*.{ts,tsx}'],
    ignores: tests,
    rules: {
      'no-restricted-properties': ['error', ...clockAndChance],
      'no-restricted-syntax': ['error', defaultExport, dateOfNow],
      'no-console': 'error',
    },
  },
  {
    files: ['src-node/**/*.ts', 'src-service/**/*.ts', 'src-main/**/*.ts'],
    ignores: [...tests, 'src-node/render/picture-library.ts', 'src-node/manifests/write-table.ts'],
    rules: { 'no-restricted-properties': ['error', ...clockAndChance, borrowedBytes] },
  },
  {
    files: ['src-core/**/*.ts'],
    ignores: tests,
    rules: { 'no-restricted-imports': ['error', { paths: [noElectron], patterns: [noNode] }] },
  },
  {
    files: ['src-service/**/*.ts', 'src-node/**/*.ts', 'src-main/desk/**/*.ts', 'src-renderer/**/*.{ts,tsx}'],
    rules: { 'no-restricted-imports': ['error', { paths: [noElectron, noReadline] }] },
  },
  {
    files: ['src-main/shell/**/*.ts', 'src-main/main.ts'],
    ignores: ['src-main/shell/ipc.ts'],
    rules: { 'no-restricted-imports': ['error', { paths: [rawIpc('ipcMain', 'src-main/shell/ipc.ts')] }] },
  },
  {
    // The homes of what is banned elsewhere: where time, chance and the console are taken in.
    files: [
      'src-cli/studio.ts',
      'src-service/{system-clock,cli,embedded}.ts',
      'src-main/main.ts',
      'src-main/desk/{system-ports,preflight/worker}.ts',
      'src-renderer/ui/use-now.ts',
    ],
    rules: { 'no-restricted-properties': 'off', 'no-console': 'off', 'no-restricted-syntax': ['error', defaultExport] },
  },
  { files: ['src-renderer/**/*.{ts,tsx}'], ...reactHooks.configs.flat['recommended-latest'] },
  {
    // The compiler of React steps aside around TanStack Virtual by itself: nothing to cure in our code.
    files: ['src-renderer/**/*.{ts,tsx}'],
    rules: { 'react-hooks/incompatible-library': 'off' },
  },
  // Vitest takes a config, and a runner, as the default export of its file.
  {
    files: ['**/*.config.{ts,js}', '**/*.cjs', 'test/mutation/repeating-runner.ts'],
    rules: { 'no-restricted-syntax': 'off', '@typescript-eslint/no-require-imports': 'off' },
  },
);
