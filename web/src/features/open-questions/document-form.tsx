/** Closes a group with a document: a file that is sent now, or one that the base has. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { knowledgeApi } from '#contract/knowledge.ts';
import { openQuestionsApi } from '#contract/open-questions.ts';
import { call } from '../../api/client.ts';
import { failureText } from '../../api/error-message.ts';
import { LoadFailure } from '../../api/load-failure.tsx';
import { upload } from '../../api/upload.ts';
import { choicesOf } from '../../lib/text/choices.ts';
import { useTask } from '../../lib/use-task.ts';
import { NativeSelect } from '../../ui/controls/native-select.tsx';
import { Segmented } from '../../ui/controls/segmented.tsx';
import { useCheckedForm } from '../../ui/controls/use-checked-form.ts';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { Skeleton } from '../../ui/display/skeleton.tsx';
import { refusalOf } from '../knowledge/uploads/file-checks.ts';
import { BaseChoice, useBaseChoice } from './base-choice.tsx';
import { FileChoice } from './file-choice.tsx';
import type { ClosingFormProps } from './note-form.tsx';
import { baseDocuments } from './queries.ts';
import { texts as all } from './texts.ts';

const texts = all.document;

type From = keyof typeof texts.from;

export function DocumentForm({ group, onClosed, onBack }: ClosingFormProps) {
  const choice = useBaseChoice(group.agent_id);
  const { baseId } = choice;
  const [from, setFrom] = useState<From>('file');
  const [file, setFile] = useState<File | null>(null);
  const [choices, setChoices] = useState<{ base: number; document: number } | null>(null);
  const picked = choices?.base === baseId ? choices.document : null;
  const refusal = file && refusalOf(file);
  const save = useTask(async () => {
    if (baseId === null) return;
    const ref = from === 'known' ? picked : file && (await sent(baseId, file));
    if (!ref) return;
    const body = { kind: 'document' as const, ref };
    await onClosed(await call(openQuestionsApi.close, { params: { id: group.id }, body }));
  });
  const isComplete = baseId !== null && (from === 'known' ? picked !== null : file !== null && !refusal);
  const { bind } = useCheckedForm();
  const isFile = from === 'file';
  return (
    <FormDialog
      title={texts.title}
      line={group.title}
      form={bind(!isComplete, save.run)}
      words={{
        cancel: all.cancel,
        submit: isFile ? texts.send : all.close,
        submitting: isFile ? texts.sending : all.closing,
      }}
      busy={save.busy}
      disabled={!isComplete}
      failure={save.failure === null ? null : failureText(save.failure, all.closeFailed)}
      onClose={onBack}
    >
      <BaseChoice choice={choice} />
      <Segmented label={texts.where} value={from} options={choicesOf(texts.from)} onChange={setFrom} />
      {isFile ? (
        <FileChoice file={file} refusal={refusal} onChoose={setFile} />
      ) : (
        baseId !== null && (
          <KnownDocument
            baseId={baseId}
            picked={picked}
            onPick={(document) => setChoices({ base: baseId, document })}
          />
        )
      )}
      <p className="text-small text-ink-2">{texts.line}</p>
    </FormDialog>
  );
}

async function sent(baseId: number, file: File): Promise<number> {
  const document = await upload(
    knowledgeApi.upload,
    { params: { id: baseId }, body: { file } },
    { onSent: () => {} },
  );
  return document.id;
}

type KnownDocumentProps = { baseId: number; picked: number | null; onPick: (id: number) => void };

function KnownDocument({ baseId, picked, onPick }: KnownDocumentProps) {
  const base = useQuery(baseDocuments(baseId));
  if (base.isError) return <LoadFailure query={base} text={texts.loadFailed} />;
  if (!base.data) return <Skeleton className="h-16 w-full" />;
  const ready = base.data.documents.filter(({ status }) => status === 'ready');
  if (!ready.length) return <p className="text-ink-2">{texts.none}</p>;
  const options = ready.map(({ id, original_filename }) => ({
    value: String(id),
    label: original_filename,
  }));
  return (
    <NativeSelect
      label={texts.pick}
      value={picked === null ? '' : String(picked)}
      options={[{ value: '', label: '' }, ...options]}
      onChange={(value) => onPick(Number(value))}
    />
  );
}
