/** The rules of alerts, as superadmins write them, and the list of what happened. */
import { asc, count, desc, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import type { AlertEvent, AlertKind, AlertRule, AlertThreshold } from '#contract/alerts.ts';
import type { AppContext } from '../../app-context.ts';
import { AppError, requireVersion } from '../../app-error.ts';
import type { Queryable, Transaction } from '../../db/client.ts';
import { alert_events, alert_rules, webhooks } from '../../db/tables/alerts.ts';
import { users } from '../../db/tables/people.ts';
import { isAdmin } from '../agents/availability.ts';
import { type Actor, recordChange } from '../audit/record.ts';
import { difference, type Values } from '../audit/values.ts';
import { sendNow } from '../webhooks/deliveries.ts';
import type { WebhookContext } from '../webhooks/send.ts';
import { endSilently } from './evaluate.ts';
import { eventBody, subjectOf } from './event-words.ts';

type Context = Pick<AppContext, 'db' | 'clock'>;
type RuleRow = typeof alert_rules.$inferSelect;
type Given = {
  kind: AlertKind;
  threshold: AlertThreshold;
  user_ids: number[];
  webhook_id: number | null;
  active: boolean;
};

export async function listRules(db: Queryable): Promise<AlertRule[]> {
  const rules = await db.select().from(alert_rules).orderBy(asc(alert_rules.id));
  const ids = [...new Set(rules.flatMap(({ user_ids }) => user_ids))];
  const people = ids.length
    ? await db.select({ id: users.id, name: users.name }).from(users).where(inArray(users.id, ids))
    : [];
  return rules.map(({ user_ids, created_at: _, updated_at: __, ...rule }) => ({
    ...rule,
    people: user_ids.flatMap((id) => people.find((person) => person.id === id) ?? []),
  }));
}

async function requireRule(db: Queryable, id: number): Promise<AlertRule> {
  const rule = (await listRules(db)).find((one) => one.id === id);
  if (!rule) throw new AppError('alert_not_found');
  return rule;
}

export function createRule({ db, clock }: Context, by: Actor, given: Given): Promise<AlertRule> {
  const now = clock.now();
  return db.transaction(async (tx) => {
    await requireKnown(tx, given);
    const [made] = await tx
      .insert(alert_rules)
      .values({ ...given, created_at: now, updated_at: now })
      .returning();
    if (!made) throw new Error('no rule was inserted');
    await note(tx, by, { action: 'alert_rule.created', rule: made, after: auditValues(made) }, now);
    return requireRule(tx, made.id);
  });
}

export function updateRule(
  { db, clock }: Context,
  by: Actor,
  id: number,
  { version, ...given }: Given & { version: number },
): Promise<AlertRule> {
  const now = clock.now();
  return db.transaction(async (tx) => {
    const before = await lockRule(tx, id);
    requireVersion(before.version, version);
    await requireKnown(tx, given);
    const changed = { ...given, version: version + 1, updated_at: now };
    const [after] = await tx.update(alert_rules).set(changed).where(eq(alert_rules.id, id)).returning();
    if (!after) throw new AppError('alert_not_found');
    const looksForElse = before.kind !== after.kind;
    if (!after.active || looksForElse) await endSilently(tx, id, now);
    const differing = difference(auditValues(before), auditValues(after));
    if (differing) await note(tx, by, { action: 'alert_rule.updated', rule: before, ...differing }, now);
    return requireRule(tx, id);
  });
}

export function removeRule({ db, clock }: Context, by: Actor, id: number): Promise<null> {
  return db.transaction(async (tx) => {
    const rule = await lockRule(tx, id);
    await tx.delete(alert_rules).where(eq(alert_rules.id, id));
    await note(tx, by, { action: 'alert_rule.deleted', rule, before: auditValues(rule) }, clock.now());
    return null;
  });
}

/** A made-up event goes to the people of the rule and, at once, to its webhook. */
export async function testRule(
  context: WebhookContext,
  id: number,
): Promise<{ letters: number; webhook: boolean }> {
  const { db, queue, env, clock } = context;
  const { kind, people, webhook_id } = await requireRule(db, id);
  for (const person of people) await queue.send('alerts.letter', { user_id: person.id, events: [] });
  if (webhook_id === null) return { letters: people.length, webhook: false };
  const now = clock.now();
  const event = { id: 0, rule_id: id, uid: crypto.randomUUID(), kind, subject: '', name: null, values: {} };
  const times = { opened_at: now, confirmed_at: now, notified_at: now, reminded_at: null, resolved_at: now };
  const body = eventBody({ ...event, ...times, letter_due: null }, 'opened', env.APP_URL);
  const { status } = await sendNow(context, { webhook_id, kind: 'test', body });
  return { letters: people.length, webhook: status === 'done' };
}

async function lockRule(tx: Transaction, id: number): Promise<RuleRow> {
  const [rule] = await tx.select().from(alert_rules).where(eq(alert_rules.id, id)).for('update');
  if (!rule) throw new AppError('alert_not_found');
  return rule;
}

/** The people are active administrators, and the webhook exists. */
async function requireKnown(tx: Transaction, { user_ids, webhook_id }: Given): Promise<void> {
  const known = user_ids.length
    ? await tx
        .select({ role: users.role, active: users.active, user_group_id: users.user_group_id })
        .from(users)
        .where(inArray(users.id, user_ids))
    : [];
  const fit = known.filter((person) => person.active && isAdmin(person));
  if (fit.length < new Set(user_ids).size) throw wrong('user_ids', 'Escolha só administradores ativos.');
  if (webhook_id === null) return;
  const [webhook] = await tx.select({ id: webhooks.id }).from(webhooks).where(eq(webhooks.id, webhook_id));
  if (!webhook) throw wrong('webhook_id', 'Escolha um canal da lista.');
}

const wrong = (field: string, message: string) =>
  new AppError('validation', { detail: message, errors: [{ field, message }] });

/** The people are counted, because an entry keeps no id of a person in its words. */
const auditValues = ({ kind, threshold, user_ids, webhook_id, active }: RuleRow): Values => ({
  kind,
  threshold,
  people: user_ids.length,
  webhook_id,
  active,
});

type Noted = { action: string; rule: RuleRow; before?: Values; after?: Values };

const note = (tx: Transaction, by: Actor, { action, rule, ...values }: Noted, now: Date): Promise<void> =>
  recordChange(
    tx,
    by,
    { action, object_type: 'alert_rule', object_id: rule.id, object_name: rule.kind, ...values },
    now,
  );

type EventDto = Omit<AlertEvent, 'opened_at' | 'notified_at' | 'reminded_at' | 'resolved_at'> &
  Pick<typeof alert_events.$inferSelect, 'opened_at' | 'notified_at' | 'reminded_at' | 'resolved_at'>;

/** Those that were confirmed, newest first. */
export async function listEvents(
  db: Queryable,
  { skip, limit }: { skip: number; limit: number },
): Promise<{ rows: EventDto[]; total: number }> {
  const isConfirmed = isNotNull(alert_events.confirmed_at);
  const [counted] = await db.select({ total: count() }).from(alert_events).where(isConfirmed);
  const events = await db
    .select()
    .from(alert_events)
    .where(isConfirmed)
    .orderBy(
      sql`${alert_events.resolved_at} is null desc`,
      desc(alert_events.opened_at),
      desc(alert_events.id),
    )
    .limit(limit)
    .offset(skip);
  const rows = events.map((event) => ({
    id: event.id,
    rule_id: event.rule_id,
    kind: event.kind,
    subject: subjectOf(event),
    values: event.values,
    opened_at: event.opened_at,
    notified_at: event.notified_at,
    reminded_at: event.reminded_at,
    resolved_at: event.resolved_at,
  }));
  return { rows, total: counted?.total ?? 0 };
}
