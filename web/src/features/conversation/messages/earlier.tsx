/** What stands above the first message that is loaded: the earlier ones come when it comes near, or when asked for. */
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
  // What failed waits for the button: a loop of failures helps nobody.
  const load = useEffectEvent(() => {
    if (!loading && !error) onLoad();
  });
  // Looked at anew after each page: one may be too short to push the place out of sight.
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
      {/* Reaches one screen down: whoever scrolls up finds the page already there. */}
      <div ref={near} aria-hidden="true" className="pointer-events-none absolute top-0 h-dvh w-px" />
      <Button variant="ghost" busy={loading} onClick={onLoad}>
        {texts.earlier}
      </Button>
      {error && <Alert title={texts.loadFailed} line={messageOf(error, texts.fetchContext)} />}
    </div>
  );
}
