import { useQueryClient } from '@tanstack/react-query';
import { Laptop, type LucideIcon, MonitorSmartphone, Smartphone, Tablet } from 'lucide-react';
import { authApi } from '#contract/auth.ts';
import { type Device, deviceOf } from '#contract/devices.ts';
import type { SignIn } from '#contract/sign-in.ts';
import { call } from '../../api/client.ts';
import { messageOf } from '../../api/error-message.ts';
import { failedWith } from '../../api/failure.ts';
import { deviceName } from '../../lib/browser/device.ts';
import { formatDate, formatRecent } from '../../lib/format.ts';
import { useTask } from '../../lib/use-task.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Alert } from '../../ui/display/alert.tsx';
import { Badge } from '../../ui/display/badge.tsx';
import { leave } from '../session/sign-out.ts';
import { signIns } from './queries.ts';
import { texts as all } from './texts.ts';

const texts = all.signIns;

const icons: Record<Device['kind'], LucideIcon> = {
  computer: Laptop,
  phone: Smartphone,
  tablet: Tablet,
  unknown: MonitorSmartphone,
};

type SignInRowProps = {
  signIn: SignIn;
  /** It is over; not called for the one of this browser, whose screen is left. */
  onEnded: (device: string) => void;
};

export function SignInRow({ signIn, onEnded }: SignInRowProps) {
  const cache = useQueryClient();
  const found = deviceOf(signIn.user_agent);
  const device = deviceName(found);
  const Icon = icons[found.kind];

  const end = useTask(async () => {
    await endSignIn(signIn.id);
    if (signIn.is_current) return leave();
    cache.setQueryData(signIns().queryKey, (rows) => rows?.filter(({ id }) => id !== signIn.id));
    onEnded(device);
  });

  return (
    <li className="py-3">
      <div className="flex items-center gap-3">
        <Icon aria-hidden="true" className="text-ink-3" />
        <div className="min-w-0 flex-1">
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-control font-medium">
            <span className="wrap-anywhere">{device}</span>
            {signIn.is_current && <Badge tone="brand">{texts.current}</Badge>}
          </p>
          <p className="text-small text-ink-3">
            <span className="phone:block">{lastSeen(signIn)}</span>
            <span className="phone:hidden"> · </span>
            <span className="phone:block">
              {texts.since(formatDate(signIn.created_at))}
              {enteredBy(signIn)}
            </span>
          </p>
        </div>
        <Button size="small" busy={end.busy} aria-label={texts.endLabel(device)} onClick={() => end.run()}>
          {end.busy ? texts.ending : texts.end}
        </Button>
      </div>
      {end.failure ? (
        <Alert title={texts.endFailed} line={messageOf(end.failure, texts.endContext)} className="mt-2.5" />
      ) : null}
    </li>
  );
}

/** Said where it was not the password. */
function enteredBy({ method, provider }: SignIn): string {
  if (provider !== null) return texts.by(provider);
  return method === 'passkey' ? texts.byDeviceKey : '';
}

function lastSeen({ is_current, last_seen_at }: SignIn): string {
  return is_current ? texts.active : texts.seen(formatRecent(last_seen_at).toLowerCase());
}

/** One that is over already is what was asked for. */
async function endSignIn(id: string): Promise<void> {
  await call(authApi.endSignIn, { params: { id } }).catch((failure: unknown) => {
    if (!failedWith(failure, 'sign_in_not_found')) throw failure;
  });
}
