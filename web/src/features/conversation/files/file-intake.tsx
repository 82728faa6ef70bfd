/** Takes files for a conversation: by a button in the question box, by drop and by paste. */
import { Paperclip } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { IconButton } from '../../../ui/controls/button.tsx';
import { ALL_ACCEPTED } from '../../knowledge/uploads/file-checks.ts';
import { useDrop } from '../../knowledge/uploads/use-drop.ts';
import { texts } from './texts.ts';

type FileIntakeProps = {
  /** The place of the button. */
  slot: HTMLElement | null;
  onFiles: (files: File[]) => void;
};

export function FileIntake({ slot, onFiles }: FileIntakeProps) {
  const hovering = useDrop(onFiles);
  usePaste(onFiles);
  return (
    <>
      {slot && createPortal(<AttachButton onFiles={onFiles} />, slot)}
      {hovering && (
        <div className="pointer-events-none fixed inset-0 z-50 grid place-items-center bg-ink/25 p-6">
          <p className="rounded-card border-2 border-dashed border-brand bg-surface px-8 py-6 text-title shadow-2">
            {texts.drop}
          </p>
        </div>
      )}
    </>
  );
}

function AttachButton({ onFiles }: Pick<FileIntakeProps, 'onFiles'>) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <IconButton label={texts.attach} onClick={() => input.current?.click()} className="rounded-full!">
        <Paperclip />
      </IconButton>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={ALL_ACCEPTED}
        aria-label={texts.attach}
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])]);
          // The same file may be chosen again after it was mended.
          currentTarget.value = '';
        }}
      />
    </>
  );
}

/** Text that is pasted stays text, also where a program offers a picture of it too. */
function usePaste(onFiles: (files: File[]) => void): void {
  const take = useRef(onFiles);
  useEffect(() => {
    take.current = onFiles;
  });
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])];
      if (!files.length || event.clipboardData?.getData('text/plain')) return;
      event.preventDefault();
      take.current(files);
    };
    window.addEventListener('paste', paste);
    return () => window.removeEventListener('paste', paste);
  }, []);
}
