import { Upload } from 'lucide-react';
import { useId } from 'react';
import { buttonLook } from '../../ui/controls/button.tsx';
import { ALL_ACCEPTED, EXTENSIONS } from '../knowledge/uploads/file-checks.ts';
import { texts as all } from './texts.ts';

const texts = all.document;

type FileChoiceProps = {
  file: File | null;
  /** Why the file cannot be sent. */
  refusal: string | null;
  onChoose: (file: File | null) => void;
};

/** One file, in the dress of a button: the browser’s own would speak its own language. */
export function FileChoice({ file, refusal, onChoose }: FileChoiceProps) {
  const id = useId();
  return (
    <div className="grid gap-1.5">
      <label
        htmlFor={id}
        className="relative flex flex-wrap items-center gap-3 rounded-card border-[1.5px] border-dashed border-line-strong bg-surface px-4 py-3 hover:border-ink-3 has-focus-visible:outline-2 has-focus-visible:outline-brand/70"
      >
        <Upload className="size-5 text-brand" />
        <span className="min-w-0 flex-1 wrap-anywhere">{file?.name ?? texts.missing}</span>
        <span aria-hidden="true" className={buttonLook('secondary', 'small')}>
          {texts.choose}
        </span>
        <input
          id={id}
          type="file"
          accept={ALL_ACCEPTED}
          aria-label={texts.file}
          aria-invalid={refusal ? true : undefined}
          aria-describedby={`${id}-hint`}
          className="absolute size-px opacity-0"
          onChange={({ currentTarget }) => onChoose(currentTarget.files?.[0] ?? null)}
        />
      </label>
      <p id={`${id}-hint`} className={refusal ? 'text-small text-danger' : 'text-small text-ink-2'}>
        {refusal ?? texts.fileHint(EXTENSIONS)}
      </p>
    </div>
  );
}
