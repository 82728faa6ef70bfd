/** The second factor of the account: none, or an authenticator app with its recovery codes. */
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { KeyRound, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { RECOVERY_CODES } from '#contract/limits.ts';
import { type SecondFactor as State, secondFactorApi } from '#contract/second-factor.ts';
import { call } from '../../../api/client.ts';
import { failureText, failureWords } from '../../../api/error-message.ts';
import { knowsDeviceKeys } from '../../../lib/browser/device-key.ts';
import { formatDate } from '../../../lib/format.ts';
import { useTask } from '../../../lib/use-task.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Confirm } from '../../../ui/dialogs/confirm.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { Skeleton } from '../../../ui/display/skeleton.tsx';
import { me } from '../../session/queries.ts';
import { secondFactor } from '../queries.ts';
import { SideSection } from '../side-section.tsx';
import { AddKey, KeyRow } from './device-keys.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { SetUpApp } from './set-up-app.tsx';
import { texts } from './texts.ts';

type Opened = 'app' | 'key' | 'removal' | 'renewal' | { codes: string[] } | null;

export function SecondFactor() {
  const cache = useQueryClient();
  const found = useQuery({ ...secondFactor(), refetchOnMount: 'always' });
  const [opened, setOpened] = useState<Opened>(null);
  const [news, setNews] = useState('');
  const look = async () => {
    await cache.invalidateQueries({ queryKey: secondFactor().queryKey, exact: true });
    await cache.invalidateQueries({ queryKey: me().queryKey });
  };
  return (
    <SideSection title={texts.title} line={texts.line}>
      <LoadState query={found} />
      {found.data && (
        <div className="mt-3">
          <Factors
            state={found.data}
            onOpen={setOpened}
            onChanged={(what) => {
              setNews(what);
              void look();
            }}
          />
        </div>
      )}
      <p role="status" className="text-small text-ink-2 not-empty:mt-3">
        {news}
      </p>
      {opened === 'app' && (
        <SetUpApp onClose={() => setOpened(null)} onSetUp={(codes) => setOpened({ codes })} />
      )}
      {opened === 'key' && (
        <AddKey
          onClose={() => setOpened(null)}
          onAdded={(codes) => {
            setOpened(codes && { codes });
            if (codes) return;
            setNews(texts.key.kept);
            void look();
          }}
        />
      )}
      {typeof opened === 'object' && opened && (
        <RecoveryCodes
          codes={opened.codes}
          onDone={() => {
            setOpened(null);
            setNews(texts.added);
            void look();
          }}
        />
      )}
      <Confirmations opened={opened} onOpen={setOpened} onNews={setNews} look={look} />
    </SideSection>
  );
}

function LoadState({ query }: { query: UseQueryResult<unknown> }) {
  return (
    <>
      {query.isError && (
        <Alert
          {...failureWords(query.error, texts.loadFailed)}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      )}
      {query.isPending && (
        <div role="status">
          <span className="sr-only">{texts.loading}</span>
          <Skeleton className="h-[42px] w-full" />
        </div>
      )}
    </>
  );
}

type ConfirmationsProps = {
  opened: Opened;
  onOpen: (opened: Opened) => void;
  onNews: (news: string) => void;
  /** Reads the state of the account again. */
  look: () => Promise<void>;
};

/** Asks before the app is removed, and before the recovery codes are replaced. */
function Confirmations({ opened, onOpen, onNews, look }: ConfirmationsProps) {
  const remove = useTask(async () => {
    await call(secondFactorApi.removeTotp, {});
    onOpen(null);
    onNews(texts.removed);
    await look();
  });
  const renew = useTask(async () => {
    onOpen({ codes: (await call(secondFactorApi.renewRecoveryCodes, {})).recovery_codes });
    await look();
  });
  return (
    <>
      <Confirm
        open={opened === 'removal'}
        text={texts.removal.text}
        detail={texts.removal.detail}
        failure={remove.failure ? failureText(remove.failure, texts.removal.failed) : null}
        confirmLabel={texts.removal.label}
        busy={remove.busy}
        onConfirm={() => remove.run()}
        onCancel={() => onOpen(null)}
      />
      <Confirm
        open={opened === 'renewal'}
        text={texts.renewal.text}
        detail={texts.renewal.detail}
        failure={renew.failure ? failureText(renew.failure, texts.renewal.failed) : null}
        confirmLabel={texts.renewal.label}
        variant="primary"
        busy={renew.busy}
        onConfirm={() => renew.run()}
        onCancel={() => onOpen(null)}
      />
    </>
  );
}

const hasFactor = ({ totp, passkeys }: State) => totp !== null || passkeys.length > 0;

type FactorsProps = { state: State; onOpen: (opened: Opened) => void; onChanged: (news: string) => void };

function Factors({ state, onOpen, onChanged }: FactorsProps) {
  const { totp, passkeys, recovery_left, required } = state;
  const isLast = (totp ? 1 : 0) + passkeys.length === 1;
  const isBound = required && isLast;
  return (
    <div className="grid gap-3">
      {hasFactor(state) && recovery_left < RECOVERY_CODES && (
        <Alert tone="warn" title={recovery_left ? texts.usedOne(recovery_left) : texts.usedAll} />
      )}
      <ul className="divide-y divide-line empty:hidden">
        {totp && (
          <Row name={texts.app} line={texts.since(formatDate(totp.since))}>
            <Button size="small" onClick={() => onOpen('app')}>
              {texts.replace}
            </Button>
            <Button size="small" variant="ghost" disabled={isBound} onClick={() => onOpen('removal')}>
              {texts.remove}
            </Button>
          </Row>
        )}
        {passkeys.map((passkey) => (
          <KeyRow key={passkey.id} passkey={passkey} isBound={isBound} onChanged={onChanged} />
        ))}
        {hasFactor(state) && (
          <Row name={texts.codes} line={texts.left(recovery_left)}>
            <Button size="small" onClick={() => onOpen('renewal')}>
              {texts.renew}
            </Button>
          </Row>
        )}
      </ul>
      <Additions state={state} onOpen={onOpen} />
      {required && hasFactor(state) && <p className="text-small text-ink-3">{texts.required}</p>}
    </div>
  );
}

/** The ways that are still open. */
function Additions({ state, onOpen }: Pick<FactorsProps, 'state' | 'onOpen'>) {
  const { totp, passkeys_possible } = state;
  const canKey = passkeys_possible && knowsDeviceKeys();
  if (totp && !canKey) return null;
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap gap-2">
        {!totp && (
          <Button
            variant={hasFactor(state) ? 'secondary' : 'primary'}
            icon={<ShieldCheck />}
            className="slim:w-full"
            onClick={() => onOpen('app')}
          >
            {texts.setUp}
          </Button>
        )}
        {canKey && (
          <Button icon={<KeyRound />} className="slim:w-full" onClick={() => onOpen('key')}>
            {texts.addKey}
          </Button>
        )}
      </div>
      {!passkeys_possible && <p className="text-small text-ink-3">{texts.keysNotHere}</p>}
    </div>
  );
}

function Row({ name, line, children }: { name: string; line: string; children: React.ReactNode }) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-0">
        <p className="text-control font-medium">{name}</p>
        <p className="text-small text-ink-3">{line}</p>
      </div>
      <div className="flex flex-wrap gap-2">{children}</div>
    </li>
  );
}
