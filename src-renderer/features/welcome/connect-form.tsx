import { useState } from 'react';
import { mayCarryKey } from '../../../src-core/desk/key-carrier.ts';
import { useAction, wireErrorOf } from '../../bridge.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { Form } from '../../ui/form.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { SwitchToLive } from '../service/switch-to-live.tsx';
import styles from './welcome.module.css';

type Environment = 'sandbox' | 'live';

const isWebAddress = (text: string): boolean => /^https?:$/.test(URL.parse(text)?.protocol ?? '');

/** Address, environment and key of a service, tried before anything is stored. */
export function ConnectForm() {
  const { t, ref } = useText();
  const [baseUrl, setBaseUrl] = useState('');
  const [environment, setEnvironment] = useState<Environment>('sandbox');
  const [key, setKey] = useState('');
  const [hasTried, setHasTried] = useState(false);
  const activate = useAction('connections.activate');
  const add = useAction('connections.add', {
    errorsInPlace: true,
    onDone: (answer) => {
      if (answer.ok) activate.mutate({ connectionId: answer.connection.connectionId });
    },
  });
  const urlFault = !isWebAddress(baseUrl)
    ? t('welcome.connect.urlBad')
    : mayCarryKey(new URL(baseUrl))
      ? null
      : t('errors.KEY_EXPOSED');
  const [isAsked, setAsked] = useState(false);
  const connect = (): void => {
    setAsked(false);
    add.mutate({ name: new URL(baseUrl).host, baseUrl, environment, key: key.trim() });
  };
  const submit = (): void => {
    setHasTried(true);
    if (urlFault !== null || key.trim() === '' || add.isPending) return;
    if (environment === 'live') setAsked(true);
    else connect();
  };
  const refusal = add.data?.ok === false ? add.data : null;
  return (
    <>
      <Form onSubmit={submit}>
        <div className={styles.form}>
          <TextField
            label={t('welcome.connect.url')}
            value={baseUrl}
            onChange={setBaseUrl}
            inputMode="url"
            placeholder="https://"
            fault={hasTried ? urlFault : null}
          />
          <div>
            <div className={styles.fieldLabel}>{t('welcome.connect.environment')}</div>
            <Tabs<Environment>
              label={t('welcome.connect.environment')}
              value={environment}
              onChange={setEnvironment}
              options={[
                { value: 'sandbox', label: t('welcome.connect.sandbox') },
                { value: 'live', label: t('welcome.connect.live') },
              ]}
            />
          </div>
          <TextField
            label={t('welcome.connect.key')}
            type="password"
            value={key}
            onChange={setKey}
            fault={hasTried && key.trim() === '' ? t('welcome.connect.required') : null}
          />
          {refusal !== null && (
            <ErrorNote title={t('welcome.connect.refused')} serviceText={refusal.serviceText}>
              {ref(refusal.problem)}
            </ErrorNote>
          )}
          {add.isError && (
            <ErrorNote title={t('welcome.connect.refused')}>{ref(wireErrorOf(add.error).text)}</ErrorNote>
          )}
        </div>
        <div className={styles.cardFoot}>
          <Button type="submit" size="large" isBusy={add.isPending || activate.isPending}>
            {t('welcome.connect.submit')}
          </Button>
        </div>
      </Form>
      {isAsked && (
        <SwitchToLive name={new URL(baseUrl).host} isBusy={false} onKeep={() => setAsked(false)} onSwitch={connect} />
      )}
    </>
  );
}
