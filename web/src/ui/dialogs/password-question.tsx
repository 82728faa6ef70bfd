/**
 * Asks for the password when a call wants a fresh sign-in. It stands in a root of its own, so that any call may open it
 * over whatever is shown; its code is loaded when it is first needed.
 */
import { type FormEvent, useId, useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { Button } from '../controls/button.tsx';
import { PasswordField } from '../controls/field.tsx';
import { Modal } from './modal.tsx';

const texts = {
  title: 'Confirme sua senha',
  line: 'Faz mais de 15 minutos que você entrou. Digite sua senha para continuar.',
  password: 'Senha',
  missing: 'Digite sua senha.',
  cancel: 'Cancelar',
  confirm: 'Confirmar',
  confirming: 'Confirmando…',
} as const;

/** Returns why the password was not accepted, as a sentence; null where it was. Never rejects. */
type Confirm = (password: string) => Promise<string | null>;

let asking: Promise<boolean> | null = null;

/** Resolves with true once `confirm` has accepted a password, or with false when the person cancels. Calls at the same time share one dialog. */
export function askForPassword(confirm: Confirm): Promise<boolean> {
  asking ??= ask(confirm).finally(() => {
    asking = null;
  });
  return asking;
}

function ask(confirm: Confirm): Promise<boolean> {
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  return new Promise<boolean>((resolve) => {
    const show = (open: boolean) =>
      root.render(
        <ConfirmSignIn
          open={open}
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

type ConfirmSignInProps = { open: boolean; confirm: Confirm; onEnd: (confirmed: boolean) => void };

function ConfirmSignIn({ open, confirm, onEnd }: ConfirmSignInProps) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [password, setPassword] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (busy) return;
    if (!password) {
      setError(texts.missing);
      field.current?.focus();
      return;
    }
    setBusy(true);
    const refused = await confirm(password);
    if (refused === null) return onEnd(true);
    setError(refused);
    setBusy(false);
    field.current?.focus();
  };
  return (
    <Modal
      open={open}
      onClose={() => onEnd(false)}
      title={texts.title}
      line={texts.line}
      size="small"
      initialFocus={field}
      footer={
        <>
          <Button onClick={() => onEnd(false)}>{texts.cancel}</Button>
          <Button type="submit" form={id} variant="primary" busy={busy}>
            {busy ? texts.confirming : texts.confirm}
          </Button>
        </>
      }
    >
      <form id={id} noValidate onSubmit={(event) => void submit(event)}>
        <PasswordField
          ref={field}
          label={texts.password}
          autoComplete="current-password"
          value={password}
          error={error}
          onChange={(event) => {
            setPassword(event.target.value);
            setError(null);
          }}
        />
      </form>
    </Modal>
  );
}
