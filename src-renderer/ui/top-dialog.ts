/** The dialog in front, below which nothing may happen; null where there is none. */
export const topDialog = (): Element | null =>
  [...document.querySelectorAll('[role="dialog"], [role="alertdialog"]')].at(-1) ?? null;
