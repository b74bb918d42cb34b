import type { Studio } from './studio.ts';

/** Presses the button of that label in every question of the system from now on; `asked` tells which there were. */
export const answerWith = (studio: Studio, label: string): Promise<void> =>
  studio.app.evaluate(({ dialog }, wanted) => {
    const questions: string[] = [];
    Object.assign(globalThis, { questions });
    dialog.showMessageBox = (async (...given: unknown[]) => {
      const { message, buttons } = given.at(-1) as { readonly message: string; readonly buttons: readonly string[] };
      questions.push(message);
      const response = buttons.indexOf(wanted);
      if (response < 0) throw new Error(`no ${wanted} among ${buttons.join(', ')}`);
      return { response, checkboxChecked: true };
    }) as typeof dialog.showMessageBox;
  }, label);

/** What was asked since `answerWith`. */
export const asked = (studio: Studio): Promise<readonly string[]> =>
  studio.app.evaluate(() => (globalThis as unknown as { readonly questions: readonly string[] }).questions);
