import { AppError } from '../../src-core/desk/app-errors.ts';
import type { SandboxContents } from '../../src-core/desk/start-over.ts';
import type { ShellHandlerDeps } from './shell-handlers.ts';

/** Writes what is there into a file, then the studio opens again with an empty Sandbox. False: somebody would rather stay. Throws START_OVER_…, BACKUP_…. */
export async function startOver(
  { desk, service, about, openAnewAfter }: Pick<ShellHandlerDeps, 'desk' | 'service' | 'about' | 'openAnewAfter'>,
  goes: SandboxContents,
): Promise<boolean> {
  const prepared = await desk.startOver.prepare(goes, about.dataFolder, (folder) => service.dump(folder));
  if (prepared === null) return false;
  let isDecided = false;
  try {
    return await openAnewAfter(async () => {
      await prepared.decide();
      isDecided = true;
    });
  } finally {
    if (!isDecided) await prepared.withdraw();
  }
}

/** Throws FILE_MISSING. */
export function revealFormerSandbox(
  { desk, revealFile }: Pick<ShellHandlerDeps, 'desk' | 'revealFile'>,
  name: string,
): void {
  const place = desk.placeOfFormerSandbox(name);
  if (place === null) throw new AppError('FILE_MISSING');
  revealFile(place);
}
