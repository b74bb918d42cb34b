/** For Vite and Vitest: gives some modules, by their path, another code. */
export interface ModulesPlugin {
  readonly name: string;
  readonly enforce: 'pre';
  transform(code: string, id: string): { readonly code: string; readonly map: null } | null;
}

export const replaceModules = (codeByPath: Readonly<Record<string, string>>): ModulesPlugin => ({
  name: 'mutants',
  enforce: 'pre',
  transform(_code, id) {
    const code = codeByPath[id.split('?')[0] ?? id];
    return code === undefined ? null : { code, map: null };
  },
});
