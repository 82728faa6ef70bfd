import { verifiedAnswersApi } from '#contract/verified-answers.ts';
import type { AppContext } from '../../app-context.ts';
import { type Route, routes } from '../../http/routes.ts';
import { today } from '../../language/values/calendar.ts';
import { requireAgent } from '../agents/store.ts';
import { byCaller } from '../audit/record.ts';
import { createAnswer, removeAnswer, updateAnswer } from './changes.ts';
import { relatedAnswers } from './matching/candidates.ts';
import { compare } from './matching/match.ts';
import { partsOf } from './matching/question-parts.ts';
import { proposeWordings } from './propose-wordings.ts';
import { quotablePassages } from './quotable-passages.ts';
import { listAnswers } from './store.ts';

export const verifiedAnswerRoutes = (context: AppContext): Route[] => {
  const { db, clock } = context;
  return routes(verifiedAnswersApi, {
    list: async ({ params }) => {
      await requireAgent(db, params.id);
      return listAnswers(db, params.id, today(clock.now()));
    },
    create: ({ caller, params, body, meta }) =>
      createAnswer(context, byCaller(caller, meta), params.id, body),
    update: ({ caller, params, body, meta }) => updateAnswer(context, byCaller(caller, meta), params, body),
    remove: ({ caller, params, meta }) => removeAnswer(context, byCaller(caller, meta), params),
    attempt: async ({ params, body }) => {
      await requireAgent(db, params.id);
      return attempt(context, params.id, body.question);
    },
    wordings: ({ caller, params, body }) =>
      proposeWordings(context, { user_id: caller.user_id, agent_id: params.id, ...body }),
    passages: ({ params, body }) => quotablePassages(context, params.id, body.question),
  });
};

const RANK = { match: 2, near: 1, none: 0 };

/** The answer that comes nearest, and the words by which the question differs from it. */
async function attempt({ db, clock }: AppContext, agent_id: number, question: string) {
  const [parts] = await partsOf(db, [question]);
  const candidates = parts ? await relatedAnswers(db, agent_id, parts, today(clock.now())) : [];
  const [best] = candidates
    .map((answer) => ({ answer, ...compare(parts as NonNullable<typeof parts>, answer) }))
    .toSorted((one, other) => RANK[other.outcome] - RANK[one.outcome] || other.dice - one.dice);
  if (!best) return { outcome: 'none' as const, id: null, question: null, differing: [] };
  const { answer, outcome, differing } = best;
  return { outcome, id: answer.id, question: answer.question, differing };
}
