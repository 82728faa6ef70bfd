/**
 * Asks for the password, or for a code of the authenticator app, when a call wants a fresh sign-in. It stands in a root of its own, so that any call may open it
 * over whatever is shown; its code is loaded when it is first needed.
 */
import { type ChangeEvent, type FormEvent, useId, useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { Button } from '../controls/button.tsx';
import { Field, PasswordField } from '../controls/field.tsx';
import { Alert } from '../display/alert.tsx';
import { Modal } from './modal.tsx';

const texts = {
  password: {
    title: 'Confirme sua senha',
    line: 'Faz mais de 15 minutos que você entrou. Digite sua senha para continuar.',
    label: 'Senha',
    missing: 'Digite sua senha.',
  },
  totp: {
    title: 'Confirme que é você',
    line: 'Faz mais de 15 minutos que você entrou. Digite o código do seu aplicativo autenticador para continuar.',
    label: 'Código do aplicativo',
    missing: 'Informe o código.',
  },
  passkey: {
    title: 'Confirme que é você',
    line: 'Faz mais de 15 minutos que você entrou. Use a chave do dispositivo para continuar.',
    label: '',
    missing: '',
  },
  useKey: 'Usar a chave do dispositivo',
  cancel: 'Cancelar',
  confirm: 'Confirmar',
  confirming: 'Confirmando…',
} as const;

/** The proof that is asked for. */
type Means = keyof typeof texts & ('password' | 'totp' | 'passkey');
/** Returns why the proof was not accepted, as a sentence; null where it was. Never rejects. */
type Confirm = (typed: string) => Promise<string | null>;

let asking: Promise<boolean> | null = null;

/** Resolves with true once `confirm` has accepted what was typed, or with false when the person cancels. Calls at the same time share one dialog. */
export function askForProof(means: Means, confirm: Confirm): Promise<boolean> {
  asking ??= ask(means, confirm).finally(() => {
    asking = null;
  });
  return asking;
}

function ask(means: Means, confirm: Confirm): Promise<boolean> {
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  return new Promise<boolean>((resolve) => {
    const show = (open: boolean) =>
      root.render(
        <ConfirmSignIn
          open={open}
          means={means}
          confirm={confirm}
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

type ConfirmSignInProps = {
  open: boolean;
  means: Means;
  confirm: Confirm;
  onEnd: (confirmed: boolean) => void;
};

function ConfirmSignIn({ open, means, confirm, onEnd }: ConfirmSignInProps) {
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
    const refused = await confirm(typed);
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
    </Modal>
  );
}
