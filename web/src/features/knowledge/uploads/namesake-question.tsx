/** The question whether a file replaces the document that has its name already, or stands beside it. */
import { useId } from 'react';
import { Button } from '../../../ui/controls/button.tsx';
import { texts as all } from '../texts-documents.ts';
import type { Choice, UploadQueue } from './upload-queue.ts';

const texts = all.upload;

type NamesakeQuestionProps = { uploadKey: string; fileName: string; name: string; queue: UploadQueue };

export function NamesakeQuestion({ uploadKey, fileName, name, queue }: NamesakeQuestionProps) {
  const choose = (choice: Choice) => queue.choose(choice, uploadKey);
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
      <p className="min-w-0 flex-1 basis-60 text-small text-ink-2 wrap-anywhere">{texts.namesake(name)}</p>
      <div className="flex flex-wrap gap-2">
        <Button size="small" aria-label={texts.replaceOne(fileName)} onClick={() => choose('replace')}>
          {texts.replace}
        </Button>
        <Button
          size="small"
          variant="ghost"
          aria-label={texts.keepBothOf(fileName)}
          onClick={() => choose('keep-both')}
        >
          {texts.keepBoth}
        </Button>
      </div>
    </div>
  );
}

/** For a drop of many, which are answered together. */
export function AllNamesakesQuestion({ queue }: { queue: UploadQueue }) {
  const label = useId();
  return (
    <fieldset
      aria-labelledby={label}
      className="flex flex-wrap items-center justify-end gap-2 border-b border-line px-4 py-2"
    >
      <span id={label} className="mr-auto text-small text-ink-2">
        {texts.forAll}
      </span>
      <Button size="small" onClick={() => queue.choose('replace')}>
        {texts.replaceAll}
      </Button>
      <Button size="small" variant="ghost" onClick={() => queue.choose('keep-both')}>
        {texts.keepAll}
      </Button>
    </fieldset>
  );
}
