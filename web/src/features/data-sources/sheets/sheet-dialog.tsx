/** Makes a data source of a spreadsheet, or replaces the rows of one. Mounted while it is open. */
import { useState } from 'react';
import type { DataSource } from '#contract/data-sources.ts';
import { DESCRIPTION_MAX, NAME_MAX } from '#contract/limits.ts';
import { type LoadedSheet, type SheetDifference, type SheetUpload, sheetsApi } from '#contract/sheets.ts';
import { call } from '../../../api/client.ts';
import { failureText } from '../../../api/error-message.ts';
import { failedWith } from '../../../api/failure.ts';
import { useTask } from '../../../lib/use-task.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Field } from '../../../ui/controls/field.tsx';
import { TextArea } from '../../../ui/controls/text-area.tsx';
import { Modal } from '../../../ui/dialogs/modal.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { FileStep } from './file-step.tsx';
import { SheetChoice } from './sheet-choice.tsx';
import { SheetColumns } from './sheet-columns.tsx';
import { bodyOf, draftOfSheet, isReady, largestSheet, type SheetDraft } from './sheet-draft.ts';
import { SheetNotes } from './sheet-notes.tsx';
import { texts } from './texts-sheets.ts';

export type LoadedSource = DataSource & { warning: string | null };

type SheetDialogProps = {
  /** The data source whose rows are replaced. */
  replaces?: { source: DataSource; loaded: LoadedSheet };
  onDone: (source: LoadedSource) => void;
  onClose: () => void;
};

export function SheetDialog({ replaces, onDone, onClose }: SheetDialogProps) {
  const [read, setRead] = useState<SheetUpload | null>(null);
  const [draft, setDraft] = useState<SheetDraft | null>(null);
  const [name, setName] = useState('');
  const [description, setDescription] = useState('');
  const before = replaces?.loaded.columns;
  const confirm = useTask(async (accept_difference: boolean) => {
    if (!read || !draft) return;
    const named = replaces?.source ?? { name: name.trim(), description: description.trim() || null };
    const body = { ...bodyOf(draft, named), data_source_id: replaces?.source.id, accept_difference };
    onDone(await call(sheetsApi.confirm, { params: { uploadId: read.upload_id }, body }));
  });
  const begin = (upload: SheetUpload) => {
    const sheet = largestSheet(upload.sheets);
    setRead(upload);
    setDraft(sheet ? draftOfSheet(sheet, before) : null);
    setName((typed) => typed || upload.file.replace(/\.[^.]*$/, ''));
  };
  const differs = failedWith(confirm.failure, 'sheet_differs');
  const ready = draft !== null && isReady(draft) && (replaces !== undefined || name.trim() !== '');
  const change = (next: SheetDraft) => {
    confirm.forgive();
    setDraft(next);
  };

  return (
    <Modal
      open
      size="large"
      title={replaces ? texts.replaceTitle : texts.title}
      line={replaces ? texts.replaceLine : texts.line}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{texts.cancel}</Button>
          {draft && (
            <Button
              variant={differs ? 'danger' : 'primary'}
              busy={confirm.busy}
              disabled={!ready}
              onClick={() => confirm.run(differs)}
            >
              {confirm.busy
                ? texts.creating
                : differs
                  ? texts.accept
                  : replaces
                    ? texts.replace
                    : texts.create}
            </Button>
          )}
        </>
      }
    >
      {!read || !draft ? (
        <FileStep onRead={begin} />
      ) : (
        <div className="grid gap-5">
          <p className="flex flex-wrap items-baseline justify-between gap-2 text-control">
            <span className="font-medium wrap-anywhere">{read.file}</span>
            <Button size="small" variant="ghost" disabled={confirm.busy} onClick={() => setRead(null)}>
              {texts.another}
            </Button>
          </p>
          <SheetChoice
            key={read.upload_id}
            read={read}
            sheet={draft.sheet}
            disabled={confirm.busy}
            onSheet={(sheet) => change(draftOfSheet(sheet, before))}
          />
          <SheetNotes
            notes={draft.sheet.notes}
            keepTotals={draft.keep_total_rows}
            disabled={confirm.busy}
            onKeepTotals={(keep_total_rows) => change({ ...draft, keep_total_rows })}
          />
          <SheetColumns
            columns={draft.columns}
            disabled={confirm.busy}
            onChange={(columns) => change({ ...draft, columns })}
          />
          {!replaces && (
            <>
              <Field
                label={texts.name}
                required
                maxLength={NAME_MAX}
                autoComplete="off"
                value={name}
                onChange={(event) => setName(event.target.value)}
              />
              <TextArea
                label={texts.description}
                rows={2}
                maxLength={DESCRIPTION_MAX}
                value={description}
                onChange={(event) => setDescription(event.target.value)}
              />
            </>
          )}
          {confirm.failure !== null && !confirm.busy && <ConfirmFailure failure={confirm.failure} />}
        </div>
      )}
    </Modal>
  );
}

function ConfirmFailure({ failure }: { failure: unknown }) {
  if (!failedWith(failure, 'sheet_differs')) return <Alert title={failureText(failure, texts.failed)} />;
  const { body } = failure as { body: { difference?: unknown } };
  return <Alert tone="warn" title={texts.differs} line={<Difference given={body.difference} />} />;
}

const list = new Intl.ListFormat('pt-BR');

/** A sentence for each way in which the columns differ. */
function Difference({ given }: { given: unknown }) {
  const { missing, added, changed } = given as SheetDifference;
  const labels = (columns: { label: string }[]) => list.format(columns.map(({ label }) => label));
  const lines = [
    missing.length > 0 && texts.missing(labels(missing)),
    added.length > 0 && texts.added(labels(added)),
    changed.length > 0 &&
      texts.changed(
        list.format(changed.map(({ label, before, after }) => texts.changedOne(label, before, after))),
      ),
  ];
  return lines.map(
    (line) =>
      line && (
        <span key={line} className="block wrap-anywhere">
          {line}
        </span>
      ),
  );
}
