/** Grounding in an agent's knowledge bases. */
import { type FoundPassages, findPassages } from '../../knowledge/search/find-passages.ts';
import { basesScope } from '../../knowledge/search/passage.ts';
import { areShort } from '../../knowledge/search/whole-texts.ts';
import type { AskedDays } from '../../knowledge/validity/question-day.ts';
import type { Asked, Findings, GroundingContext, SourceKind } from '../source-kind.ts';
import {
  datedBases,
  daysOf,
  firstOutOfForce,
  outOfForce,
  sourceValidity,
  withValidity,
} from './dated-bases.ts';
import { wholeFiles } from './from-session-files.ts';
import { withAddresses } from './page-addresses.ts';
import { findingOf, readTexts, type Texts, WHOLE_PASSAGES_MAX, wholeTokensMax } from './read-texts.ts';
import { withWeakness } from './weak-sources.ts';

export const fromKnowledgeBases: SourceKind = async (context, asked) => {
  if (!asked.knowledge_base_ids.length) return null;
  const dated = await datedBases(context.db, asked.knowledge_base_ids);
  const read = dated.size
    ? (characters: number) => readDated(context, asked, dated, characters)
    : (characters: number) => readTexts(context.db, asked, textsOfBases(context, asked), characters);
  return async (characters) =>
    withWeakness(context.db, await withAddresses(context.db, await read(characters)));
};

function textsOfBases(context: GroundingContext, asked: Asked, days?: AskedDays): Texts {
  const { knowledge_base_ids, context_window, residency_max = 'exterior', guard, signal } = asked;
  const rule = guard?.personal_data;
  const masked_kinds = rule && !rule.is_sent ? rule.kinds : [];
  const files = wholeFiles(asked.files, context_window);
  return {
    scope: basesScope(knowledge_base_ids, days),
    areShort: () =>
      areShort(context.db, {
        knowledge_base_ids,
        tokens_max: wholeTokensMax(context_window) - files.tokens,
        passages_max: WHOLE_PASSAGES_MAX - files.passages,
      }),
    search: (question) =>
      findPassages(context, { knowledge_base_ids, question, residency_max, masked_kinds, days }, signal),
    sourceOf: ({ knowledge_base_id, document_id }) => ({ kind: 'document', knowledge_base_id, document_id }),
    plural: 'documentos deste agente',
  };
}

/** Texts that hold on the days of the question; where none of them speaks of it, the norm that did or will. */
async function readDated(
  context: GroundingContext,
  question: Asked,
  dated: Set<number>,
  characters: number,
): Promise<Findings> {
  const days = daysOf(question, context.clock.now());
  const asked = { ...question, question: days.rest };
  const { first, last, label, by } = days;
  const on_date = { from: first, until: last, label, by };
  let searched: FoundPassages | null = null;
  const texts = textsOfBases(context, asked, days);
  const search = async (text: string) => {
    searched = await texts.search(text);
    return searched;
  };
  const findings = await readTexts(context.db, asked, { ...texts, search }, characters);
  const holding = searched ?? (await texts.search(asked.question));
  const refused = await outOfForceFindings(context, asked, { days, holding });
  if (refused) return { ...findings, ...refused, on_date };
  return { ...findings, found: await withValidity(context.db, findings.found, { dated, days }), on_date };
}

/** The share of the question that the passages speak of: with so much, nobody looks for more. */
const COVERED = 0.95;
/** A text out of force must speak of so much more of the question than all that hold. */
const SAYS_MORE = 0.15;

const bestCoverage = ({ passages }: FoundPassages): number =>
  Math.max(0, ...passages.map(({ coverage }) => coverage));

async function outOfForceFindings(
  context: GroundingContext,
  asked: Asked,
  { days, holding }: { days: AskedDays; holding: FoundPassages },
): Promise<Pick<Findings, 'found' | 'fixed' | 'notes'> | null> {
  const covered = holding.isRelevant ? bestCoverage(holding) : 0;
  if (covered >= COVERED) return null;
  const texts = textsOfBases(context, asked);
  const all = await texts.search(asked.question);
  // A text that holds and says about as much is the better answer.
  if (!all.isRelevant || bestCoverage(all) < covered + SAYS_MORE) return null;
  const best = all.passages.filter(({ coverage }) => coverage >= covered + SAYS_MORE);
  const other = await firstOutOfForce(context.db, best, days);
  if (!other) return null;
  const finding = findingOf({ ...other.passage, spans: [other.passage] }, asked.question, texts);
  const source = { ...finding.source, ...sourceValidity(other.validity) };
  return {
    found: [{ ...finding, source, score: other.passage.score }],
    notes: [],
    fixed: outOfForce(days, other),
  };
}
