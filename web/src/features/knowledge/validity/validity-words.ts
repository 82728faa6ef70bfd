/** Sentences about proposals and relations. */
import { normName, type Relation, type RelationKind, type ValidityProposal } from '#contract/validity.ts';
import { provisionLabel, shortDay, type Validity } from '#contract/validity-state.ts';
import { texts } from './texts.ts';

/** The tone of a badge that says it. */
export const toneOf = ({ state }: Validity) =>
  ({
    in_force: 'ok' as const,
    unknown: 'neutral' as const,
    repealed: 'danger' as const,
    expired: 'danger' as const,
    suspended: 'warn' as const,
    future: 'warn' as const,
  })[state];

const listed = (provisions: string[]): string => provisions.map(provisionLabel).join('; ');

type Stated = {
  kind: RelationKind;
  by: string;
  target: string;
  provisions: string[];
  day: string | null;
  until: string | null;
};

/** «Lei nº 4.310/2022 revoga Lei nº 3.210/2015, art. 5º, desde 12/03/2022» */
function relationSentence({ kind, by, target, provisions, day, until }: Stated): string {
  const days = [day && texts.relation.since(shortDay(day)), until && texts.relation.until(shortDay(until))];
  const what = [target, listed(provisions), days.filter(Boolean).join(' ')].filter(Boolean).join(', ');
  return `${by} ${texts.relation.verbs[kind]} ${what}`;
}

export const relationWords = ({ kind, by, target, provisions, effective_on, until }: Relation): string =>
  relationSentence({ kind, by, target: target.name, provisions, day: effective_on, until });

export function proposalWords(proposal: ValidityProposal, filename: string): string {
  const { kind, norm, day, by, target, provisions, until, is_consolidated } = proposal;
  if (kind === 'norm') return texts.proposals.isNorm(filename, norm ? normName(norm) : '');
  if (kind === 'starts') return texts.proposals.startsOn(proposal.document_name, day ? shortDay(day) : '');
  const stated = { kind, by: by ?? '', target: target ?? '', provisions, day, until };
  if (!is_consolidated) return relationSentence(stated);
  const words = texts.proposals.wording(stated.target, listed(provisions), stated.by);
  return day ? `${words}, ${texts.relation.since(shortDay(day))}` : words;
}
