/** A picture of the page, or one from a file; looked at before it is sent. */
import { Camera, ImageUp, Trash2 } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import { formatBytes } from '../../lib/format.ts';
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
  const file = useRef<HTMLInputElement>(null);
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
  const fault = faultOf(choose.failure) ?? faultOf(capture.failure);

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
        <>
          <Preview picture={picture} />
          <div className="flex flex-wrap items-center justify-between gap-2">
            <span role="status" className="text-small text-ink-2">
              {texts.size(formatBytes(picture.size).replace('.', ','))}
            </span>
            <Button size="small" icon={<Trash2 className="size-4" />} disabled={disabled} onClick={remove}>
              {texts.remove}
            </Button>
          </div>
        </>
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
          <Button
            icon={<ImageUp />}
            busy={choose.busy}
            disabled={disabled || busy}
            onClick={() => file.current?.click()}
          >
            {choose.busy ? texts.choosing : texts.choose}
          </Button>
          <input
            ref={file}
            type="file"
            aria-label={texts.file}
            accept={ACCEPTED.join(',')}
            tabIndex={-1}
            onChange={({ currentTarget }) => {
              const [chosen] = currentTarget.files ?? [];
              // The same file may be chosen again after a failure.
              currentTarget.value = '';
              if (!chosen) return;
              capture.forgive();
              choose.run(chosen);
            }}
            className="sr-only"
          />
        </div>
      )}
      {fault && (
        <p role="alert" className="text-small text-danger">
          {fault}
        </p>
      )}
    </fieldset>
  );
}

function faultOf(failure: unknown): string | null {
  if (failure === null) return null;
  return failure instanceof PictureRefused ? texts[failure.fault] : texts.captureFailed;
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
