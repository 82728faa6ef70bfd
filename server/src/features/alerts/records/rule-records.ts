/** The rules of alerts as features below them need to know. */
import { and, eq, sql } from 'drizzle-orm';
import type { AlertKind } from '#contract/alerts.ts';
import type { Queryable } from '../../../db/client.ts';
import { alert_rules } from '../../../db/tables/alerts.ts';

/** Where a rule of a kind is active its people get the e-mails, and superadmins do not get those of before. */
export async function hasActiveRule(db: Queryable, kind: AlertKind): Promise<boolean> {
  const [rule] = await db
    .select({ id: alert_rules.id })
    .from(alert_rules)
    .where(and(eq(alert_rules.kind, kind), eq(alert_rules.active, true)))
    .limit(1);
  return rule !== undefined;
}

/** The first rule of a kind, without people: the owner of an agent hears of its checks. Nothing where there is a rule. */
export async function makeFirstRule(db: Queryable, kind: AlertKind, now: Date): Promise<void> {
  await db.execute(sql`
    insert into alert_rules (kind, created_at, updated_at)
    select ${kind}, ${now}::timestamptz, ${now}::timestamptz
    where not exists (select from alert_rules where kind = ${kind})`);
}
