import { openQuestionsApi } from '#contract/open-questions.ts';
import type { AppContext } from '../../app-context.ts';
import { AppError } from '../../app-error.ts';
import { type Route, routes } from '../../http/routes.ts';
import { byCaller } from '../audit/record.ts';
import { spanOf } from '../stats/ranges.ts';
import { beginAsking } from './ask-again.ts';
import { closeQuestions, reopenGroup, splitGroup } from './close.ts';
import { groupQuestions } from './group-questions.ts';
import { listGroups, requireGroup } from './records/group-rows.ts';

export const openQuestionRoutes = (context: AppContext): Route[] => {
  const { db, clock, queue } = context;
  return routes(openQuestionsApi, {
    list: async ({ query: { time_range, ...wanted } }) => {
      // An administrator who opens the list sees every question, not those of some minutes ago.
      await groupQuestions(context);
      const now = clock.now();
      return listGroups(db, { ...wanted, since: spanOf(time_range, now).from }, now);
    },
    one: ({ params }) => requireGroup(db, params.id, clock.now()),
    close: ({ caller, params, body, meta }) =>
      closeQuestions(context, byCaller(caller, meta), { id: params.id, closing: body }, meta.idempotency_key),
    reopen: ({ caller, params, meta }) => reopenGroup(context, byCaller(caller, meta), params.id),
    split: ({ caller, params, body, meta }) =>
      splitGroup(context, byCaller(caller, meta), params.id, body.message_ids),
    askAgain: async ({ caller, params }) => {
      const { id } = await requireGroup(db, params.id, clock.now());
      if (!(await beginAsking(db, id))) throw new AppError('answer_running');
      await queue.send('questions.ask-again', { group_id: id, user_id: caller.user_id });
      return requireGroup(db, id, clock.now());
    },
  });
};
