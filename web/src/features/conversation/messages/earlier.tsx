/** Loads earlier messages when the first loaded one comes near the view, or when the button is pressed. */
import { useEffect, useEffectEvent, useRef } from 'react';
import { messageOf } from '../../../api/error-message.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { texts } from '../texts.ts';

type EarlierProps = {
  loading: boolean;
  error: Error | null;
  onLoad: () => void;
};

export function Earlier({ loading, error, onLoad }: EarlierProps) {
  const near = useRef<HTMLDivElement>(null);
  // After a failure only the button loads again.
  const load = useEffectEvent(() => {
    if (!loading && !error) onLoad();
  });
  // Observed anew after each page: one may be too short to push the sentinel out of view.
  useEffect(() => {
    if (!near.current || loading) return;
    const observer = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting) load();
    });
    observer.observe(near.current);
    return () => observer.disconnect();
  }, [loading]);

  return (
    <div className="relative mb-6 grid justify-items-center gap-3">
      {/* The sentinel reaches one screen down, so that the page is there before the reader scrolls up to it. */}
      <div ref={near} aria-hidden="true" className="pointer-events-none absolute top-0 h-dvh w-px" />
      <Button variant="ghost" busy={loading} onClick={onLoad}>
        {texts.earlier}
      </Button>
      {error && <Alert title={texts.loadFailed} line={messageOf(error, texts.fetchContext)} />}
    </div>
  );
}
