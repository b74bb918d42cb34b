import { useAction } from '../../bridge.ts';
import type { Language } from '../../../src-core/text-ref.ts';
import { useText } from '../../i18n/use-text.ts';
import { Tabs } from '../../ui/tabs.tsx';

/** Each language in its own words, so that it is found whatever is on. */
const NAMES: Readonly<Record<Language, string>> = { ko: '한국어', en: 'English' };

export function LanguageSwitch() {
  const { t, language } = useText();
  const setPreferences = useAction('app.setPreferences');
  return (
    <Tabs<Language>
      label={t('welcome.language')}
      value={language}
      onChange={(next) => setPreferences.mutate({ language: next })}
      options={[
        { value: 'ko', label: NAMES.ko },
        { value: 'en', label: NAMES.en },
      ]}
    />
  );
}
