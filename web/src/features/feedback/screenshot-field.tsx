/** A picture of the page, or one from a file; looked at before it is sent. */
import { Camera, ImageUp, Trash2 } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import { formatBytes } from '../../lib/text/figures.ts';
import { useTask } from '../../lib/use-task.ts';
import { Button } from '../../ui/controls/button.tsx';
import { ACCEPTED, encode, PictureRefused, pictureOfFile } from './picture.ts';
import { texts as all } from './texts.ts';

const texts = all.screenshot;

type ScreenshotFieldProps = {
  picture: Blob | null;
  disabled: boolean;
  onChange: (picture: Blob | null) => void;
  /** A picture is on its way. */
  onPreparing: (preparing: boolean) => void;
};

export function ScreenshotField({ picture, disabled, onChange, onPreparing }: ScreenshotFieldProps) {
  const id = useId();
  const first = useRef<HTMLButtonElement>(null);
  const capture = useTask(async () => {
    const { capturePage } = await import('./capture-page.ts');
    onChange(await encode(await capturePage()));
  });
  const choose = useTask(async (chosen: File) => {
    onChange(await pictureOfFile(chosen));
  });
  const busy = capture.busy || choose.busy;
  useEffect(() => onPreparing(busy), [busy, onPreparing]);

  const remove = () => {
    onChange(null);
    // The button that was pressed goes with the picture.
    requestAnimationFrame(() => first.current?.focus());
  };

  return (
    <fieldset aria-describedby={`${id}-line`} className="grid min-w-0 gap-2.5">
      <legend className="mb-1 text-label font-medium">
        {texts.title} <span className="font-normal text-ink-3">· {all.optional}</span>
      </legend>
      <p id={`${id}-line`} className="text-small text-ink-2">
        {texts.line}
      </p>
      {picture ? (
        <Chosen picture={picture} disabled={disabled} onRemove={remove} />
      ) : (
        <div className="flex flex-wrap gap-2">
          <Button
            ref={first}
            icon={<Camera />}
            busy={capture.busy}
            disabled={disabled || busy}
            onClick={() => {
              choose.forgive();
              capture.run();
            }}
          >
            {capture.busy ? texts.capturing : texts.capture}
          </Button>
          <FileButton
            busy={choose.busy}
            disabled={disabled || busy}
            onChoose={(file) => {
              capture.forgive();
              choose.run(file);
            }}
          />
        </div>
      )}
      <Fault failure={choose.failure ?? capture.failure} />
    </fieldset>
  );
}

type ChosenProps = { picture: Blob; disabled: boolean; onRemove: () => void };

function Chosen({ picture, disabled, onRemove }: ChosenProps) {
  return (
    <>
      <Preview picture={picture} />
      <div className="flex flex-wrap items-center justify-between gap-2">
        <span role="status" className="text-small text-ink-2">
          {texts.size(formatBytes(picture.size))}
        </span>
        <Button size="small" icon={<Trash2 className="size-4" />} disabled={disabled} onClick={onRemove}>
          {texts.remove}
        </Button>
      </div>
    </>
  );
}

type FileButtonProps = { busy: boolean; disabled: boolean; onChoose: (file: File) => void };

function FileButton({ busy, disabled, onChoose }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button icon={<ImageUp />} busy={busy} disabled={disabled} onClick={() => input.current?.click()}>
        {busy ? texts.choosing : texts.choose}
      </Button>
      <input
        ref={input}
        type="file"
        aria-label={texts.file}
        accept={ACCEPTED.join(',')}
        tabIndex={-1}
        onChange={({ currentTarget }) => {
          const [chosen] = currentTarget.files ?? [];
          // The same file may be chosen again after a failure.
          currentTarget.value = '';
          if (chosen) onChoose(chosen);
        }}
        className="sr-only"
      />
    </>
  );
}

function Fault({ failure }: { failure: unknown }) {
  if (failure === null) return null;
  return (
    <p role="alert" className="text-small text-danger">
      {failure instanceof PictureRefused ? texts[failure.fault] : texts.captureFailed}
    </p>
  );
}

function Preview({ picture }: { picture: Blob }) {
  const image = useRef<HTMLImageElement>(null);
  useEffect(() => {
    const url = URL.createObjectURL(picture);
    if (image.current) image.current.src = url;
    return () => URL.revokeObjectURL(url);
  }, [picture]);
  return (
    <img
      ref={image}
      alt={texts.preview}
      onLoad={({ currentTarget }) => currentTarget.scrollIntoView({ block: 'nearest' })}
      className="max-h-60 w-full rounded-control border border-line bg-sunken object-contain"
    />
  );
}
