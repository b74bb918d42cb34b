import { COMMAND_LIST, type Command, type CommandKeys } from '../../src-core/commands.ts';
import { isComposing, isTypingEvent } from '../ui/key-events.ts';

const KEYS = COMMAND_LIST.flatMap(({ command, keys }) => keys.map((one) => ({ command, ...one })));

/** The commands that a key press means: one a screen, so that at most one of them is taken. */
export function commandsOfKey(event: KeyboardEvent): readonly Command[] {
  if (isComposing(event)) return [];
  const isMod = event.metaKey || event.ctrlKey;
  const isMeant = ({ code, sign, mod = false, shift = false, alt = false }: CommandKeys): boolean =>
    mod === isMod &&
    alt === event.altKey &&
    (sign === undefined ? code === event.code && shift === event.shiftKey : sign === event.key);
  return KEYS.filter((keys) => isMeant(keys) && !(keys.plain === true && isTypingEvent(event))).map(
    ({ command }) => command,
  );
}

/** Commands that go on while the pages are looked at large. */
export const isQuickLookCommand = (command: Command): boolean =>
  COMMAND_LIST.some((one) => one.command === command && one.inQuickLook === true);
