/** The device keys of the account: added, named, taken away. */
import { useState } from 'react';
import { deviceOf } from '#contract/devices.ts';
import { PASSKEY_NAME_MAX } from '#contract/limits.ts';
import { type Passkey, secondFactorApi } from '#contract/second-factor.ts';
import { call } from '../../../api/client.ts';
import { failureText } from '../../../api/error-message.ts';
import { deviceName } from '../../../lib/browser/device.ts';
import { DeviceKeyUnused, makeDeviceKey } from '../../../lib/browser/device-key.ts';
import { formatDate, formatRecent } from '../../../lib/format.ts';
import { useTask } from '../../../lib/use-task.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Field } from '../../../ui/controls/field.tsx';
import { useCheckedForm } from '../../../ui/controls/use-checked-form.ts';
import { Confirm } from '../../../ui/dialogs/confirm.tsx';
import { FormDialog } from '../../../ui/dialogs/form-dialog.tsx';
import { texts as all } from './texts.ts';

const texts = all.key;

type AddKeyProps = { onClose: () => void; onAdded: (recovery_codes: string[] | null) => void };

export function AddKey({ onClose, onAdded }: AddKeyProps) {
  const [name, setName] = useState(() =>
    deviceName(deviceOf(navigator.userAgent)).slice(0, PASSKEY_NAME_MAX),
  );
  const { checked, bind } = useCheckedForm();
  const add = useTask(async () => {
    const response = await makeDeviceKey(await call(secondFactorApi.passkeyOptions, {}));
    const body = { name: name.trim(), response };
    onAdded((await call(secondFactorApi.addPasskey, { body })).recovery_codes);
  });
  const isUnused = add.failure instanceof DeviceKeyUnused;
  return (
    <FormDialog
      title={texts.title}
      line={texts.line}
      size="small"
      form={bind(!name.trim(), add.run)}
      words={texts}
      busy={add.busy}
      failure={add.failure ? (isUnused ? texts.unused : failureText(add.failure, texts.failed)) : null}
      onClose={onClose}
    >
      <NameField name={name} isMissing={checked && !name.trim()} onChange={setName} />
    </FormDialog>
  );
}

type KeyRowProps = {
  passkey: Passkey;
  /** The role needs a second factor and this is the last one. */
  isBound: boolean;
  onChanged: (news: string) => void;
};

export function KeyRow({ passkey, isBound, onChanged }: KeyRowProps) {
  const [opened, setOpened] = useState<'name' | 'removal' | null>(null);
  const { id, name } = passkey;
  const close = () => setOpened(null);
  const remove = useTask(async () => {
    await call(secondFactorApi.removePasskey, { params: { id } });
    close();
    onChanged(texts.removed);
  });
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-0">
        <p className="text-control font-medium wrap-anywhere">{name}</p>
        <p className="text-small text-ink-3">{[...factsOf(passkey)].join(' · ')}</p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button size="small" aria-label={texts.renameIt(name)} onClick={() => setOpened('name')}>
          {texts.renameLabel}
        </Button>
        <Button
          size="small"
          variant="ghost"
          disabled={isBound}
          aria-label={texts.removeIt(name)}
          onClick={() => setOpened('removal')}
        >
          {all.remove}
        </Button>
      </div>
      {opened === 'name' && <RenameKey passkey={passkey} onClose={close} onRenamed={() => onChanged('')} />}
      <Confirm
        open={opened === 'removal'}
        text={texts.removal(name)}
        detail={texts.removalDetail}
        failure={remove.failure ? failureText(remove.failure, texts.removalFailed) : null}
        confirmLabel={all.remove}
        busy={remove.busy}
        onConfirm={() => remove.run()}
        onCancel={close}
      />
    </li>
  );
}

function* factsOf({ created_at, last_used_at, synced }: Passkey): Generator<string> {
  yield texts.created(formatDate(created_at));
  yield last_used_at ? texts.used(formatRecent(last_used_at).toLowerCase()) : texts.never;
  yield synced ? texts.synced : texts.here;
}

type RenameKeyProps = { passkey: Passkey; onClose: () => void; onRenamed: () => void };

function RenameKey({ passkey, onClose, onRenamed }: RenameKeyProps) {
  const [name, setName] = useState(passkey.name);
  const { checked, bind } = useCheckedForm();
  const rename = useTask(async () => {
    await call(secondFactorApi.renamePasskey, { params: { id: passkey.id }, body: { name: name.trim() } });
    onClose();
    onRenamed();
  });
  return (
    <FormDialog
      title={texts.rename}
      size="small"
      form={bind(!name.trim(), rename.run)}
      words={{ submit: texts.save, submitting: texts.saving }}
      busy={rename.busy}
      failure={rename.failure ? failureText(rename.failure, texts.renameFailed) : null}
      onClose={onClose}
    >
      <NameField name={name} isMissing={checked && !name.trim()} onChange={setName} />
    </FormDialog>
  );
}

type NameFieldProps = { name: string; isMissing: boolean; onChange: (name: string) => void };

const NameField = ({ name, isMissing, onChange }: NameFieldProps) => (
  <Field
    label={texts.name}
    required
    autoComplete="off"
    maxLength={PASSKEY_NAME_MAX}
    value={name}
    error={isMissing ? texts.missing : null}
    onChange={(event) => onChange(event.target.value)}
  />
);
