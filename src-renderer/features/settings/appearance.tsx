import type { Preferences } from '../../../src-core/ipc/subjects/app.ts';
import { preferencesSchema } from '../../../src-core/ipc/subjects/app.ts';
import { useAction } from '../../bridge.ts';
import { useText } from '../../i18n/use-text.ts';
import { Tabs } from '../../ui/tabs.tsx';
import styles from './settings.module.css';

/** Language, theme and row height; each takes effect at once. */
export function Appearance({ preferences }: { readonly preferences: Preferences }) {
  const { t } = useText();
  const set = useAction('app.setPreferences');
  const choice = <N extends keyof Preferences>(name: N, values: readonly Preferences[N][]) => (
    <div className={styles.choice}>
      <span className={styles.choiceName}>{t(`settings.${name}`)}</span>
      <Tabs
        label={t(`settings.${name}`)}
        value={preferences[name]}
        options={values.map((value) => ({ value, label: t(`settings.${name}.${value}`) }))}
        onChange={(value) => set.mutate({ [name]: value })}
      />
    </div>
  );
  return (
    <>
      {choice('language', preferencesSchema.shape.language.options)}
      {choice('theme', preferencesSchema.shape.theme.options)}
      {choice('density', preferencesSchema.shape.density.options)}
    </>
  );
}
