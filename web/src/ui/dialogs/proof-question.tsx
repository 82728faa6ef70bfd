/**
 * Asks who is there when a call wants a fresh sign-in: for the password, a code of the authenticator app, a device key,
 * or the word of a provider, in another tab. It stands in a root of its own, so that any call may open it over whatever
 * is shown; its code is loaded when it is first needed.
 */
import { type ChangeEvent, type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { whenConfirmed } from '../../lib/browser/other-tabs.ts';
import { Button, buttonLook } from '../controls/button.tsx';
import { Field, PasswordField } from '../controls/field.tsx';
import { Alert } from '../display/alert.tsx';
import { Modal } from './modal.tsx';
import { texts } from './texts.ts';

/** The proof that is asked for. */
type Means = 'password' | 'totp' | 'passkey' | 'sso';
type Asking = {
  /** Best first. */
  means: readonly Means[];
  /** Returns why the proof was not accepted, as a sentence; null where it was. Never rejects. */
  confirm: (means: Exclude<Means, 'sso'>, typed: string) => Promise<string | null>;
  /** The address of the screen that leads to the provider. */
  providerScreen: string;
};

let asking: Promise<boolean> | null = null;

/** Resolves with true once the person has proved who they are by one of the means, or with false when the person cancels. Calls at the same time share one dialog. */
export function askForProof(asked: Asking): Promise<boolean> {
  asking ??= ask(asked).finally(() => {
    asking = null;
  });
  return asking;
}

function ask(asked: Asking): Promise<boolean> {
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  return new Promise<boolean>((resolve) => {
    const show = (open: boolean) =>
      root.render(
        <ConfirmSignIn
          {...asked}
          open={open}
          onEnd={(confirmed) => {
            // Closed first, so that the focus returns to where it was.
            show(false);
            resolve(confirmed);
          }}
        />,
      );
    show(true);
  }).finally(() => {
    setTimeout(() => {
      root.unmount();
      place.remove();
    });
  });
}

type ConfirmSignInProps = Asking & {
  open: boolean;
  onEnd: (confirmed: boolean) => void;
};

function ConfirmSignIn({ means, providerScreen, ...props }: ConfirmSignInProps) {
  const [chosen, setChosen] = useState(means[0]);
  const { open, onEnd } = props;
  if (!chosen)
    return (
      <Modal
        open={open}
        onClose={() => onEnd(false)}
        {...texts.none}
        size="small"
        footer={<Button onClick={() => onEnd(false)}>{texts.close}</Button>}
      />
    );
  const others = means.filter((one) => one !== chosen);
  const switches = others.length > 0 && (
    <p className="mt-4 flex flex-wrap gap-x-4 gap-y-1">
      {others.map((one) => (
        <button key={one} type="button" className="link text-small phone:py-3" onClick={() => setChosen(one)}>
          {texts[one].other}
        </button>
      ))}
    </p>
  );
  if (chosen === 'sso')
    return <ProviderProof open={open} onEnd={onEnd} page={providerScreen} switches={switches} />;
  return <TypedProof key={chosen} {...props} means={chosen} switches={switches} />;
}

type Switches = { switches: ReactNode };

type ProviderProofProps = Pick<ConfirmSignInProps, 'open' | 'onEnd'> & Switches & { page: string };

function ProviderProof({ open, onEnd, page, switches }: ProviderProofProps) {
  const [isOpened, setOpened] = useState(false);
  const end = useRef(onEnd);
  useEffect(() => whenConfirmed(() => end.current(true)), []);
  return (
    <Modal
      open={open}
      onClose={() => onEnd(false)}
      title={texts.sso.title}
      line={texts.sso.line}
      size="small"
      footer={
        <>
          <Button onClick={() => onEnd(false)}>{texts.cancel}</Button>
          <a
            href={page}
            target="_blank"
            rel="noopener"
            className={buttonLook('primary')}
            onClick={() => setOpened(true)}
          >
            {texts.openProvider}
          </a>
        </>
      }
    >
      <p role="status" className="text-small text-ink-2">
        {isOpened && texts.waiting}
      </p>
      {switches}
    </Modal>
  );
}

type TypedProofProps = Omit<ConfirmSignInProps, 'means' | 'providerScreen'> &
  Switches & { means: Exclude<Means, 'sso'> };

function TypedProof({ open, means, confirm, onEnd, switches }: TypedProofProps) {
  const words = texts[means];
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (busy) return;
    if (means !== 'passkey' && !typed.trim()) {
      setError(words.missing);
      input.current?.focus();
      return;
    }
    setBusy(true);
    const refused = await confirm(means, typed);
    if (refused === null) return onEnd(true);
    setError(refused);
    setBusy(false);
    input.current?.focus();
  };
  const field = {
    ref: input,
    label: words.label,
    value: typed,
    error,
    onChange: (event: ChangeEvent<HTMLInputElement>) => {
      setTyped(event.target.value);
      setError(null);
    },
  };
  return (
    <Modal
      open={open}
      onClose={() => onEnd(false)}
      title={words.title}
      line={words.line}
      size="small"
      initialFocus={input}
      footer={
        <>
          <Button onClick={() => onEnd(false)}>{texts.cancel}</Button>
          <Button type="submit" form={id} variant="primary" busy={busy}>
            {busy ? texts.confirming : means === 'passkey' ? texts.useKey : texts.confirm}
          </Button>
        </>
      }
    >
      <form id={id} noValidate onSubmit={(event) => void submit(event)}>
        {means === 'passkey' && error && <Alert title={error} />}
        {means === 'totp' && (
          <Field {...field} inputMode="numeric" autoComplete="one-time-code" maxLength={10} />
        )}
        {means === 'password' && <PasswordField {...field} autoComplete="current-password" />}
      </form>
      {switches}
    </Modal>
  );
}
