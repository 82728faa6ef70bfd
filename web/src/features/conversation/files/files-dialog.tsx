/** «Arquivos desta conversa»: saves and removes them. */
import { useQueryClient } from '@tanstack/react-query';
import { Download, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { type SessionFile, sessionFilesApi } from '#contract/session-files.ts';
import { call } from '../../../api/client.ts';
import { failureText } from '../../../api/error-message.ts';
import { saveFile } from '../../../lib/browser/save-file.ts';
import { formatBytes } from '../../../lib/text/figures.ts';
import { useTask } from '../../../lib/use-task.ts';
import { IconButton } from '../../../ui/controls/button.tsx';
import { Confirm } from '../../../ui/dialogs/confirm.tsx';
import { Modal } from '../../../ui/dialogs/modal.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { texts } from './texts.ts';
import { filesQuery } from './use-session-files.ts';

type FilesDialogProps = {
  sessionId: string;
  files: SessionFile[];
  onRemove: (file: SessionFile) => void;
  onClose: () => void;
};

export function FilesDialog({ sessionId, files, onRemove, onClose }: FilesDialogProps) {
  const saving = useTask(async ({ id }: SessionFile) => {
    const { blob, filename } = await call(sessionFilesApi.file, { params: { id: sessionId, fileId: id } });
    saveFile(filename, blob);
  });
  return (
    <Modal open title={texts.files} line={texts.filesLine} onClose={onClose}>
      {saving.failure !== null && (
        <Alert title={failureText(saving.failure, texts.saveFailed)} className="mb-4" />
      )}
      {files.length === 0 && <p className="text-ink-2">{texts.none}</p>}
      <ul className="divide-y divide-line">
        {files.map((file) => (
          <li key={file.id} className="flex items-center gap-2 py-2.5">
            <span className="grid min-w-0 flex-1">
              <span className="font-medium wrap-anywhere">{file.original_filename}</span>
              <span className="text-small text-ink-3">
                {[
                  formatBytes(file.file_size),
                  file.pages !== null && texts.pages(file.pages),
                  file.ocr?.weak && texts.weak(file.ocr.weak),
                  file.error,
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </span>
            <IconButton label={texts.save(file.original_filename)} onClick={() => saving.run(file)}>
              <Download />
            </IconButton>
            <IconButton label={texts.remove(file.original_filename)} onClick={() => onRemove(file)}>
              <Trash2 />
            </IconButton>
          </li>
        ))}
      </ul>
    </Modal>
  );
}

type RemoveFileProps = { sessionId: string; file: SessionFile; onDone: () => void };

export function RemoveFile({ sessionId, file, onDone }: RemoveFileProps) {
  const client = useQueryClient();
  const [open, setOpen] = useState(true);
  const close = () => {
    setOpen(false);
    onDone();
  };
  const removing = useTask(async () => {
    await call(sessionFilesApi.remove, { params: { id: sessionId, fileId: file.id } });
    const { queryKey } = filesQuery(sessionId);
    client.setQueryData(queryKey, (known = []) => known.filter(({ id }) => id !== file.id));
    // Citations of it say now that it is gone.
    void client.invalidateQueries({ queryKey: ['chat', 'source'] });
    close();
  });
  return (
    <Confirm
      open={open}
      text={texts.confirm(file.original_filename)}
      detail={texts.confirmLine}
      confirmLabel={texts.confirmRemove}
      busy={removing.busy}
      failure={removing.failure === null ? null : failureText(removing.failure, texts.removeFailed)}
      onConfirm={() => removing.run()}
      onCancel={close}
    />
  );
}
