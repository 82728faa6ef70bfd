/** Makes a key, or changes one. */
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { type AccessKey, keyMessages, keysApi, type MadeAccessKey } from '#contract/keys.ts';
import { ACCESS_KEY_NAME_MAX, PASSWORD_MAX } from '#contract/limits.ts';
import { call } from '../../../api/client.ts';
import { failureText, messageOf } from '../../../api/error-message.ts';
import { failedWith } from '../../../api/failure.ts';
import { useTask } from '../../../lib/use-task.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Field, PasswordField } from '../../../ui/controls/field.tsx';
import { NativeSelect } from '../../../ui/controls/native-select.tsx';
import { Segmented } from '../../../ui/controls/segmented.tsx';
import { Modal } from '../../../ui/dialogs/modal.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { texts as ui } from '../../../ui/texts.ts';
import { KeyAgents } from './key-agents.tsx';
import { capOf, changeOf, draftOf, emptyDraft, expiriesFor, type KeyDraft, settingsOf } from './key-draft.ts';
import { texts as all } from './texts.ts';

const texts = all.form;

type AccessKeyFormProps = {
  /** Null: a new one. */
  known: AccessKey | null;
  onClose: () => void;
  onMade: (key: MadeAccessKey) => void;
  onChanged: (key: AccessKey) => void;
};

export function AccessKeyForm({ known, onClose, onMade, onChanged }: AccessKeyFormProps) {
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const [draft, setDraft] = useState<KeyDraft>(known ? draftOf(known) : emptyDraft);
  const [checked, setChecked] = useState(false);
  // The server asks for it when the sign-in is no longer fresh.
  const [asksPassword, setAsksPassword] = useState(false);
  const [password, setPassword] = useState('');
  const edit = (change: Partial<KeyDraft>) => setDraft((before) => ({ ...before, ...change }));

  const save = useTask(async () => {
    const now = new Date();
    const change = known && changeOf(draft, known, now);
    if (change) return onChanged(await call(keysApi.change, { params: { id: known.id }, body: change }));
    const settings = settingsOf(draft, now);
    if (known || !settings) return;
    const proof = asksPassword ? { current_password: password } : {};
    const made = await call(keysApi.create, { body: { ...settings, ...proof } }, { ownPassword: true }).catch(
      (failure: unknown) => {
        if (failedWith(failure, 'reauthentication_required')) setAsksPassword(true);
        else focusSoon(form.current, '[name="current_password"]');
        throw failure;
      },
    );
    onMade(made);
  });
  // When it is there, however long that takes.
  useEffect(() => {
    if (asksPassword) form.current?.querySelector<HTMLElement>('[name="current_password"]')?.focus();
  }, [asksPassword]);
  const asked = failedWith(save.failure, 'reauthentication_required');
  const wrong = failedWith(save.failure, 'wrong_current_password');
  const passwordMissing = asksPassword && password === '';

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (settingsOf(draft, new Date()) && !passwordMissing) return save.run();
    focusSoon(form.current, '[aria-invalid="true"]');
  };
  return (
    <Modal
      open
      onClose={onClose}
      title={known ? texts.editTitle : texts.createTitle}
      line={known ? texts.editLine : texts.createLine}
      footer={
        <>
          <Button onClick={onClose}>{ui.cancel}</Button>
          {/* Named, so that Enter in a field presses it. */}
          <Button type="submit" form={id} variant="primary" busy={save.busy}>
            {known ? (save.busy ? texts.saving : texts.save) : save.busy ? texts.creating : texts.create}
          </Button>
        </>
      }
    >
      <form ref={form} id={id} noValidate onSubmit={submit} className="grid gap-4">
        {save.failure && !asked && !wrong ? (
          <Alert title={failureText(save.failure, known ? texts.saveFailed : texts.createFailed)} />
        ) : null}
        <Field
          label={texts.name}
          hint={texts.nameHint}
          required
          autoComplete="off"
          maxLength={ACCESS_KEY_NAME_MAX}
          value={draft.name}
          onChange={(event) => edit({ name: event.target.value })}
          error={checked && !draft.name.trim() ? keyMessages.nameMissing : null}
        />
        <div className="grid gap-2">
          <span className="text-label font-medium">{texts.agents}</span>
          <Segmented
            label={texts.agents}
            value={draft.scope}
            options={texts.scopes}
            onChange={(scope) => edit({ scope })}
          />
          {draft.scope === 'all' ? (
            <p className="text-small text-ink-3">{texts.allHint}</p>
          ) : (
            <KeyAgents
              own={known?.agent_ids ?? []}
              chosen={draft.agent_ids}
              missing={checked && draft.agent_ids.length === 0}
              onChange={(agent_ids) => edit({ agent_ids })}
            />
          )}
        </div>
        <div className="grid items-start gap-4 desk:grid-cols-2">
          <NativeSelect
            label={texts.expiry}
            value={draft.expiry}
            options={expiriesFor(known?.expires_at ?? null)}
            onChange={(expiry) => edit({ expiry })}
          />
          <Field
            label={texts.cap}
            aside={<span className="text-small text-ink-3">{texts.optional}</span>}
            hint={texts.capHint}
            inputMode="numeric"
            autoComplete="off"
            placeholder="50.000"
            value={draft.cap}
            onChange={(event) => edit({ cap: event.target.value })}
            error={checked && capOf(draft.cap) === undefined ? texts.capWrong : null}
          />
        </div>
        {asksPassword && (
          <PasswordField
            label={texts.password}
            name="current_password"
            autoComplete="current-password"
            required
            maxLength={PASSWORD_MAX}
            value={password}
            onChange={(event) => {
              setPassword(event.target.value);
              save.forgive();
            }}
            hint={texts.passwordHint}
            error={
              wrong
                ? messageOf(save.failure, texts.createFailed)
                : checked && passwordMissing && !asked
                  ? texts.passwordMissing
                  : null
            }
          />
        )}
      </form>
    </Modal>
  );
}

/** Once it has been drawn; what is not there is passed over. */
function focusSoon(form: HTMLFormElement | null, selector: string): void {
  requestAnimationFrame(() => form?.querySelector<HTMLElement>(selector)?.focus());
}
