import { type ReactNode, useEffect, useState } from 'react';
import { whenIdle } from '../../../lib/browser/when-idle.ts';
import { languageNamed } from './code-languages.ts';

/** Longer code stays as it is: nobody reads it for its colours, and colouring it would hold the page up. */
const LENGTH_MAX = 15_000;

/** What was coloured lately, so that a conversation that is opened again shows its colours at once. */
const known = new Map<string, ReactNode>();
const KNOWN_MAX = 100;

/** The code as it is, and in its colours a moment after it was finished. They change nothing but the ink. */
export function useColours(written: string, code: string, growing: boolean): ReactNode {
  const language = growing || code.length > LENGTH_MAX ? undefined : languageNamed(written);
  const key = `${language}\n${code}`;
  const [, arrived] = useState('');
  const waiting = language !== undefined && !known.has(key);

  useEffect(() => {
    if (!waiting) return;
    let left = false;
    const cancel = whenIdle(() => {
      colour(language, code).then(
        (nodes) => {
          keep(key, nodes);
          if (!left) arrived(key);
        },
        // Without its colours code is still code.
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

async function colour(language: string, code: string): Promise<ReactNode> {
  const { learn, coloured } = await import('./highlight.tsx');
  await learn(language);
  await new Promise<void>((resolve) => {
    whenIdle(resolve);
  });
  return coloured(language, code);
}

function keep(key: string, nodes: ReactNode): void {
  known.set(key, nodes);
  if (known.size > KNOWN_MAX) known.delete(known.keys().next().value as string);
}
