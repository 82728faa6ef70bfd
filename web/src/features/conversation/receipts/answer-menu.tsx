/** Further actions on a finished answer: its receipt, and files of it. */
import { Download, Ellipsis, Stamp } from 'lucide-react';
import { Suspense, useState } from 'react';
import { EXPORT_FORMATS, type ExportFormat, exportsApi } from '#contract/exports.ts';
import { call } from '../../../api/client.ts';
import { failureText } from '../../../api/error-message.ts';
import { saveFile } from '../../../lib/browser/save-file.ts';
import { fetched } from '../../../lib/fetched.tsx';
import { useTask } from '../../../lib/use-task.ts';
import { IconButton } from '../../../ui/controls/button.tsx';
import { Menu, MenuItem } from '../../../ui/dialogs/menu.tsx';
import { texts } from './texts.ts';

const { Component: ReceiptDialog } = fetched(
  async () => (await import('./receipt-dialog.tsx')).ReceiptDialog,
);

type AnswerMenuProps = {
  messageId: number;
  /** The answer came to its end: only then it can be signed. */
  isDone: boolean;
};

export function AnswerMenu({ messageId, isDone }: AnswerMenuProps) {
  // Once opened, the dialog stays mounted, so that it can give the focus back.
  const [dialog, setDialog] = useState<'open' | 'closed' | null>(null);
  const saving = useTask(async (format: ExportFormat) => {
    const { filename, blob } = await call(exportsApi.answer, {
      params: { id: messageId },
      query: { format },
    });
    saveFile(filename, blob);
  });
  return (
    <>
      <Menu
        align="start"
        trigger={
          <IconButton label={texts.more} busy={saving.busy} className="text-ink-3">
            <Ellipsis />
          </IconButton>
        }
      >
        {isDone && (
          <MenuItem icon={<Stamp />} onSelect={() => setDialog('open')}>
            {texts.receipt}
          </MenuItem>
        )}
        {EXPORT_FORMATS.map((format) => (
          <MenuItem key={format} icon={<Download />} onSelect={() => saving.run(format)}>
            {texts.save[format]}
          </MenuItem>
        ))}
      </Menu>
      {saving.failure !== null && (
        <span role="alert" className="ml-1 text-tiny text-danger">
          {failureText(saving.failure, texts.saveFailed)}
        </span>
      )}
      {dialog && (
        <Suspense fallback={null}>
          <ReceiptDialog messageId={messageId} open={dialog === 'open'} onClose={() => setDialog('closed')} />
        </Suspense>
      )}
    </>
  );
}
