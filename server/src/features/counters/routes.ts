import { eq } from 'drizzle-orm';
import { citizenRequestsApi } from '#contract/citizen-requests.ts';
import { counterNotice, countersApi } from '#contract/counters.ts';
import { type CounterPage, publicCountersApi } from '#contract/public-counters.ts';
import { AppError } from '../../app-error.ts';
import { agents } from '../../db/tables/agents.ts';
import { type Route, routes } from '../../http/routes.ts';
import { byCaller } from '../audit/record.ts';
import { logoType } from './administration/counter-rules.ts';
import {
  createCounter,
  listCounters,
  pauseCounter,
  removeCounter,
  showCounter,
  updateCounter,
} from './administration/counters.ts';
import type { CounterContext } from './counter-context.ts';
import { findCounter, isOpen } from './counter-rows.ts';
import { eraseRequest, openRequest } from './requests/citizen-door.ts';
import { answerRequest, closeRequest, eraseByStaff, listRequests, showRequest } from './requests/inbox.ts';
import { leaveRequest } from './requests/leave-request.ts';
import { counterStatistics } from './statistics.ts';
import { askAtCounter, sourceAtCounter } from './visits/ask.ts';
import { beginVisit } from './visits/sessions.ts';

export const counterRoutes = (context: CounterContext): Route[] => {
  const { db, clock } = context;
  return [
    ...routes(countersApi, {
      list: () => listCounters(context),
      create: ({ caller, body, meta }) => createCounter(context, byCaller(caller, meta), body),
      show: ({ params }) => showCounter(db, params.id, clock.now()),
      update: ({ caller, params, body, meta }) =>
        updateCounter(context, byCaller(caller, meta), params.id, body),
      remove: ({ caller, params, meta }) => removeCounter(context, byCaller(caller, meta), params.id),
      pause: ({ caller, params, body, meta }) =>
        pauseCounter(context, byCaller(caller, meta), params.id, body.paused),
      statistics: ({ params, query }) => counterStatistics(context, params.id, query.days),
    }),
    ...routes(citizenRequestsApi, {
      list: ({ query }) => listRequests(context, query),
      show: ({ params }) => showRequest(context, params.id),
      answer: ({ caller, params, body, meta }) =>
        answerRequest(context, byCaller(caller, meta), params.id, body.answer),
      close: ({ caller, params, body, meta }) =>
        closeRequest(context, byCaller(caller, meta), params.id, body),
      erase: ({ caller, params, meta }) => eraseByStaff(context, byCaller(caller, meta), params.id),
    }),
    ...routes(publicCountersApi, {
      page: ({ params }) => counterPage(context, params.slug),
      logo: async ({ params }) => {
        const { logo } = await findCounter(db, params.slug);
        const media_type = logo && logoType(logo);
        if (!logo || !media_type) throw new AppError('counter_not_found');
        return { filename: 'logo', media_type, cache_control: 'public, max-age=300', content: logo };
      },
      begin: ({ params, body, meta }) => beginVisit(context, params.slug, { ...body, ip: meta.ip }),
      ask: ({ caller, params, body, meta }) =>
        askAtCounter(context, caller, { ...params, ...body, ip: meta.ip, left: meta.left() }),
      source: ({ caller, params }) => sourceAtCounter(context, caller, params),
      request: ({ caller, params, body, meta }) =>
        leaveRequest(context, caller, { ...params, ...body, ip: meta.ip }),
      open: ({ params, body, meta }) => openRequest(context, { ...params, ...body, ip: meta.ip }),
      erase: ({ params, body, meta }) => eraseRequest(context, { ...params, ...body, ip: meta.ip }),
    }),
  ];
};

/** Also of one that is closed: its notice and contact are for everybody. */
async function counterPage({ db, clock }: CounterContext, slug: string): Promise<CounterPage> {
  const counter = await findCounter(db, slug);
  const [agent] = await db
    .select({ openers: agents.openers })
    .from(agents)
    .where(eq(agents.id, counter.agent_id));
  const { name, mode, texts, colours, logo, keep_hours, deadline_days } = counter;
  return {
    name,
    mode,
    open: isOpen(counter, clock.now()),
    greeting: texts.greeting,
    notice: texts.notice || counterNotice(mode, name),
    contact: texts.contact,
    colours,
    has_logo: logo !== null,
    openers: agent?.openers ?? [],
    keep_hours,
    deadline_days,
  };
}
