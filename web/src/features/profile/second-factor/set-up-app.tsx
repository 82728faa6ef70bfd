/** Setting up an authenticator app: its secret as a QR code, and the first code of it. */
import { useQuery } from '@tanstack/react-query';
import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { TOTP_DIGITS } from '#contract/limits.ts';
import { secondFactorApi } from '#contract/second-factor.ts';
import { call } from '../../../api/client.ts';
import { failureText, failureWords, messageOf } from '../../../api/error-message.ts';
import { failedWith } from '../../../api/failure.ts';
import { useCopy } from '../../../lib/use-copy.ts';
import { useTask } from '../../../lib/use-task.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Field } from '../../../ui/controls/field.tsx';
import { useCheckedForm } from '../../../ui/controls/use-checked-form.ts';
import { FormDialog } from '../../../ui/dialogs/form-dialog.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { Skeleton } from '../../../ui/display/skeleton.tsx';
import { QrCode } from './qr-code.tsx';
import { texts as all } from './texts.ts';

const texts = all.begin;

type SetUpAppProps = { onClose: () => void; onSetUp: (recovery_codes: string[]) => void };

export function SetUpApp({ onClose, onSetUp }: SetUpAppProps) {
  const [code, setCode] = useState('');
  const { checked, focus, bind } = useCheckedForm();
  const secret = useNewSecret();
  const confirm = useTask(async () => {
    try {
      onSetUp((await call(secondFactorApi.confirmTotp, { body: { code } })).recovery_codes);
    } catch (failure) {
      if (failedWith(failure, 'wrong_factor_code')) focus('[name="code"]');
      throw failure;
    }
  });
  const isWrong = failedWith(confirm.failure, 'wrong_factor_code');
  const isMissing = code.length < TOTP_DIGITS;
  return (
    <FormDialog
      title={texts.title}
      line={texts.line}
      form={bind(isMissing, confirm.run)}
      words={texts}
      busy={confirm.busy}
      disabled={!secret.data}
      failure={confirm.failure && !isWrong ? failureText(confirm.failure, texts.failed) : null}
      onClose={onClose}
      intro={<NewSecret secret={secret} />}
    >
      <Field
        label={texts.code}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        required
        value={code}
        hint={texts.codeHint}
        error={
          isWrong ? messageOf(confirm.failure, texts.failed) : checked && isMissing ? texts.missing : null
        }
        onChange={(event) => {
          setCode(event.target.value.replace(/\D/g, '').slice(0, TOTP_DIGITS));
          confirm.forgive();
        }}
        className="text-[18px] font-medium tracking-[0.3em] tabular-nums"
      />
    </FormDialog>
  );
}

const useNewSecret = () =>
  useQuery({
    queryKey: ['second-factor', 'new-secret'],
    queryFn: ({ signal }) => call(secondFactorApi.beginTotp, {}, { signal }),
    // A secret is made anew each time the dialog opens, and only then.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });

function NewSecret({ secret }: { secret: ReturnType<typeof useNewSecret> }) {
  return (
    <div aria-live="polite" className="mb-5 grid justify-items-center gap-4">
      {secret.isError && (
        <Alert
          {...failureWords(secret.error, texts.failed)}
          onRetry={() => void secret.refetch()}
          retrying={secret.isFetching}
          className="w-full"
        />
      )}
      {secret.isPending && (
        <div role="status">
          <span className="sr-only">{texts.preparing}</span>
          <Skeleton className="size-[220px]" />
        </div>
      )}
      {secret.data && (
        <>
          <QrCode text={secret.data.uri} label={texts.qr} />
          <ManualKey secret={secret.data.secret} />
        </>
      )}
    </div>
  );
}

/** In groups of four, as it is typed on a phone. */
function ManualKey({ secret }: { secret: string }) {
  const { copied, copy } = useCopy<'key'>();
  return (
    <div className="grid w-full gap-1.5">
      <p className="text-small text-ink-2">{texts.manual}</p>
      <div className="flex items-center gap-2 rounded-card border border-line bg-sunken p-2 pl-3">
        <code className="min-w-0 flex-1 font-mono text-small wrap-anywhere">
          {secret.match(/.{1,4}/g)?.join(' ')}
        </code>
        <Button
          size="small"
          icon={copied ? <Check /> : <Copy />}
          aria-label={texts.copyKey}
          onClick={() => copy('key', secret)}
        >
          {copied ? all.recovery.copied : all.recovery.copy}
        </Button>
      </div>
    </div>
  );
}
