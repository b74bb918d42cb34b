import { COMMANDS, type CommandLineOption } from './commands.ts';

/** What `studio shell-file NAME` prints, and a package installs where shells and `man` look for it. */
export const SHELL_FILES = ['bash', 'zsh', 'fish', 'man'] as const;
export type ShellFile = (typeof SHELL_FILES)[number];

/** The manual page says since when it is so: `version` of the product. */
export function shellFile(name: ShellFile, version: string): string {
  if (name === 'man') return manualPage(version);
  if (name === 'fish') return fish();
  return name === 'zsh' ? `#compdef studio\nautoload -U +X bashcompinit && bashcompinit\n${bash()}` : bash();
}

/** Files where nothing better is known: bash completes them by itself (`-o default`). */
function bash(): string {
  const values = (of: readonly CommandLineOption[]) =>
    of.flatMap(({ name, value }) =>
      Array.isArray(value)
        ? [`      --${name}) COMPREPLY=($(compgen -W '${value.join(' ')}' -- "$word")); return ;;`]
        : [],
    );
  const every = [...new Map(COMMANDS.flatMap(({ options }) => options).map((one) => [one.name, one])).values()];
  const cases = COMMANDS.map(
    ({ name, options }) => `    ${name}) words='${[...options.map((one) => `--${one.name}`), '--help'].join(' ')}' ;;`,
  );
  return `# Completions of studio for bash; made by studio shell-file bash.
_studio() {
  local word=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD-1]} words=
  COMPREPLY=()
  if ((COMP_CWORD == 1)); then
    COMPREPLY=($(compgen -W '${COMMANDS.map(({ name }) => name).join(' ')} shell-file --help --version' -- "$word"))
    return
  fi
  case $before in
${values(every).join('\n')}
  esac
  case \${COMP_WORDS[1]} in
    shell-file) COMPREPLY=($(compgen -W '${SHELL_FILES.join(' ')}' -- "$word")); return ;;
${cases.join('\n')}
  esac
  [[ $word == -* ]] && COMPREPLY=($(compgen -W "$words" -- "$word"))
}
complete -o default -F _studio studio
`;
}

function fish(): string {
  const quoted = (text: string) => `'${text.replaceAll("'", "\\'")}'`;
  const lines = COMMANDS.flatMap(({ name, says, options }) => [
    `complete -c studio -n __fish_use_subcommand -a ${name} -d ${quoted(says)}`,
    ...options.map((one) => {
      const takes =
        one.value === null ? '' : Array.isArray(one.value) ? ` -x -a ${quoted(one.value.join(' '))}` : ' -r';
      return `complete -c studio -n '__fish_seen_subcommand_from ${name}' -l ${one.name}${takes} -d ${quoted(one.says)}`;
    }),
  ]);
  const shells = [
    "complete -c studio -n __fish_use_subcommand -a shell-file -d 'prints completions or the manual page'",
    `complete -c studio -n '__fish_seen_subcommand_from shell-file' -x -a ${quoted(SHELL_FILES.join(' '))}`,
  ];
  return `# Completions of studio for fish; made by studio shell-file fish.\n${[...lines, ...shells].join('\n')}\n`;
}

/** Of roff's own signs a text has none but these. */
const roff = (text: string): string =>
  text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll('’', '\\(cq')
    .replaceAll('…', '...')
    .replace(/^([.'])/, '\\&$1');

function valueOf({ value }: CommandLineOption): string {
  if (value === null) return '';
  return ` \\fI${roff(Array.isArray(value) ? value.join('|') : String(value))}\\fR`;
}

function manualPage(version: string): string {
  const commands = COMMANDS.map(
    ({ name, takes, says, options }) => `.SS studio ${name} ${roff(takes)}
${roff(says)}.
${options.map((one) => `.TP\n\\fB\\-\\-${roff(one.name)}\\fR${valueOf(one)}\n${roff(one.says)}`).join('\n')}`,
  );
  return `.TH STUDIO 1 "" "Book Print Studio ${roff(version)}" "User Commands"
.SH NAME
studio \\- checks photo books and shows what would be ordered, without a window
.SH SYNOPSIS
.B studio
\\fICOMMAND\\fR [\\fIOPTIONS\\fR] \\fIFILES\\fR...
.br
.B studio shell\\-file
\\fI${SHELL_FILES.join('|')}\\fR
.br
.B studio \\-\\-help
.br
.B studio \\-\\-version
.SH DESCRIPTION
The checks of Book Print Studio and of the Book Print Service, for scripts and hot folders. Nothing is sent or
ordered by any of these commands, and nothing written but by backup and restore.
.SH COMMANDS
${commands.join('\n')}
.SH EXIT STATUS
.TP
.B 0
everything is accepted
.TP
.B 1
something is refused
.TP
.B 2
something could not be checked, or the arguments make no sense: standard error says what, and where
.PP
Of import and order, 1 means that something waits for a person. Backup and restore end with 0 when they are done, else with 2.
.SH ENVIRONMENT
.TP
.B STUDIO_DATA_DIR
the data folder of backup and restore, where \\-\\-data is left out
.TP
.B LC_ALL, LC_MESSAGES, LANG
the language, where \\-\\-lang is left out
.TP
.B STUDIO_TRACE
says of a failure where in the program it happened too
.SH EXAMPLES
.nf
studio preflight FOLDER \\-\\-spec SQUAREBOOK_HC
studio preflight cover.pdf \\-\\-spec SQUAREBOOK_HC \\-\\-pages 66 \\-\\-json
.fi
`;
}
