/** Makes the receipt of an answer and saves its file. */
import { Check, Copy, Download, ExternalLink } from 'lucide-react';
import { useId, useState } from 'react';
import { EXPORT_FORMATS, type ExportFormat, exportsApi } from '#contract/exports.ts';
import { type Receipt, receiptsApi } from '#contract/receipts.ts';
import { call } from '../../../api/client.ts';
import { failureText } from '../../../api/error-message.ts';
import { saveFile } from '../../../lib/browser/save-file.ts';
import { paths } from '../../../lib/paths.ts';
import { useCopy } from '../../../lib/use-copy.ts';
import { useTask } from '../../../lib/use-task.ts';
import { Button, IconButton } from '../../../ui/controls/button.tsx';
import { Segmented } from '../../../ui/controls/segmented.tsx';
import { Modal } from '../../../ui/dialogs/modal.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { texts as all } from './texts.ts';

const texts = all.dialog;

type ReceiptDialogProps = { messageId: number; open: boolean; onClose: () => void };

export function ReceiptDialog({ messageId, open, onClose }: ReceiptDialogProps) {
  const [receipt, setReceipt] = useState<Receipt | null>(null);
  const [choice, setChoice] = useState<Included>({ question: true, name: false });
  const [format, setFormat] = useState<ExportFormat>('pdf');
  const save = async ({ code }: Receipt) => {
    const query = { format, receipt: code };
    const { filename, blob } = await call(exportsApi.answer, { params: { id: messageId }, query });
    saveFile(filename, blob);
  };
  const making = useTask(async () => {
    const made = await call(receiptsApi.seal, { params: { id: messageId }, body: choice });
    setReceipt(made);
    await save(made);
  });
  const close = () => {
    setReceipt(null);
    making.forgive();
    onClose();
  };
  return (
    <Modal
      open={open}
      onClose={close}
      title={texts.title}
      footer={
        receipt ? (
          <Button variant="primary" onClick={close}>
            {texts.close}
          </Button>
        ) : (
          <Button variant="primary" busy={making.busy} onClick={() => making.run()} className="slim:w-full">
            {making.busy ? texts.submitting : texts.submit}
          </Button>
        )
      }
    >
      <div className="grid gap-5">
        {making.failure !== null && <Alert title={failureText(making.failure, texts.failed)} />}
        {receipt ? (
          <Made receipt={receipt} onSave={() => save(receipt)} />
        ) : (
          <ReceiptOptions choice={choice} onChoose={setChoice} format={format} onFormat={setFormat} />
        )}
      </div>
    </Modal>
  );
}

type Included = { question: boolean; name: boolean };

type ReceiptOptionsProps = {
  choice: Included;
  onChoose: (choice: Included) => void;
  format: ExportFormat;
  onFormat: (format: ExportFormat) => void;
};

function ReceiptOptions({ choice, onChoose, format, onFormat }: ReceiptOptionsProps) {
  return (
    <>
      <div className="grid gap-3">
        <Choice
          label={texts.question}
          checked={choice.question}
          onChange={(question) => onChoose({ ...choice, question })}
        />
        <Choice label={texts.name} checked={choice.name} onChange={(name) => onChoose({ ...choice, name })} />
      </div>
      <Segmented
        label={texts.format}
        value={format}
        options={EXPORT_FORMATS.map((value) => ({ value, label: texts.formats[value] }))}
        onChange={onFormat}
      />
      <p className="text-small text-ink-2">{texts.hint}</p>
    </>
  );
}

type ChoiceProps = { label: string; checked: boolean; onChange: (checked: boolean) => void };

function Choice({ label, checked, onChange }: ChoiceProps) {
  const id = useId();
  return (
    <label htmlFor={id} className="flex min-h-6 cursor-pointer items-center gap-3 phone:min-h-11">
      <input
        id={id}
        type="checkbox"
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
        className="size-[18px] accent-brand"
      />
      {label}
    </label>
  );
}

function Made({ receipt, onSave }: { receipt: Receipt; onSave: () => Promise<void> }) {
  const { copied, failed, copy } = useCopy<'code'>();
  const saving = useTask(onSave);
  return (
    <>
      <Alert tone="ok" title={texts.done} />
      <div>
        <p className="text-small text-ink-2">{texts.code}</p>
        <p className="flex items-center gap-1 font-mono text-[19px] tracking-wide wrap-anywhere">
          {receipt.code}
          <IconButton label={copied ? texts.copied : texts.copy} onClick={() => copy('code', receipt.code)}>
            {copied ? <Check className="text-ok" /> : <Copy />}
          </IconButton>
        </p>
        <span role="status" className="text-tiny text-ink-2">
          {failed ? texts.copyFailed : copied ? texts.copied : ''}
        </span>
      </div>
      {saving.failure !== null && <Alert title={failureText(saving.failure, all.saveFailed)} />}
      <div className="flex flex-wrap gap-2">
        <Button icon={<Download />} busy={saving.busy} onClick={() => saving.run()}>
          {texts.again}
        </Button>
        <a
          href={paths.receiptCode(receipt.code)}
          target="_blank"
          rel="noreferrer"
          className="inline-flex h-10 items-center gap-2 rounded-control px-3 font-medium text-brand underline-offset-4 hover:underline"
        >
          <ExternalLink className="size-4" />
          {texts.check}
        </a>
      </div>
    </>
  );
}
