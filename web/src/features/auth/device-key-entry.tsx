/** Signing in with a device key alone: a button below the form, and suggestions in its first field. */
import { KeyRound } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { authApi } from '#contract/auth.ts';
import type { TokenPair } from '#contract/sign-in.ts';
import { call } from '../../api/client.ts';
import { messageOf } from '../../api/error-message.ts';
import {
  askDeviceKey,
  DeviceKeyUnused,
  knowsDeviceKeys,
  offerDeviceKeys,
} from '../../lib/browser/device-key.ts';
import { useTask } from '../../lib/use-task.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Alert } from '../../ui/display/alert.tsx';
import { texts as all } from './texts.ts';

const texts = all.deviceKey;

export function DeviceKeyEntry({ onEntered }: { onEntered: (tokens: TokenPair) => Promise<void> }) {
  const enter = useTask(async (answer?: Record<string, unknown>) => {
    const response = answer ?? (await askDeviceKey(await call(authApi.passkeyOptions, {})));
    await onEntered(await call(authApi.passkey, { body: { response } }));
  });
  const { run } = enter;
  const isOffered = useRef(false);
  useEffect(() => {
    if (isOffered.current || !knowsDeviceKeys()) return;
    isOffered.current = true;
    // Suggestions are an extra: where they cannot be asked for, the button is there.
    void call(authApi.passkeyOptions, {})
      .then(offerDeviceKeys, () => null)
      .then((answer) => answer && run(answer));
  }, [run]);
  if (!knowsDeviceKeys()) return null;
  return (
    <div className="grid gap-3">
      {enter.failure ? (
        <Alert
          tone={enter.failure instanceof DeviceKeyUnused ? 'info' : 'danger'}
          title={
            enter.failure instanceof DeviceKeyUnused ? texts.unused : messageOf(enter.failure, texts.context)
          }
          retrying={enter.busy}
        />
      ) : null}
      <Button size="large" icon={<KeyRound />} busy={enter.busy} onClick={() => enter.run()}>
        {texts.enter}
      </Button>
    </div>
  );
}
