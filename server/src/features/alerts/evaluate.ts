/**
 * Looks at every rule once a minute. An event begins with the second look that finds it, is notified once, reminded of
 * after a day, and its end is notified. Each step is one transaction with its deliveries and the mark of its e-mail, so
 * that neither two processes nor one that dies sends twice or not at all.
 */
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { AppContext } from '../../app-context.ts';
import { type Queryable, reasonOf, type Transaction } from '../../db/client.ts';
import { alert_events, alert_rules } from '../../db/tables/alerts.ts';
import { queueDelivery, queueDueDeliveries } from '../webhooks/deliveries.ts';
import { type ConditionContext, conditionsOf, type Found } from './conditions.ts';
import { eventBody } from './event-words.ts';
import { queueLetters } from './letters.ts';

export type AlertContext = ConditionContext & Pick<AppContext, 'queue' | 'log' | 'mailer'>;
type Rule = typeof alert_rules.$inferSelect;
type Event = typeof alert_events.$inferSelect;
export type Stage = NonNullable<Event['letter_due']>;

/** Two looks of the same minute are one. */
const CONFIRM_MS = 50_000;
const REMIND_MS = 24 * 3_600_000;

export async function evaluateAlerts(context: AlertContext): Promise<void> {
  const { db, log } = context;
  const rules = await db
    .select()
    .from(alert_rules)
    .where(eq(alert_rules.active, true))
    .orderBy(alert_rules.id);
  for (const rule of rules)
    try {
      const found = await conditionsOf(context, rule);
      await db.transaction((tx) => apply(tx, context, rule, found));
    } catch (error) {
      log.warn({ rule: rule.kind, err: { message: reasonOf(error) } }, 'a rule of alerts was not looked at');
    }
  await queueLetters(context);
  await queueDueDeliveries(context);
}

async function apply(tx: Transaction, context: AlertContext, { id }: Rule, found: Found[]): Promise<void> {
  // The lock serialises two processes that look at the same time; a rule that was changed meanwhile waits for its turn.
  const [rule] = await tx
    .select()
    .from(alert_rules)
    .where(and(eq(alert_rules.id, id), eq(alert_rules.active, true)))
    .for('update');
  if (!rule) return;
  const now = context.clock.now();
  const ofRule = and(eq(alert_events.rule_id, id), isNull(alert_events.resolved_at));
  const open = new Map(
    (await tx.select().from(alert_events).where(ofRule)).map((event) => [event.subject, event]),
  );
  for (const one of found) {
    const event = open.get(one.subject);
    open.delete(one.subject);
    if (event) await goOn(tx, context, { rule, event: { ...event, ...one }, now }, isNews(event, one));
    else await tx.insert(alert_events).values({ ...one, rule_id: id, kind: rule.kind, opened_at: now });
  }
  for (const event of open.values()) await end(tx, context, { rule, event, now });
}

type Step = { rule: Rule; event: Event; now: Date };

const isNews = (event: Event, { name, values }: Found): boolean =>
  event.name !== name || Object.entries(values).some(([key, value]) => event.values[key] !== value);

async function goOn(
  tx: Transaction,
  context: AlertContext,
  { rule, event, now }: Step,
  isChanged: boolean,
): Promise<void> {
  const { name, values, opened_at, notified_at, reminded_at } = event;
  const isConfirmed = now.getTime() - opened_at.getTime() >= CONFIRM_MS;
  if (!notified_at && isConfirmed)
    return notify(
      tx,
      context,
      { rule, event: { ...event, confirmed_at: now, notified_at: now }, now },
      'opened',
    );
  if (notified_at && !reminded_at && now.getTime() - notified_at.getTime() >= REMIND_MS)
    return notify(tx, context, { rule, event: { ...event, reminded_at: now }, now }, 'reminder');
  if (isChanged) await tx.update(alert_events).set({ name, values }).where(eq(alert_events.id, event.id));
}

/** One that was seen once and then no more was nothing. */
async function end(tx: Transaction, context: AlertContext, { rule, event, now }: Step): Promise<void> {
  if (event.notified_at)
    await notify(tx, context, { rule, event: { ...event, resolved_at: now }, now }, 'ended');
  else await tx.delete(alert_events).where(eq(alert_events.id, event.id));
}

/** E-mails about e-mails that fail would fail too. */
async function notify(
  tx: Transaction,
  { env, queue }: AlertContext,
  { rule, event, now }: Step,
  stage: Stage,
): Promise<void> {
  const { id, ...fields } = event;
  const letter_due = rule.kind === 'mail_fails' ? null : stage;
  await tx
    .update(alert_events)
    .set({ ...fields, letter_due })
    .where(eq(alert_events.id, id));
  if (rule.webhook_id === null) return;
  const body = eventBody(event, stage, env.APP_URL);
  await queueDelivery(tx, queue, { webhook_id: rule.webhook_id, kind: rule.kind, body, now });
}

/** Ends what is going on without a word: its rule was switched off or looks for something else. */
export async function endSilently(tx: Transaction, rule_id: number, now: Date): Promise<void> {
  await tx
    .update(alert_events)
    .set({ resolved_at: now, letter_due: null })
    .where(and(eq(alert_events.rule_id, rule_id), isNull(alert_events.resolved_at)));
}

const DAYS_KEPT = 400;

export async function forgetOldEvents(db: Queryable, now: Date): Promise<void> {
  const since = new Date(now.getTime() - DAYS_KEPT * 24 * 3_600_000);
  await db.delete(alert_events).where(sql`${alert_events.resolved_at} < ${since}::timestamptz`);
}
