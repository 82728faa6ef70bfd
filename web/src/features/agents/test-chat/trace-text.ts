import type { Trace } from '#contract/trace.ts';
import { texts } from './texts.ts';

/** The instructions and every turn under a heading of its own, as they are read and copied. */
export function promptAsText({ instructions, turns }: Trace['prompt']): string {
  const parts = turns.map(({ role, text }) => `## ${texts.trace.roles[role]}\n${text}`);
  return [`## ${texts.trace.instructions}\n${instructions}`, ...parts].join('\n\n');
}

/** "12 rows found, 3 used · not a known value: municipio «Gotham»" */
export function searchWords(search: NonNullable<Trace['searches']>[number]): string {
  const { rows_found, rows_used, dropped, relaxed, plan_changes = [] } = search;
  const values = dropped.map(({ parameter, value }) => `${parameter} «${value}»`);
  return [
    texts.trace.found(rows_found, rows_used),
    relaxed && texts.trace.relaxed,
    values.length > 0 && texts.trace.dropped(values.join(', ')),
    ...plan_changes,
  ]
    .filter(Boolean)
    .join(' · ');
}
