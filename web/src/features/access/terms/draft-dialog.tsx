/** Writes a draft, beside how it will be read. A new one begins with the text of the last version. */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { TERMS_BODY_MAX, TERMS_TITLE_MAX } from '#contract/limits.ts';
import { type TermsKind, type TermsVersion, termsApi } from '#contract/terms.ts';
import { call } from '../../../api/client.ts';
import { failureText } from '../../../api/error-message.ts';
import { useTask } from '../../../lib/use-task.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Field } from '../../../ui/controls/field.tsx';
import { Switch } from '../../../ui/controls/switch.tsx';
import { TextArea } from '../../../ui/controls/text-area.tsx';
import { useCheckedForm } from '../../../ui/controls/use-checked-form.ts';
import { Modal } from '../../../ui/dialogs/modal.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { Markdown } from '../../conversation/markdown/markdown.tsx';
import { kinds } from '../../terms/texts.ts';
import { termsVersions } from './queries.ts';
import { texts as all } from './texts.ts';

const texts = all.dialog;

type DraftDialogProps = {
  kind: TermsKind;
  draft: TermsVersion | null;
  last: TermsVersion | null;
  onClose: () => void;
};

export function DraftDialog({ kind, draft, last, onClose }: DraftDialogProps) {
  const cache = useQueryClient();
  const begun = begunText({ kind, draft, last });
  const [title, setTitle] = useState(begun.title);
  const [body, setBody] = useState(begun.body);
  const [required, setRequired] = useState(begun.required);
  const { checked, bind } = useCheckedForm();
  const form = bind(!title.trim() || !body.trim(), () => save.run());
  const save = useTask(async () => {
    const text = { title, body, required };
    if (draft)
      await call(termsApi.update, {
        params: { id: draft.id },
        body: { ...text, updated_at: draft.updated_at },
      });
    else await call(termsApi.create, { body: { kind, ...text } });
    await cache.invalidateQueries({ queryKey: termsVersions().queryKey });
    onClose();
  });
  return (
    <Modal
      open
      onClose={save.busy ? () => {} : onClose}
      title={texts.title(kinds[kind])}
      size="large"
      footer={
        <Button type="submit" form={form.id} variant="primary" busy={save.busy} className="slim:w-full">
          {save.busy ? texts.saving : texts.save}
        </Button>
      }
    >
      <form {...form} className="grid gap-4">
        {save.failure !== null && <Alert title={failureText(save.failure, texts.saveFailed)} />}
        <Field
          label={texts.name}
          required
          maxLength={TERMS_TITLE_MAX}
          value={title}
          error={checked && !title.trim() ? texts.titleMissing : null}
          onChange={(event) => setTitle(event.target.value)}
        />
        <TextArea
          label={texts.body}
          required
          rows={12}
          maxLength={TERMS_BODY_MAX}
          value={body}
          error={checked && !body.trim() ? texts.bodyMissing : null}
          onChange={(event) => setBody(event.target.value)}
        />
        <Switch label={texts.required} line={texts.requiredLine} checked={required} onChange={setRequired} />
        <Preview body={body} />
      </form>
    </Modal>
  );
}

const begunText = ({ kind, draft, last }: Omit<DraftDialogProps, 'onClose'>) => ({
  title: (draft ?? last)?.title ?? kinds[kind],
  body: (draft ?? last)?.body ?? '',
  required: draft?.required ?? true,
});

function Preview({ body }: { body: string }) {
  return (
    <section>
      <h3 className="mb-1.5 text-label font-medium">{texts.preview}</h3>
      <div className="rounded-card border border-line bg-surface p-4">
        {body.trim() ? <Markdown text={body} /> : <p className="text-ink-3">{texts.empty}</p>}
      </div>
    </section>
  );
}
