import { useEffect, useMemo, useSyncExternalStore, type ReactNode } from 'react';
import { I18nProvider } from 'react-aria-components';
import { followChanges, useAnswer } from '../bridge.ts';
import { createText } from '../i18n/text.ts';
import { TextContext } from '../i18n/use-text.ts';
import { PlatformContext } from '../ui/platform.ts';
import { COMFORTABLE_ROW_PX, COMPACT_ROW_PX, RowHeightContext } from '../ui/row-height.ts';

const darkSystem = window.matchMedia('(prefers-color-scheme: dark)');
const followDarkSystem = (listener: () => void): (() => void) => {
  darkSystem.addEventListener('change', listener);
  return () => darkSystem.removeEventListener('change', listener);
};

/** Language, theme, density and platform for everything below; nothing is drawn before they are known. */
export function PreferencesProvider({ children }: { readonly children: ReactNode }) {
  useEffect(() => followChanges(), []);
  const info = useAnswer('app.info', {}).data;
  const isSystemDark = useSyncExternalStore(followDarkSystem, () => darkSystem.matches);
  const wanted = info?.preferences.language ?? 'system';
  const language = wanted === 'system' ? (info?.systemLanguage ?? 'ko') : wanted;
  const theme = info?.preferences.theme ?? 'system';
  const density = info?.preferences.density ?? 'comfortable';
  const text = useMemo(() => createText(language), [language]);
  useEffect(() => {
    const root = document.documentElement;
    root.lang = language;
    root.dataset['theme'] = theme === 'system' ? (isSystemDark ? 'dark' : 'light') : theme;
    root.dataset['density'] = density;
  }, [language, theme, density, isSystemDark]);
  if (info === undefined) return null;
  return (
    <I18nProvider locale={language === 'ko' ? 'ko-KR' : 'en-US'}>
      <TextContext value={text}>
        <PlatformContext value={info.platform}>
          <RowHeightContext value={density === 'compact' ? COMPACT_ROW_PX : COMFORTABLE_ROW_PX}>
            {children}
          </RowHeightContext>
        </PlatformContext>
      </TextContext>
    </I18nProvider>
  );
}
