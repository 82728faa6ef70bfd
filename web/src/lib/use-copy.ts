import { useEffect, useState } from 'react';
import { COPY_CONFIRMATION_MS } from '#contract/limits.ts';

/** Copies texts, and knows for two seconds which one it was, or that it failed. */
export function useCopy<T extends string>() {
  const [last, setLast] = useState<{ what: T; ok: boolean } | undefined>();

  useEffect(() => {
    if (!last) return;
    const timer = setTimeout(() => setLast(undefined), COPY_CONFIRMATION_MS);
    return () => clearTimeout(timer);
  }, [last]);

  const copy = (what: T, text: string) => {
    void copyText(text).then((ok) => setLast({ what, ok }));
  };
  return { copied: last?.ok ? last.what : undefined, failed: last?.ok === false, copy };
}

async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // The clipboard object exists only on secure origins; the old way works on http://some-machine too.
    return copyBySelection(text);
  }
}

function copyBySelection(text: string): boolean {
  const focused = document.activeElement;
  const area = document.createElement('textarea');
  area.value = text;
  area.className = 'fixed top-0 -left-full';
  document.body.append(area);
  area.select();
  const done = document.execCommand('copy');
  area.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return done;
}
