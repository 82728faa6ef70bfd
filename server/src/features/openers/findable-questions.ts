/** Questions that an agent without written examples can answer: offered to people to whom it had nothing to say. */
import { OPENER_MAX, SUGGESTIONS_MAX } from '#contract/limits.ts';
import type { AppContext } from '../../app-context.ts';
import { fold } from '../../language/words.ts';
import { configurationOf } from '../agents/versions.ts';
import { headingCandidates, sectionsOf, tableCandidates } from './candidates.ts';
import { isNatural } from './heading-questions.ts';
import { findFor } from './propose.ts';

/** Each try is a search. */
const TRIED_MAX = 6;

export async function findableQuestions(
  context: Pick<AppContext, 'db' | 'clock' | 'content' | 'models' | 'log'>,
  agent_id: number,
): Promise<string[]> {
  const { db } = context;
  const agent = await configurationOf(db, agent_id);
  if (!agent) return [];
  const candidates = [
    ...(await tableCandidates(
      db,
      agent.data_sources.map(({ id }) => id),
    )),
    ...headingCandidates(
      await sectionsOf(
        db,
        agent.knowledge_bases.map(({ id }) => id),
      ),
    ),
  ];
  const once = new Map(
    candidates.filter(({ text }) => text.length <= OPENER_MAX).map(({ text }) => [fold(text), text]),
  );
  const ordered = [...once.values()].toSorted(
    (one, other) => Number(isNatural(other)) - Number(isNatural(one)),
  );
  const { signal } = new AbortController();
  const found: string[] = [];
  for (const text of ordered.slice(0, TRIED_MAX)) {
    if (found.length === SUGGESTIONS_MAX) break;
    if (await findFor(context, agent, text, signal)) found.push(text);
  }
  return found;
}
