import { Upload } from 'lucide-react';
import { classes } from '../../../ui/classes.ts';
import { buttonLook } from '../../../ui/controls/button.tsx';
import { texts as all } from '../texts-documents.ts';
import { ACCEPTED, EXTENSIONS, MEGABYTES_MAX } from './file-checks.ts';

const texts = all.upload;

type DropZoneProps = { onFiles: (files: File[]) => void; hovering: boolean };

/** A file input in the dress of a place to drop files on: all of it opens the picker. */
export function DropZone({ onFiles, hovering }: DropZoneProps) {
  return (
    <label
      className={classes(
        'relative flex flex-wrap items-center gap-x-4 gap-y-3 rounded-card border-[1.5px] border-dashed px-[18px] py-4 transition-colors has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand/70',
        hovering ? 'border-brand bg-brand-soft' : 'border-line-strong bg-surface hover:border-ink-3',
      )}
    >
      <Upload className="size-6 text-brand" />
      <span className="min-w-0 flex-1 basis-64">
        <span className="block font-semibold">{hovering ? texts.drop : texts.title}</span>
        <span className="mt-0.5 block text-small text-ink-2">{texts.line(EXTENSIONS, MEGABYTES_MAX)}</span>
      </span>
      <span aria-hidden="true" className={classes(buttonLook(), 'phone:w-full')}>
        {texts.choose}
      </span>
      <input
        type="file"
        multiple
        accept={ACCEPTED}
        aria-label={texts.title}
        className="absolute size-px opacity-0"
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])]);
          // The same file may be chosen again after it was mended.
          currentTarget.value = '';
        }}
      />
    </label>
  );
}
