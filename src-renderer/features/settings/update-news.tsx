import { useEffect, useRef } from 'react';
import { useAnswer } from '../../bridge.ts';
import { useText } from '../../i18n/use-text.ts';
import { goTo, useSection } from '../../route.ts';
import { showToast } from '../../ui/toast-store.ts';
import { updatesWanted } from './update-choice.tsx';

function showUpdates(): void {
  updatesWanted.set(true);
  goTo('settings');
}

/** Tells once what became of a newer version, wherever else the operator is by then. */
export function UpdateNews() {
  const { t, ref } = useText();
  const state = useAnswer('updates.state', {}).data;
  const isSeen = useSection() === 'settings';
  const told = useRef(new Set<string>());
  useEffect(() => {
    if (state === undefined || state.version === null) return;
    const { phase, version, problem, mode } = state;
    const isNews = phase === 'ready' || phase === 'failed' || (phase === 'found' && mode !== 'download');
    const news = `${phase} ${version}`;
    if (!isNews || told.current.has(news)) return;
    told.current.add(news);
    if (isSeen) return;
    showToast({
      text:
        problem === null
          ? t(`settings.updates.news.${phase === 'ready' ? 'ready' : 'found'}`, { version })
          : ref(problem),
      tone: problem === null ? 'plain' : 'bad',
      action: { label: t('settings.updates.news.show'), run: showUpdates },
    });
  }, [state, isSeen, t, ref]);
  return null;
}
