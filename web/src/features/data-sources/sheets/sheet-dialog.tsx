/** Makes a data source of a spreadsheet, or replaces the rows of one. Mounted while it is open. */
import { type ReactNode, useState } from 'react';
import type { DataSource } from '#contract/data-sources.ts';
import { DESCRIPTION_MAX, NAME_MAX } from '#contract/limits.ts';
import type { SheetColumn } from '#contract/sheet-columns.ts';
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
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const confirm = useTask(async (accept_difference: boolean) => {
    if (!chosen) return;
    const { read, draft, name, description } = chosen;
    const named = replaces?.source ?? { name: name.trim(), description: description.trim() || null };
    const body = { ...bodyOf(draft, named), data_source_id: replaces?.source.id, accept_difference };
    onDone(await call(sheetsApi.confirm, { params: { uploadId: read.upload_id }, body }));
  });
  const change = (fields: Partial<Chosen>) => {
    if (fields.draft) confirm.forgive();
    setChosen((before) => before && { ...before, ...fields });
  };
  const differs = failedWith(confirm.failure, 'sheet_differs');
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
          {chosen && (
            <Button
              variant={differs ? 'danger' : 'primary'}
              busy={confirm.busy}
              disabled={!isReady(chosen.draft) || (!replaces && !chosen.name.trim())}
              onClick={() => confirm.run(differs)}
            >
              {confirm.busy ? texts.creating : confirmWords(differs, Boolean(replaces))}
            </Button>
          )}
        </>
      }
    >
      {chosen ? (
        <Review
          chosen={chosen}
          before={replaces?.loaded.columns}
          busy={confirm.busy}
          onChange={change}
          onAnother={() => setChosen(null)}
        >
          {confirm.failure !== null && !confirm.busy && <ConfirmFailure failure={confirm.failure} />}
        </Review>
      ) : (
        <FileStep onRead={(read) => setChosen(chosenOf(read, replaces?.loaded.columns))} />
      )}
    </Modal>
  );
}

const confirmWords = (differs: boolean, isReplacing: boolean) =>
  differs ? texts.accept : isReplacing ? texts.replace : texts.create;

/** The choices about an uploaded file. */
type Chosen = { read: SheetUpload; draft: SheetDraft; name: string; description: string };

function chosenOf(read: SheetUpload, before: SheetColumn[] | undefined): Chosen | null {
  const sheet = largestSheet(read.sheets);
  const name = read.file.replace(/\.[^.]*$/, '');
  return sheet ? { read, draft: draftOfSheet(sheet, before), name, description: '' } : null;
}

type ReviewProps = {
  chosen: Chosen;
  /** The columns that are replaced; absent for a new data source, which is named here. */
  before: SheetColumn[] | undefined;
  busy: boolean;
  onChange: (fields: Partial<Chosen>) => void;
  onAnother: () => void;
  children: ReactNode;
};

function Review({ chosen, before, busy, onChange, onAnother, children }: ReviewProps) {
  const { read, draft } = chosen;
  return (
    <div className="grid gap-5">
      <p className="flex flex-wrap items-baseline justify-between gap-2 text-control">
        <span className="font-medium wrap-anywhere">{read.file}</span>
        <Button size="small" variant="ghost" disabled={busy} onClick={onAnother}>
          {texts.another}
        </Button>
      </p>
      <SheetChoice
        key={read.upload_id}
        read={read}
        sheet={draft.sheet}
        disabled={busy}
        onSheet={(sheet) => onChange({ draft: draftOfSheet(sheet, before) })}
      />
      <SheetNotes
        notes={draft.sheet.notes}
        keepTotals={draft.keep_total_rows}
        disabled={busy}
        onKeepTotals={(keep_total_rows) => onChange({ draft: { ...draft, keep_total_rows } })}
      />
      <SheetColumns
        columns={draft.columns}
        disabled={busy}
        onChange={(columns) => onChange({ draft: { ...draft, columns } })}
      />
      {!before && <NameFields chosen={chosen} onChange={onChange} />}
      {children}
    </div>
  );
}

function NameFields({ chosen, onChange }: Pick<ReviewProps, 'chosen' | 'onChange'>) {
  return (
    <>
      <Field
        label={texts.name}
        required
        maxLength={NAME_MAX}
        autoComplete="off"
        value={chosen.name}
        onChange={(event) => onChange({ name: event.target.value })}
      />
      <TextArea
        label={texts.description}
        rows={2}
        maxLength={DESCRIPTION_MAX}
        value={chosen.description}
        onChange={(event) => onChange({ description: event.target.value })}
      />
    </>
  );
}

function ConfirmFailure({ failure }: { failure: unknown }) {
  if (!failedWith(failure, 'sheet_differs')) return <Alert title={failureText(failure, texts.failed)} />;
  const { body } = failure as { body: { difference?: unknown } };
  return <Alert tone="warn" title={texts.differs} line={<Difference given={body.difference} />} />;
}

const list = new Intl.ListFormat(__LANGUAGE__ === 'en' ? 'en' : 'pt-BR');

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
