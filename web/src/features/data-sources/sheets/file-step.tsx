/** The first step: a file is chosen and sent. */
import { useQuery } from '@tanstack/react-query';
import { FileSpreadsheet } from 'lucide-react';
import { useRef, useState } from 'react';
import { type SheetUpload, sheetsApi } from '#contract/sheets.ts';
import { failureText } from '../../../api/error-message.ts';
import { upload } from '../../../api/upload.ts';
import { useTask } from '../../../lib/use-task.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { ProgressBar } from '../../../ui/display/progress-bar.tsx';
import { sheetStorage } from './sheet-queries.ts';
import { texts } from './texts-sheets.ts';

const ACCEPTED = '.csv,.xlsx,.ods';

export function FileStep({ onRead }: { onRead: (read: SheetUpload) => void }) {
  const storage = useQuery(sheetStorage);
  const input = useRef<HTMLInputElement>(null);
  const [sent, setSent] = useState(0);
  const read = useTask(async (file: File) => {
    setSent(0);
    onRead(await upload(sheetsApi.upload, { body: { file } }, { onSent: setSent }));
  });
  if (storage.isPending) return <p className="text-small text-ink-2">{texts.checking}</p>;
  if (storage.data?.available === false)
    return <Alert tone="warn" title={texts.away} line={storage.data.reason} />;
  const percent = Math.round(sent * 100);
  const words = sent < 1 ? texts.sending(percent) : texts.reading;
  return (
    <div className="grid gap-4">
      {read.failure !== null && !read.busy && <Alert title={failureText(read.failure, texts.unreadable)} />}
      <div className="grid justify-items-center gap-3 rounded-card border-[1.5px] border-dashed border-line-strong bg-surface px-5 py-8">
        <FileSpreadsheet className="size-8 text-brand" />
        {read.busy ? (
          <div className="grid w-full max-w-[320px] gap-2 text-center">
            <p role="status" className="text-small text-ink-2 tabular-nums">
              {words}
            </p>
            <ProgressBar label={texts.file} value={sent} max={1} valueText={words} warnFrom={2} />
          </div>
        ) : (
          <Button variant="primary" onClick={() => input.current?.click()}>
            {texts.choose}
          </Button>
        )}
        <input
          ref={input}
          type="file"
          tabIndex={-1}
          accept={ACCEPTED}
          aria-label={texts.file}
          className="sr-only"
          onChange={({ currentTarget }) => {
            const file = currentTarget.files?.[0];
            if (file) read.run(file);
            // The same file may be chosen again after it was mended.
            currentTarget.value = '';
          }}
        />
      </div>
    </div>
  );
}
