import { FileSpreadsheet } from 'lucide-react';
import { type DragEvent, useRef, useState } from 'react';
import { importsApi, type UserImport } from '#contract/imports.ts';
import { call } from '../../api/client.ts';
import { failureText } from '../../api/error-message.ts';
import { saveFile } from '../../lib/browser/save-file.ts';
import { useTask } from '../../lib/use-task.ts';
import { classes } from '../../ui/classes.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Alert } from '../../ui/display/alert.tsx';
import { texts } from './texts.ts';

/** Five megabytes over a slow line. */
const READING_MS = 300_000;
const TEMPLATE = `\uFEFF${texts.templateHeader}\r\nana@exemplo.gov.br;Ana Souza;11987654321;Free\r\n`;

export function FileStep({ onRead }: { onRead: (read: UserImport) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const [hovering, setHovering] = useState(false);
  const read = useTask(async (file: File) =>
    onRead(await call(importsApi.preview, { body: { file } }, { timeoutMs: READING_MS })),
  );
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setHovering(false);
    const file = event.dataTransfer.files[0];
    if (file) read.run(file);
  };
  return (
    <>
      {read.failure !== null && !read.busy && <Alert title={failureText(read.failure, texts.readFailed)} />}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same by keyboard */}
      <div
        onDragOver={(event) => {
          event.preventDefault();
          setHovering(true);
        }}
        onDragLeave={() => setHovering(false)}
        onDrop={drop}
        className={classes(
          'grid justify-items-center gap-3 rounded-card border-[1.5px] border-dashed px-5 py-8 text-center',
          hovering ? 'border-brand bg-brand-soft' : 'border-line-strong bg-surface',
        )}
      >
        <FileSpreadsheet className="size-8 text-brand" />
        <div>
          <p className="font-semibold">{hovering ? texts.drop : texts.dropHere}</p>
          <p className="mt-0.5 text-small text-ink-2">{texts.limits}</p>
        </div>
        <div className="flex flex-wrap justify-center gap-2.5">
          <Button variant="primary" busy={read.busy} onClick={() => input.current?.click()}>
            {read.busy ? texts.reading : texts.choose}
          </Button>
          <Button onClick={() => saveFile(texts.templateName, new Blob([TEMPLATE], { type: 'text/csv' }))}>
            {texts.template}
          </Button>
        </div>
        <p className="text-small text-ink-3">{texts.nothingYet}</p>
        <input
          ref={input}
          type="file"
          tabIndex={-1}
          accept=".csv,.txt,.tsv"
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
    </>
  );
}
