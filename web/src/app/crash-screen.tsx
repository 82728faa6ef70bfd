/** Shown after a rendering error: a sentence, a link to the chat, a button to reload. A screen whose code did not come waits for the server. */
import { useEffect, useState } from 'react';
import { reportError } from '../lib/error-reporting/report-error.ts';
import { paths } from '../lib/paths.ts';
import { Button, buttonLook } from '../ui/controls/button.tsx';
import { Alert } from '../ui/display/alert.tsx';
import { LoadingScreen } from './loading-screen.tsx';
import { isMissingCode, mayReload, reloadWhenThere } from './missing-code.ts';
import { texts } from './texts.ts';

export function CrashScreen({ cause }: { cause: unknown }) {
  const [reloading] = useState(() => isMissingCode(cause) && mayReload());
  const [isAway, setAway] = useState(false);
  useEffect(() => {
    if (reloading) return reloadWhenThere(() => setAway(true));
    reportError(cause);
    return undefined;
  }, [reloading, cause]);
  if (isAway) return <Alert title={texts.away} line={texts.awayLine} className="m-6" />;
  if (reloading) return <LoadingScreen />;
  return (
    <div role="alert" className="grid h-full place-items-center p-6">
      <div className="grid max-w-[46ch] justify-items-center gap-6 text-center">
        <h1 className="text-[24px] leading-snug">{texts.crashed}</h1>
        <div className="flex flex-wrap justify-center gap-2.5">
          {/* A full page load, which discards the broken state. */}
          <a href={paths.chat} className={buttonLook('primary', 'large')}>
            {texts.toChat}
          </a>
          <Button size="large" onClick={() => window.location.reload()}>
            {texts.reload}
          </Button>
        </div>
      </div>
    </div>
  );
}
