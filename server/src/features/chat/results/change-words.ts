/** The difference of two plans as a question: «Situação: Aberta → Suspensa». */
import type { Plan } from '#contract/table-plan.ts';
import { chipsOf } from '../../data-sources/results/chips.ts';
import { havingWords, type Table, understoodWords } from '../../data-sources/results/understood.ts';

type Part = { label: string; text: string };

/** The words for a part that a plan does not have. */
const NONE: Record<string, string> = { Ordem: 'a da fonte', Grupos: 'todos' };
const NO_FILTER = 'sem filtro';

export function changeWords(table: Table, before: Plan, after: Plan): string {
  const [old, changed] = [partsOf(table, before), partsOf(table, after)];
  const labels = new Set([...old, ...changed].map(({ label }) => label));
  const changes = [...labels].flatMap((label) => {
    const [from, to] = [wordsOf(old, label), wordsOf(changed, label)];
    return from === to ? [] : [`${label}: ${from} → ${to}`];
  });
  return changes.join('; ') || understoodWords(table, after);
}

/** Two conditions on one column stand together. */
const wordsOf = (parts: Part[], label: string): string =>
  parts.flatMap((part) => (part.label === label ? [part.text] : [])).join(' e ') ||
  (NONE[label] ?? NO_FILTER);

/** The filters by the labels of their columns; the rest as «Cálculo» and «Ordem», where it is asked. */
function partsOf(table: Table, plan: Plan): Part[] {
  const bare = understoodWords(table, { ...plan, filters: [], having: [], order: [] });
  const order = understoodWords(table, { ...plan, filters: [], having: [] }).slice(bare.length + ', '.length);
  return [
    ...chipsOf(table, plan),
    { label: 'Cálculo', text: bare },
    ...(order ? [{ label: 'Ordem', text: order }] : []),
    ...havingWords(table, plan).map((text) => ({ label: 'Grupos', text })),
  ];
}
