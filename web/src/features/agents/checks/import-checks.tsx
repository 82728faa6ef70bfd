/** Checks as a file: exported as CSV, and added from one after a look at what would be added. */
import { useQueryClient } from '@tanstack/react-query';
import { Download, Ellipsis, Upload } from 'lucide-react';
import { type Ref, useRef, useState } from 'react';
import { agentChecksApi, type ImportedCheck } from '#contract/agent-checks.ts';
import { CHECKS_FILE_MAX } from '#contract/limits.ts';
import { call } from '../../../api/client.ts';
import { failureText } from '../../../api/error-message.ts';
import { saveFile } from '../../../lib/browser/save-file.ts';
import { useTask } from '../../../lib/use-task.ts';
import { Button, IconButton } from '../../../ui/controls/button.tsx';
import { Menu, MenuItem } from '../../../ui/dialogs/menu.tsx';
import { Modal } from '../../../ui/dialogs/modal.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { Badge } from '../../../ui/display/badge.tsx';
import { refreshChecks } from './queries.ts';
import { texts as all, expectationText } from './texts.ts';

const texts = all.file;

type Read = { file: File; lines: ImportedCheck[]; added: number };

export function ChecksFileMenu({ agentId }: { agentId: number }) {
  const picker = useRef<HTMLInputElement>(null);
  const [read, setRead] = useState<Read | null>(null);
  const [tooLarge, setTooLarge] = useState(false);
  const load = useTask(async (file: File) => {
    setTooLarge(file.size > CHECKS_FILE_MAX);
    if (file.size > CHECKS_FILE_MAX) return;
    setRead({ file, ...(await send(agentId, file, true)) });
  });
  const save = useTask(async () => {
    const { blob, filename } = await call(agentChecksApi.exportFile, { params: { id: agentId } });
    saveFile(filename, blob);
  });
  const failure = load.failure ?? save.failure;
  const words = load.failure === null ? texts.exportFailed : texts.readFailed;
  return (
    <>
      <Menu
        trigger={
          <IconButton label={texts.menu} variant="secondary" busy={load.busy || save.busy}>
            <Ellipsis />
          </IconButton>
        }
      >
        <MenuItem icon={<Upload />} onSelect={() => picker.current?.click()}>
          {texts.import}
        </MenuItem>
        <MenuItem icon={<Download />} onSelect={save.run}>
          {texts.export}
        </MenuItem>
      </Menu>
      <FileInput ref={picker} onFile={load.run} />
      {(failure !== null || tooLarge) && (
        <Modal
          open
          size="small"
          title={words}
          onClose={() => forget()}
          footer={<Button onClick={() => forget()}>{texts.close}</Button>}
        >
          <Alert title={tooLarge ? texts.tooLarge : failureText(failure, words)} />
        </Modal>
      )}
      {read && <ImportPreview agentId={agentId} read={read} onClose={() => setRead(null)} />}
    </>
  );

  function forget() {
    setTooLarge(false);
    load.forgive();
    save.forgive();
  }
}

type FileInputProps = { ref: Ref<HTMLInputElement>; onFile: (file: File) => void };

/** It is out of sight; the menu opens it. */
function FileInput({ ref, onFile }: FileInputProps) {
  return (
    <input
      ref={ref}
      type="file"
      accept=".csv,text/csv,text/plain"
      aria-label={texts.import}
      className="hidden"
      onChange={(event) => {
        const [file] = event.target.files ?? [];
        // The same file may be chosen again after it was mended.
        event.target.value = '';
        if (file) onFile(file);
      }}
    />
  );
}

const send = (agentId: number, file: File, dry_run: boolean) =>
  call(agentChecksApi.importFile, {
    params: { id: agentId },
    query: { dry_run: String(dry_run) },
    body: { file },
  });

type ImportPreviewProps = { agentId: number; read: Read; onClose: () => void };

function ImportPreview({ agentId, read, onClose }: ImportPreviewProps) {
  const client = useQueryClient();
  const { file, lines, added } = read;
  const count = (state: ImportedCheck['state']) => lines.filter((line) => line.state === state).length;
  const apply = useTask(async () => {
    await send(agentId, file, false);
    await refreshChecks(client, agentId);
    onClose();
  });
  return (
    <Modal
      open
      size="large"
      title={texts.importTitle}
      line={lines.length ? texts.summary(added, count('same'), count('wrong')) : texts.empty}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{added ? all.form.cancel : texts.close}</Button>
          {added > 0 && (
            <Button variant="primary" busy={apply.busy} onClick={apply.run}>
              {apply.busy ? texts.applying : texts.apply(added)}
            </Button>
          )}
        </>
      }
    >
      {apply.failure !== null && <Alert title={failureText(apply.failure, texts.readFailed)} />}
      <ul aria-label={texts.importTitle} className="divide-y divide-line rounded-card border border-line">
        {lines.map((line) => (
          <PreviewLine key={line.line} line={line} />
        ))}
      </ul>
    </Modal>
  );
}

const TONES = { new: 'ok', same: 'neutral', wrong: 'danger' } as const;

function PreviewLine({ line: { line, question, expectation, state, problem } }: { line: ImportedCheck }) {
  return (
    <li className="flex items-start gap-3 px-3.5 py-2.5">
      <div className="min-w-0 flex-1">
        <p className="line-clamp-2 font-medium wrap-anywhere">{question || texts.noQuestion}</p>
        <p className="mt-0.5 line-clamp-2 text-small text-ink-2 wrap-anywhere">
          {texts.lineOf(line)}
          {' · '}
          {problem ?? (expectation && expectationText(expectation))}
        </p>
      </div>
      <Badge tone={TONES[state]}>{texts.states[state]}</Badge>
    </li>
  );
}
