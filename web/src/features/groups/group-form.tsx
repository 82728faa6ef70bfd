import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useRef, useState } from 'react';
import { groupsApi, type UserGroup } from '#contract/groups.ts';
import { DESCRIPTION_MAX, NAME_MAX } from '#contract/limits.ts';
import { call } from '../../api/client.ts';
import { failureText, messageOf } from '../../api/error-message.ts';
import { failedWith } from '../../api/failure.ts';
import { useTask } from '../../lib/use-task.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Modal } from '../../ui/modal.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { afterGroupChange } from './queries.ts';
import { texts as all } from './texts.ts';

const texts = all.form;

type GroupFormProps = {
  /** The one that is edited; a new one otherwise. */
  group?: UserGroup;
  onClose: () => void;
};

/** Mounted while it is open, so that it always begins with what is so. */
export function GroupForm({ group, onClose }: GroupFormProps) {
  const cache = useQueryClient();
  const formId = useId();
  const first = useRef<HTMLInputElement>(null);
  const [name, setName] = useState(group?.name ?? '');
  const [description, setDescription] = useState(group?.description ?? '');

  const save = useTask(async () => {
    const body = { name: name.trim(), description: description.trim() || null };
    if (group) await call(groupsApi.update, { params: { id: group.id }, body });
    else await call(groupsApi.create, { body });
    onClose();
    await afterGroupChange(cache);
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim()) save.run();
  };
  const taken = failedWith(save.failure, 'group_name_taken');

  return (
    <Modal
      open
      onClose={onClose}
      title={group ? texts.edit : texts.create}
      size="small"
      initialFocus={first}
      footer={
        <>
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button type="submit" form={formId} variant="primary" disabled={!name.trim()} busy={save.busy}>
            {group ? texts.submitEdit : texts.submitCreate}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="grid gap-4">
        {save.failure !== null && !taken && (
          <Alert title={failureText(save.failure, group ? texts.updateFailed : texts.createFailed)} />
        )}
        <Field
          ref={first}
          label={texts.name}
          required
          maxLength={NAME_MAX}
          autoComplete="off"
          error={taken ? messageOf(save.failure, texts.createFailed) : null}
          value={name}
          onChange={(event) => {
            setName(event.target.value);
            save.forgive();
          }}
        />
        <TextArea
          label={texts.description}
          hint={texts.descriptionHint}
          rows={3}
          maxLength={DESCRIPTION_MAX}
          value={description}
          onChange={(event) => setDescription(event.target.value)}
        />
      </form>
    </Modal>
  );
}
