import { useCallback, useEffect } from 'react';
import { callStudio, useAction, useAnswer, wireErrorOf } from '../../bridge.ts';
import { showToast } from '../../ui/toast-store.ts';
import { windowClock } from '../../ui/use-now.ts';
import { arrivalWaitMs } from './arrival-wait.ts';
import { picturesToTake, type PlaceAt } from './pictures-to-take.ts';
import { placedFrom, surfaceAt } from './place-pages.ts';
import type { LayoutSession } from './layout-session.ts';

/** Takes pictures into the book: asks for files or a folder, and adds what is ready, some at a time, while the rest is still looked at. */
export function useIntake(session: LayoutSession) {
  const underWay = session.intake.use();
  const isRunning = underWay !== null && !underWay.isDone;
  const intakeId = underWay?.intakeId ?? null;
  const after = underWay?.taken ?? 0;
  const { data: intake, isPlaceholderData } = useAnswer(
    'layouts.intake',
    { bookId: session.bookId, intakeId: intakeId ?? '-', after },
    { enabled: isRunning },
  );
  useEffect(() => {
    if (intake === undefined || isPlaceholderData || underWay === null || underWay.isDone) return;
    const { pictures, refused, isStopped, found, looked } = intake;
    if (pictures.length > 0) {
      const take = (): void => {
        session.addPictures(pictures);
        // What is told is told once: whether there is more is asked behind it.
        const pages = pictures.filter(({ page }) => page !== undefined).map(({ key }) => key);
        const all = [...underWay.pages, ...pages];
        session.intake.set({ ...underWay, taken: after + pictures.length, pages: all, tookAtMs: windowClock.nowMs() });
      };
      const there = session.document.pictureOrder.length;
      const sinceMs = windowClock.nowMs() - underWay.tookAtMs;
      const waitMs = intake.isDone ? 0 : arrivalWaitMs({ there, told: pictures.length, sinceMs });
      if (waitMs === 0) return take();
      const timer = setTimeout(take, waitMs);
      return () => clearTimeout(timer);
    }
    if (!intake.isDone) return;
    const told = [...underWay.refused, ...refused];
    const leftOut = underWay.leftOut + (isStopped ? found - looked : 0);
    const from = underWay.placeFrom[underWay.intakeId];
    // What was stopped is not wanted on the pages either.
    if (from !== undefined && !isStopped) void placedFrom(session, underWay.pages, from);
    const [following, ...next] = underWay.next;
    if (following !== undefined)
      session.intake.set({ ...underWay, intakeId: following, taken: 0, pages: [], refused: told, leftOut, next });
    else
      session.intake.set(
        told.length === 0 && leftOut === 0 ? null : { ...underWay, isDone: true, refused: told, leftOut },
      );
  }, [intake, isPlaceholderData, underWay, after, session]);
  const begin = useCallback(
    (asked: Promise<{ readonly intakeId: string } | null>, placeAt: PlaceAt = null): void => {
      const surfaceId = surfaceAt(session, placeAt);
      asked.then(
        (begun) => {
          if (begun === null) return;
          const now = session.intake.get();
          const { intakeId } = begun;
          const placeFrom = {
            ...now?.placeFrom,
            ...(surfaceId !== null && { [intakeId]: surfaceId }),
          };
          session.intake.set(
            now === null || now.isDone
              ? {
                  ...{ intakeId, taken: 0, tookAtMs: 0, isDone: false, refused: [], leftOut: 0 },
                  ...{ pages: [], placeFrom, next: [] },
                }
              : { ...now, placeFrom, next: [...now.next, intakeId] },
          );
        },
        (error: unknown) => showToast({ text: wireErrorOf(error).text, tone: 'bad' }),
      );
    },
    [session],
  );
  const toTake = picturesToTake.use();
  useEffect(() => {
    const { bookId } = session;
    if (toTake?.bookId !== bookId) return;
    picturesToTake.set(null);
    begin(
      'intakeId' in toTake
        ? Promise.resolve(toTake)
        : callStudio('layouts.addImported', { bookId, importId: toTake.importId }),
      'intakeId' in toTake ? toTake.placeAt : null,
    );
  }, [toTake, session, begin]);
  const pick = (what: 'files' | 'folder'): void =>
    begin(callStudio('layouts.pickPictures', { bookId: session.bookId, what }));
  const stop = useAction('layouts.stopIntake');
  return {
    isRunning,
    isStopping: stop.isPending,
    /** Those that wait for their turn too. */
    stop: (): void => {
      if (underWay === null) return;
      for (const one of [underWay.intakeId, ...underWay.next]) stop.mutate({ bookId: session.bookId, intakeId: one });
    },
    found: intake?.found ?? 0,
    looked: intake?.looked ?? 0,
    leftOut: isRunning ? 0 : (underWay?.leftOut ?? 0),
    /** Of the last ones, with the reasons, until they were read. */
    refused: underWay?.refused ?? [],
    pickFolder: () => pick('folder'),
    pickFiles: () => pick('files'),
    dismiss: () => session.intake.set(null),
  };
}
