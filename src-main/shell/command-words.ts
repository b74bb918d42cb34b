/** What resources/bin/studio says before a person's own words. */
const SWITCH = '--studio-command';

/** The words of a command line, without those that start it; null: the studio itself was started. */
export function commandWords(argv: readonly string[]): readonly string[] | null {
  const at = argv.indexOf(SWITCH);
  // Behind `--` nothing is Chromium's: a word of a person's that looks like a switch is none.
  if (at === -1 || argv[at + 1] !== '--') return null;
  return argv.slice(at + 2);
}
