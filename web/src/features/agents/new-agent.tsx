import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { agentsApi } from '#contract/agents.ts';
import { DESCRIPTION_MAX, NAME_MAX } from '#contract/limits.ts';
import { NEW_AGENT } from '#contract/model-catalogue.ts';
import { call } from '../../api/client.ts';
import { failureText } from '../../api/error-message.ts';
import { paths } from '../../lib/paths.ts';
import { useTask } from '../../lib/use-task.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Modal } from '../../ui/modal.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { keepAgent } from './queries.ts';
import { texts as all } from './texts.ts';

const texts = all.create;

/** Mounted while it is open, so that it always begins empty. */
export function NewAgent({ onClose }: { onClose: () => void }) {
  const cache = useQueryClient();
  const navigate = useNavigate();
  const formId = useId();
  const first = useRef<HTMLInputElement>(null);
  const [name, setName] = useState('');
  const [description, setDescription] = useState('');

  const create = useTask(async () => {
    const agent = await call(agentsApi.create, {
      body: {
        name: name.trim(),
        description: description.trim() || null,
        use_guided_prompt: true,
        use_security_prompt: true,
        ...NEW_AGENT,
      },
    });
    await keepAgent(cache, agent);
    onClose();
    await navigate(paths.adminAgent(agent.id));
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim()) create.run();
  };

  return (
    <Modal
      open
      onClose={onClose}
      title={all.newAgent}
      line={texts.line}
      initialFocus={first}
      footer={
        <>
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button type="submit" form={formId} variant="primary" disabled={!name.trim()} busy={create.busy}>
            {create.busy ? texts.submitting : texts.submit}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="grid gap-4">
        {create.failure ? <Alert title={failureText(create.failure, texts.failed)} /> : null}
        <Field
          ref={first}
          label={texts.name}
          required
          maxLength={NAME_MAX}
          autoComplete="off"
          value={name}
          onChange={(event) => setName(event.target.value)}
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
