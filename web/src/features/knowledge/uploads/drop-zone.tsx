import { Upload } from 'lucide-react';
import { useId } from 'react';
import { UPLOAD_MEGABYTES_MAX } from '#contract/limits.ts';
import { classes } from '../../../ui/classes.ts';
import { buttonLook } from '../../../ui/controls/button.tsx';
import { Tooltip } from '../../../ui/display/tooltip.tsx';
import { texts as all } from '../texts-documents.ts';
import { ACCEPTED, EXTENSIONS, MORE_ACCEPTED } from './file-checks.ts';

const texts = all.upload;

type DropZoneProps = { onFiles: (files: File[]) => void; hovering: boolean };

/** A file input in the dress of a place to drop files on: all of it opens the picker. */
export function DropZone({ onFiles, hovering }: DropZoneProps) {
  const first = useId();
  const more = useId();
  return (
    <div className="grid justify-items-start gap-1.5">
      <label
        htmlFor={first}
        className={classes(
          'relative flex w-full flex-wrap items-center gap-x-4 gap-y-3 rounded-card border-[1.5px] border-dashed px-[18px] py-4 transition-colors has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand/70',
          hovering ? 'border-brand bg-brand-soft' : 'border-line-strong bg-surface hover:border-ink-3',
        )}
      >
        <Upload className="size-6 text-brand" />
        <span className="min-w-0 flex-1 basis-64">
          <span className="block font-semibold">{hovering ? texts.drop : texts.title}</span>
          <span className="mt-0.5 block text-small text-ink-2">
            {texts.line(EXTENSIONS, UPLOAD_MEGABYTES_MAX)}
          </span>
        </span>
        <span aria-hidden="true" className={classes(buttonLook(), 'slim:w-full')}>
          {texts.choose}
        </span>
        <FilePicker id={first} label={texts.title} accepted={ACCEPTED} onFiles={onFiles} />
      </label>
      <Tooltip text={texts.moreHint}>
        <label
          htmlFor={more}
          className="link relative inline-flex items-center rounded-control px-1 text-small font-medium has-focus-visible:outline-2 has-focus-visible:outline-brand/70 phone:min-h-11"
        >
          <span aria-hidden="true">{texts.more}</span>
          <FilePicker id={more} label={texts.more} accepted={MORE_ACCEPTED} onFiles={onFiles} />
        </label>
      </Tooltip>
    </div>
  );
}

type FilePickerProps = { id: string; label: string; accepted: string; onFiles: (files: File[]) => void };

function FilePicker({ id, label, accepted, onFiles }: FilePickerProps) {
  return (
    <input
      id={id}
      type="file"
      multiple
      accept={accepted}
      aria-label={label}
      className="absolute size-px opacity-0"
      onChange={({ currentTarget }) => {
        onFiles([...(currentTarget.files ?? [])]);
        // The same file may be chosen again after it was mended.
        currentTarget.value = '';
      }}
    />
  );
}
