import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

const noClock = [
  { object: 'Date', property: 'now', message: 'Take a Clock (src-core/ports.ts): time that is passed in can be tested.' },
  { object: 'Math', property: 'random', message: 'Take Ids or a random function as an argument: chance that is passed in can be tested.' },
];
const noDefaultExport = {
  selector: 'ExportDefaultDeclaration',
  message: 'Export by name: a name that is fixed in one place can be found.',
};
const noNewDate = {
  selector: "NewExpression[callee.name='Date'][arguments.length=0]",
  message: 'Take a Clock (src-core/ports.ts): time that is passed in can be tested.',
};
const noNode = {
  group: ['node:*', 'electron', 'electron/*', 'fs', 'path', 'crypto'],
  message: 'The core is pure: take what you need as a port (src-core/ports.ts).',
};

export default tseslint.config(
  { ignores: ['dist/**', 'release/**', 'node_modules/**', 'demo-out/**', 'resources/**', '.cache/**'] },
  {
    linterOptions: { reportUnusedDisableDirectives: 'error' },
  },
  ...tseslint.configs.recommended,
  {
    files: ['**/*.{ts,tsx}'],
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', ignoreRestSiblings: true }],
      '@typescript-eslint/consistent-type-imports': 'error',
      'no-restricted-syntax': ['error', noDefaultExport, noNewDate],
      eqeqeq: 'error',
    },
  },
  {
    files: ['src-service/**/*.ts', 'src-main/**/*.ts'],
    languageOptions: { parserOptions: { projectService: { allowDefaultProject: [] }, tsconfigRootDir: import.meta.dirname } },
    ignores: ['**/*.test.ts', '**/testing/**'],
    rules: {
      '@typescript-eslint/no-floating-promises': ['error', { ignoreVoid: true }],
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { arguments: false, attributes: false } }],
      '@typescript-eslint/await-thenable': 'error',
    },
  },
  {
    files: ['src-core/**/*.ts', 'src-service/**/*.ts', 'src-main/**/*.ts'],
    ignores: ['**/*.test.ts', '**/*.prop.test.ts', '**/testing/**'],
    rules: { 'no-restricted-properties': ['error', ...noClock], 'no-console': ['error'] },
  },
  {
    // The one home of each ban: where the outside is taken in.
    files: ['src-service/system-clock.ts', 'src-service/cli.ts', 'src-main/desk/system-ports.ts', 'src-main/main.ts', 'src-main/desk/preflight/worker.ts'],
    rules: { 'no-restricted-properties': 'off', 'no-console': 'off', 'no-restricted-syntax': ['error', noDefaultExport] },
  },
  {
    files: ['src-core/**/*.ts'],
    ignores: ['**/*.test.ts', '**/*.prop.test.ts'],
    rules: { 'no-restricted-imports': ['error', { patterns: [noNode] }] },
  },
  {
    files: ['src-main/desk/**/*.ts', 'src-service/**/*.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        { paths: [{ name: 'electron', message: 'Only src-main/shell and src-main/preload know Electron.' }] },
      ],
    },
  },
  {
    files: ['src-main/shell/**/*.ts'],
    ignores: ['src-main/shell/ipc.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        { paths: [{ name: 'electron', importNames: ['ipcMain'], message: 'Channels are registered in src-main/shell/ipc.ts, where every call is checked.' }] },
      ],
    },
  },
  {
    files: ['src-renderer/**/*.{ts,tsx}'],
    ...reactHooks.configs.flat['recommended-latest'],
  },
  {
    files: ['*.config.ts', '*.config.js', '**/*.cjs'],
    rules: { 'no-restricted-syntax': 'off', '@typescript-eslint/no-require-imports': 'off' },
  },
);
