/** Uploads that run or failed. A finished one is a document and stands in the list of documents. */
import { RotateCw, X } from 'lucide-react';
import { failureText } from '../../../api/error-message.ts';
import { formatFileSize } from '../../../lib/text/figures.ts';
import { classes } from '../../../ui/classes.ts';
import { Button, IconButton } from '../../../ui/controls/button.tsx';
import { cardLook } from '../../../ui/display/card.tsx';
import { ProgressBar } from '../../../ui/display/progress-bar.tsx';
import { texts as all } from '../texts-documents.ts';
import { AllNamesakesQuestion, NamesakeQuestion } from './namesake-question.tsx';
import { isAsking, isUnderWay, mayPass, type Upload, type UploadQueue } from './upload-queue.ts';

const texts = all.upload;

type UploadListProps = { queue: UploadQueue; uploads: Upload[] };

export function UploadList({ queue, uploads }: UploadListProps) {
  const left = uploads.filter(isUnderWay).length;
  const asking = uploads.filter(isAsking).length;
  const failed = uploads.length - left - asking;
  const summary = [
    asking > 0 && texts.asking(asking),
    left > 0 && texts.running(left),
    failed > 0 && texts.refused(failed),
  ];
  return (
    <>
      {/* Stands there before anything happens: otherwise it would not be read aloud. */}
      <p role="status" className="sr-only">
        {summary.filter(Boolean).join(', ')}
      </p>
      {uploads.length > 0 && (
        <section aria-label={texts.list} className={cardLook}>
          <header className="flex min-h-11 items-center justify-between gap-3 border-b border-line py-1 pr-2 pl-4 text-small text-ink-2">
            <span>{summary.filter(Boolean).join(', ')}</span>
            {failed > 1 && (
              <Button size="small" variant="ghost" onClick={() => queue.removeFailed()}>
                {texts.dismissAll}
              </Button>
            )}
          </header>
          {asking > 1 && <AllNamesakesQuestion queue={queue} />}
          <ul aria-label={texts.list} className="max-h-[320px] divide-y divide-line overflow-y-auto">
            {uploads.map((upload) => (
              <UploadRow key={upload.key} upload={upload} queue={queue} />
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function UploadRow({ upload, queue }: { upload: Upload; queue: UploadQueue }) {
  const { key, file, replaces, namesake, failure } = upload;
  const label = failure ? texts.dismiss : texts.cancel;
  return (
    <li className="flex items-center gap-3 py-2 pr-2 pl-4">
      <div className="grid min-w-0 flex-1 gap-1">
        <p className="flex min-w-0 flex-wrap items-baseline gap-x-3 text-control">
          <span className="min-w-0 font-medium wrap-anywhere">{file.name}</span>
          {replaces && (
            <span className="text-small text-ink-3 wrap-anywhere">{texts.replaces(replaces.name)}</span>
          )}
        </p>
        {failure ? (
          <p role="alert" className="text-small text-danger">
            {'sentence' in failure ? failure.sentence : failureText(failure.cause, texts.failed)}
          </p>
        ) : namesake ? (
          <NamesakeQuestion uploadKey={key} fileName={file.name} name={namesake.name} queue={queue} />
        ) : (
          <Progress upload={upload} />
        )}
      </div>
      {failure && mayPass(failure) && (
        <Button
          size="small"
          icon={<RotateCw className="size-4" />}
          aria-label={texts.againOne(file.name)}
          onClick={() => queue.retry(key)}
        >
          {texts.again}
        </Button>
      )}
      <IconButton size="small" label={label(file.name)} onClick={() => queue.remove(key)}>
        <X />
      </IconButton>
    </li>
  );
}

function Progress({ upload: { file, state, sent } }: { upload: Upload }) {
  const size = formatFileSize(file.size);
  const words = {
    asking: '',
    waiting: `${texts.waiting}, ${size}`,
    sending: texts.uploading(formatFileSize(file.size * sent), size),
    reading: texts.reading,
    failed: '',
  }[state];
  return (
    <>
      <p className={classes('text-tiny text-ink-2 tabular-nums', state === 'reading' && 'animate-pulse')}>
        {words}
      </p>
      <ProgressBar label={texts.bar(file.name)} value={sent} max={1} valueText={words} warnFrom={2} />
    </>
  );
}
