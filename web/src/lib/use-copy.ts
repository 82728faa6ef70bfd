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

  /** `html`: the same, for programs that take more than letters. */
  const copy = (what: T, text: string, html?: string) => {
    void copyBoth(text, html).then((ok) => setLast({ what, ok }));
  };
  return { copied: last?.ok ? last.what : undefined, failed: last?.ok === false, copy };
}

async function copyBoth(text: string, html: string | undefined): Promise<boolean> {
  if (html === undefined) return copyText(text);
  try {
    const forms = { 'text/plain': text, 'text/html': html };
    const blobs = Object.entries(forms).map(([type, form]) => [type, new Blob([form], { type })]);
    await navigator.clipboard.write([new ClipboardItem(Object.fromEntries(blobs))]);
    return true;
  } catch {
    // Not every browser and not every origin takes both.
    return copyText(text);
  }
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
