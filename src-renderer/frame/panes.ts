/** Moves the focus to the next of rail, content, inspector and status bar. */
export function focusNextPane(): void {
  const panes = [...document.querySelectorAll<HTMLElement>('[data-pane]')].filter(
    (pane) => pane.offsetParent !== null || pane === document.body,
  );
  const current = panes.findLastIndex((pane) => pane.contains(document.activeElement));
  for (let step = 1; step <= panes.length; step += 1) {
    const pane = panes[(current + step) % panes.length];
    const target = pane?.querySelector<HTMLElement>(
      '[data-table], [tabindex="0"]:not([role="separator"]), button:not([disabled]), input',
    );
    if (target !== null && target !== undefined) {
      target.focus();
      return;
    }
  }
}
