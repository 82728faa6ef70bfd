import type { JobBodies } from '../../adapters/queue.ts';
import { deliverWebhook } from '../webhooks/deliveries.ts';
import type { WebhookContext } from '../webhooks/send.ts';
import { type AlertContext, evaluateAlerts } from './evaluate.ts';
import { letterJob } from './letters.ts';

type AlertJobs = Pick<JobBodies, 'alerts.evaluate' | 'alerts.letter' | 'webhooks.deliver'>;

export const alertJobs = (context: AlertContext & WebhookContext): AlertJobs => ({
  ...letterJob(context),
  'alerts.evaluate': () => evaluateAlerts(context),
  'webhooks.deliver': (delivery) => deliverWebhook(context, delivery),
});
