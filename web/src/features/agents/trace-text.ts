import type { Trace } from '#contract/trace.ts';
import { texts } from './test-texts.ts';

/** The instructions and every turn under a heading of its own, as they are read and copied. */
export function promptAsText({ instructions, turns }: Trace['prompt']): string {
  const parts = turns.map(({ role, text }) => `## ${texts.trace.roles[role]}\n${text}`);
  return [`## ${texts.trace.instructions}\n${instructions}`, ...parts].join('\n\n');
}
