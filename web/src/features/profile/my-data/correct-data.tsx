import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { NAME_MAX } from '#contract/limits.ts';
import { privacyApi } from '#contract/privacy.ts';
import type { User } from '#contract/users.ts';
import { call } from '../../../api/client.ts';
import { failureText } from '../../../api/error-message.ts';
import { maskPhone } from '../../../lib/format.ts';
import { useTask } from '../../../lib/use-task.ts';
import { Field } from '../../../ui/controls/field.tsx';
import { PhoneField } from '../../../ui/controls/phone-field.tsx';
import { useCheckedForm } from '../../../ui/controls/use-checked-form.ts';
import { FormDialog } from '../../../ui/dialogs/form-dialog.tsx';
import { me } from '../../session/queries.ts';
import { texts as all } from './texts.ts';

const texts = all.correct;

type CorrectDataProps = { user: User; onClose: () => void; onDone: () => void };

export function CorrectData({ user, onClose, onDone }: CorrectDataProps) {
  const cache = useQueryClient();
  const [name, setName] = useState(user.name);
  const [phone, setPhone] = useState(maskPhone(user.phone ?? ''));
  const save = useTask(async () => {
    const corrected = await call(privacyApi.correct, {
      body: { name: name.trim(), phone: phone === '' ? null : phone },
    });
    cache.setQueryData(me().queryKey, (known) => ({ ...known, ...corrected }));
    onDone();
  });
  const nameMissing = name.trim() === '';
  const phoneWrong = ![0, 10, 11].includes(phone.replace(/\D/g, '').length);
  const { checked, bind } = useCheckedForm();
  return (
    <FormDialog
      title={texts.title}
      line={texts.line}
      size="small"
      form={bind(nameMissing || phoneWrong, save.run)}
      words={{ submit: texts.save, submitting: texts.saving }}
      busy={save.busy}
      failure={save.failure ? failureText(save.failure, texts.failed) : null}
      onClose={onClose}
    >
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
    </FormDialog>
  );
}
