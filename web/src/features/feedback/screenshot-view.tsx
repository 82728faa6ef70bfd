/** The picture of a feedback; asked for with the bearer, which a plain address could not carry. */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { LoadFailure } from '../../api/load-failure.tsx';
import { Modal } from '../../ui/dialogs/modal.tsx';
import { Spinner } from '../../ui/display/spinner.tsx';
import { screenshot } from './queries.ts';
import { texts as all } from './texts.ts';

const texts = all.list;

type ScreenshotViewProps = { id: number; who: string; onClose: () => void };

export function ScreenshotView({ id, who, onClose }: ScreenshotViewProps) {
  const found = useQuery(screenshot(id));
  return (
    <Modal open onClose={onClose} title={texts.picture} line={texts.pictureOf(who)} size="large">
      {found.isPending && <Spinner size="large" label={texts.pictureLoading} />}
      {found.isError && <LoadFailure query={found} text={texts.pictureFailed} />}
      {found.data && <Picture blob={found.data} alt={texts.pictureOf(who)} />}
    </Modal>
  );
}

function Picture({ blob, alt }: { blob: Blob; alt: string }) {
  const image = useRef<HTMLImageElement>(null);
  useEffect(() => {
    const url = URL.createObjectURL(blob);
    if (image.current) image.current.src = url;
    return () => URL.revokeObjectURL(url);
  }, [blob]);
  return <img ref={image} alt={alt} className="mx-auto max-w-full rounded-control border border-line" />;
}
