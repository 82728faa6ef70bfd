import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { NAME_MAX } from '#contract/limits.ts';
import { privacyApi } from '#contract/privacy.ts';
import type { User } from '#contract/users.ts';
import { call } from '../../../api/client.ts';
import { failureText } from '../../../api/error-message.ts';
import { maskPhone } from '../../../lib/format.ts';
import { useTask } from '../../../lib/use-task.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Field } from '../../../ui/controls/field.tsx';
import { PhoneField } from '../../../ui/controls/phone-field.tsx';
import { Modal } from '../../../ui/dialogs/modal.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { texts as ui } from '../../../ui/texts.ts';
import { me } from '../../session/queries.ts';
import { texts as all } from './texts.ts';

const texts = all.correct;

type CorrectDataProps = { user: User; onClose: () => void; onDone: () => void };

export function CorrectData({ user, onClose, onDone }: CorrectDataProps) {
  const cache = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const [name, setName] = useState(user.name);
  const [phone, setPhone] = useState(maskPhone(user.phone ?? ''));
  const [checked, setChecked] = useState(false);
  const save = useTask(async () => {
    const corrected = await call(privacyApi.correct, {
      body: { name: name.trim(), phone: phone === '' ? null : phone },
    });
    cache.setQueryData(me().queryKey, (known) => ({ ...known, ...corrected }));
    onDone();
  });
  const nameMissing = name.trim() === '';
  const phoneWrong = ![0, 10, 11].includes(phone.replace(/\D/g, '').length);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (!nameMissing && !phoneWrong) return save.run();
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  };
  return (
    <Modal
      open
      onClose={onClose}
      title={texts.title}
      line={texts.line}
      size="small"
      footer={
        <>
          <Button onClick={onClose}>{ui.cancel}</Button>
          <Button variant="primary" busy={save.busy} onClick={() => form.current?.requestSubmit()}>
            {save.busy ? texts.saving : texts.save}
          </Button>
        </>
      }
    >
      <form ref={form} noValidate onSubmit={submit} className="grid gap-4">
        {save.failure ? <Alert title={failureText(save.failure, texts.failed)} /> : null}
        <Field
          label={texts.name}
          autoComplete="name"
          required
          maxLength={NAME_MAX}
          value={name}
          onChange={(event) => setName(event.target.value)}
          error={checked && nameMissing ? texts.nameMissing : null}
        />
        <PhoneField
          label={texts.phone}
          aside={<span className="text-small text-ink-3">{texts.optional}</span>}
          value={phone}
          onChange={setPhone}
          error={checked && phoneWrong ? texts.phoneWrong : null}
        />
      </form>
    </Modal>
  );
}
