/** The files above the question box: how far each is, and what can be done about it. */
import { Check, RotateCw, TriangleAlert, X } from 'lucide-react';
import type { ReactNode } from 'react';
import type { SessionFile } from '#contract/session-files.ts';
import { failureText } from '../../../api/error-message.ts';
import { classes } from '../../../ui/classes.ts';
import { IconButton } from '../../../ui/controls/button.tsx';
import { mayPass, type Upload } from '../../knowledge/uploads/upload-queue.ts';
import { texts } from './texts.ts';
import { isBeingRead } from './use-session-files.ts';

type FileChipsProps = {
  uploads: Upload[];
  files: SessionFile[];
  onRetryUpload: (key: string) => void;
  onDropUpload: (key: string) => void;
  onRetry: (file: SessionFile) => void;
  onRemove: (file: SessionFile) => void;
};

export function FileChips({
  uploads,
  files,
  onRetryUpload,
  onDropUpload,
  onRetry,
  onRemove,
}: FileChipsProps) {
  return (
    <ul aria-label={texts.list} className="flex flex-wrap gap-2">
      {files.map((file) => (
        <Chip
          key={file.id}
          name={file.original_filename}
          share={isBeingRead(file) ? shareOf(file) : undefined}
          line={lineOf(file)}
          failed={file.status === 'failed'}
          onRetry={file.status === 'failed' ? () => onRetry(file) : undefined}
          onRemove={() => onRemove(file)}
        />
      ))}
      {uploads.map(({ key, file, state, sent, failure }) => (
        <Chip
          key={key}
          name={file.name}
          share={failure ? undefined : state === 'sending' ? sent : 0}
          line={failure ? sentenceOf(failure) : { ...words(sent), failed: null, asking: null }[state]}
          failed={failure !== null}
          onRetry={failure && mayPass(failure) ? () => onRetryUpload(key) : undefined}
          onRemove={() => onDropUpload(key)}
        />
      ))}
    </ul>
  );
}

/** Null once it is read in order. */
function lineOf(file: SessionFile): string | null {
  const { status, error, progress, ocr } = file;
  if (status === 'failed') return error;
  if (isRecognised(file)) return texts.recognising(ocr?.done ?? 0, ocr?.pages ?? 0);
  if (isBeingRead(file)) return texts.reading(percent(progress));
  return ocr?.weak ? texts.weak(ocr.weak) : null;
}

const isRecognised = ({ ocr }: SessionFile) => ocr?.state === 'queued' || ocr?.state === 'running';
const shareOf = (file: SessionFile) =>
  isRecognised(file) && file.ocr ? file.ocr.done / Math.max(1, file.ocr.pages) : file.progress;

const percent = (share: number) => Math.floor(share * 100);

const words = (sent: number) => ({
  waiting: texts.waiting,
  sending: texts.sending(percent(sent)),
  reading: texts.reading(0),
});

const sentenceOf = (failure: NonNullable<Upload['failure']>): string =>
  'sentence' in failure ? failure.sentence : failureText(failure.cause, texts.failed);

type ChipProps = {
  name: string;
  /** From 0 to 1; undefined where nothing is under way. */
  share: number | undefined;
  line: ReactNode;
  failed: boolean;
  onRetry: (() => void) | undefined;
  onRemove: () => void;
};

function Chip({ name, share, line, failed, onRetry, onRemove }: ChipProps) {
  return (
    <li
      className={classes(
        'flex max-w-full min-w-0 items-center gap-2 rounded-[12px] border bg-surface py-1 pr-1 pl-3 text-small phone:w-full',
        failed ? 'border-danger' : 'border-line',
      )}
    >
      {failed ? (
        <TriangleAlert className="size-4 shrink-0 text-danger" />
      ) : share === undefined ? (
        <Check className="size-4 shrink-0 text-ok" aria-label={texts.ready} />
      ) : (
        <Ring share={share} />
      )}
      <span className="grid min-w-0 flex-1">
        <span className="max-w-[260px] truncate font-medium phone:max-w-none">{name}</span>
        {line && (
          <span
            role={failed ? 'alert' : undefined}
            className={classes('text-tiny tabular-nums', failed ? 'text-danger' : 'text-ink-3')}
          >
            {line}
          </span>
        )}
      </span>
      {onRetry && (
        <IconButton size="small" label={texts.againOne(name)} onClick={onRetry}>
          <RotateCw />
        </IconButton>
      )}
      <IconButton size="small" label={texts.remove(name)} onClick={onRemove}>
        <X />
      </IconButton>
    </li>
  );
}

const ROUND = 2 * Math.PI * 6;

const Ring = ({ share }: { share: number }) => (
  <svg viewBox="0 0 16 16" aria-hidden="true" className="size-4 shrink-0 -rotate-90">
    <circle cx="8" cy="8" r="6" fill="none" strokeWidth="2.5" className="stroke-line" />
    <circle
      cx="8"
      cy="8"
      r="6"
      fill="none"
      strokeWidth="2.5"
      strokeDasharray={`${Math.max(0.08, share) * ROUND} ${ROUND}`}
      className="stroke-brand transition-[stroke-dasharray]"
    />
  </svg>
);
