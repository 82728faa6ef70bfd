import { type ReactNode, useEffect, useState } from 'react';
import { whenIdle } from '../../../lib/browser/when-idle.ts';
import { languageByName } from './code-languages.ts';

/** In characters; highlighting longer code would block the page. */
const LENGTH_MAX = 15_000;

/** Cache, so that a conversation that is opened again shows its colours at once. */
const known = new Map<string, ReactNode>();
const KNOWN_MAX = 100;

/** The plain code, and the highlighted one when the browser is idle after the block is finished. Only colours change. */
export function useHighlight(written: string, code: string, growing: boolean): ReactNode {
  const language = growing || code.length > LENGTH_MAX ? undefined : languageByName(written);
  const key = `${language}\n${code}`;
  const [, arrived] = useState('');
  const waiting = language !== undefined && !known.has(key);

  useEffect(() => {
    if (!waiting) return;
    let left = false;
    const cancel = whenIdle(() => {
      highlightInBackground(language, code).then(
        (nodes) => {
          keep(key, nodes);
          if (!left) arrived(key);
        },
        () => undefined,
      );
    });
    return () => {
      left = true;
      cancel();
    };
  }, [waiting, language, code, key]);

  return known.get(key) ?? code;
}

async function highlightInBackground(language: string, code: string): Promise<ReactNode> {
  const { registerLanguage, highlight } = await import('./highlight.tsx');
  await registerLanguage(language);
  await new Promise<void>((resolve) => {
    whenIdle(resolve);
  });
  return highlight(language, code);
}

function keep(key: string, nodes: ReactNode): void {
  known.set(key, nodes);
  if (known.size > KNOWN_MAX) known.delete(known.keys().next().value as string);
}
