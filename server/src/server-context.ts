/** The application context with the state of this process, as routes, jobs and the process itself receive it. */

import { Registry } from 'prom-client';
import type { GuardedNetwork } from './adapters/guarded-fetch/guarded-network.ts';
import { guardModels } from './adapters/models/guard/guarded-models.ts';
import type { WithPayments } from './adapters/payments/payments.ts';
import { readPrimary } from './adapters/read-replica.ts';
import { accessFigures } from './adapters/telemetry/access-figures.ts';
import type { AppContext } from './app-context.ts';
import { type ChatRuntime, createChatRuntime } from './features/chat/run/chat-runtime.ts';
import type { Pace } from './features/chat/run/write-behind.ts';
import type { CheckRuns } from './features/checks/background-run.ts';
import type { CounterQueue } from './features/counters/counter-context.ts';
import { SerialQueue } from './features/subscriptions/lifecycle/sync-subscription.ts';
import { openWebhookNetwork } from './features/webhooks/send.ts';

type Assumed = 'reads' | 'accessFigures';

/** The part that the composition root opens. Without `reads` everything is read from the primary, without figures none are shown. */
export type OpenedContext = Omit<AppContext, Assumed> & Partial<Pick<AppContext, Assumed>> & WithPayments;

export type ServerContext = AppContext &
  WithPayments & {
    chat: ChatRuntime;
    checkRuns: CheckRuns;
    subscriptionSync: SerialQueue;
    counterQueue: CounterQueue;
    /** Calls webhooks. */
    webhookNetwork: GuardedNetwork;
  };

/** `pace`: of the write-behind, where a test sets it. */
export const createServerContext = (context: OpenedContext, pace?: Pace): ServerContext => ({
  ...context,
  reads: context.reads ?? readPrimary(context.db),
  accessFigures: context.accessFigures ?? accessFigures(new Registry()),
  // Features see guarded models only, however the process or a test has opened them.
  models: guardModels(context.models),
  chat: createChatRuntime(context, pace),
  checkRuns: new Set(),
  counterQueue: new Map(),
  subscriptionSync: new SerialQueue(),
  webhookNetwork: openWebhookNetwork(context.env),
});
