/** Makes a key, or changes one. */
import { useState } from 'react';
import { type AccessKey, keysApi, type MadeAccessKey } from '#contract/keys.ts';
import { ACCESS_KEY_NAME_MAX } from '#contract/limits.ts';
import { call } from '../../../api/client.ts';
import { failureText } from '../../../api/error-message.ts';
import { formatNumber } from '../../../lib/format.ts';
import { useTask } from '../../../lib/use-task.ts';
import { Field } from '../../../ui/controls/field.tsx';
import { NativeSelect } from '../../../ui/controls/native-select.tsx';
import { Segmented } from '../../../ui/controls/segmented.tsx';
import { useCheckedForm } from '../../../ui/controls/use-checked-form.ts';
import { FormDialog } from '../../../ui/dialogs/form-dialog.tsx';
import {
  CurrentPasswordField,
  isAboutPassword,
  useCurrentPassword,
} from '../../session/current-password.tsx';
import { KeyAgents } from './key-agents.tsx';
import {
  capOf,
  changeOf,
  draftOf,
  emptyDraft,
  expiriesFor,
  isComplete,
  type KeyDraft,
  settingsOf,
} from './key-draft.ts';
import { texts as all } from './texts.ts';

const texts = all.form;

const SCOPES = (['all', 'some'] as const).map((value) => ({ value, label: texts.scopes[value] }));

type AccessKeyFormProps = {
  /** Null: a new one. */
  known: AccessKey | null;
  onClose: () => void;
  onMade: (key: MadeAccessKey) => void;
  onChanged: (key: AccessKey) => void;
};

export function AccessKeyForm({ known, onClose, onMade, onChanged }: AccessKeyFormProps) {
  const [draft, setDraft] = useState<KeyDraft>(known ? draftOf(known) : emptyDraft);
  const password = useCurrentPassword();
  const { checked, focus, bind } = useCheckedForm();
  const words = known ? texts.change : texts.make;

  const save = useTask(async () => {
    const now = new Date();
    const change = known && changeOf(draft, known, now);
    if (change) return onChanged(await call(keysApi.change, { params: { id: known.id }, body: change }));
    const settings = settingsOf(draft, now);
    if (known || !settings) return;
    const body = { ...settings, ...password.body };
    const made = await call(keysApi.create, { body }, { ownPassword: true }).catch((failure: unknown) => {
      password.askAfter(failure);
      focus('[name="current_password"]');
      throw failure;
    });
    onMade(made);
  });

  return (
    <FormDialog
      title={words.title}
      line={words.line}
      form={bind(!isComplete(draft) || password.isMissing, save.run)}
      words={words}
      busy={save.busy}
      failure={
        save.failure && !isAboutPassword(save.failure) ? failureText(save.failure, words.failed) : null
      }
      onClose={onClose}
    >
      <KeyFields
        known={known}
        draft={draft}
        checked={checked}
        onEdit={(change) => setDraft((before) => ({ ...before, ...change }))}
      />
      <CurrentPasswordField
        password={password}
        action={save}
        checked={checked}
        hint={texts.passwordHint}
        context={words.failed}
      />
    </FormDialog>
  );
}

type KeyFieldsProps = {
  known: AccessKey | null;
  draft: KeyDraft;
  checked: boolean;
  onEdit: (change: Partial<KeyDraft>) => void;
};

function KeyFields({ known, draft, checked, onEdit }: KeyFieldsProps) {
  return (
    <>
      <Field
        label={texts.name}
        hint={texts.nameHint}
        required
        autoComplete="off"
        maxLength={ACCESS_KEY_NAME_MAX}
        value={draft.name}
        onChange={(event) => onEdit({ name: event.target.value })}
        error={checked && !draft.name.trim() ? texts.nameMissing : null}
      />
      <div className="grid gap-2">
        <span className="text-label font-medium">{texts.agents}</span>
        <Segmented
          label={texts.agents}
          value={draft.scope}
          options={SCOPES}
          onChange={(scope) => onEdit({ scope })}
        />
        {draft.scope === 'all' ? (
          <p className="text-small text-ink-3">{texts.allHint}</p>
        ) : (
          <KeyAgents
            own={known?.agent_ids ?? []}
            chosen={draft.agent_ids}
            missing={checked && draft.agent_ids.length === 0}
            onChange={(agent_ids) => onEdit({ agent_ids })}
          />
        )}
      </div>
      <div className="grid items-start gap-4 desk:grid-cols-2">
        <NativeSelect
          label={texts.expiry}
          value={draft.expiry}
          options={expiriesFor(known?.expires_at ?? null)}
          onChange={(expiry) => onEdit({ expiry })}
        />
        <Field
          label={texts.cap}
          aside={<span className="text-small text-ink-3">{texts.optional}</span>}
          hint={texts.capHint}
          inputMode="numeric"
          autoComplete="off"
          placeholder={formatNumber(50_000)}
          value={draft.cap}
          onChange={(event) => onEdit({ cap: event.target.value })}
          error={checked && capOf(draft.cap) === undefined ? texts.capWrong : null}
        />
      </div>
    </>
  );
}
