/** Banners as superadmins write them, and those that a person is shown now. */
import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, lte, or, sql } from 'drizzle-orm';
import type { Banner, LiveBanner } from '#contract/banners.ts';
import { BANNERS_MAX } from '#contract/limits.ts';
import { isSuperadmin } from '#contract/users.ts';
import type { AppContext } from '../../app-context.ts';
import { AppError, requireVersion } from '../../app-error.ts';
import type { Queryable, Transaction } from '../../db/client.ts';
import { alert_events, banners } from '../../db/tables/alerts.ts';
import { user_groups } from '../../db/tables/people.ts';
import type { Caller } from '../../http/routes.ts';
import { cleanText } from '../../text/clean-text.ts';
import { type Actor, recordChange } from '../audit/record.ts';
import { difference, type Values } from '../audit/values.ts';

type Context = Pick<AppContext, 'db' | 'clock'>;
type BannerRow = typeof banners.$inferSelect;
type Given = Pick<Banner, 'text' | 'tone' | 'group_ids' | 'dismissible' | 'url'> & {
  starts_at: string;
  ends_at: string;
};
type BannerDto = Omit<BannerRow, 'created_at' | 'updated_at'>;

/** Said to superadmins in the place of the letters that do not go out. */
const MAIL_FAILS = 'Os e-mails do Prosa não estão saindo. Veja em Avisos, aba «Acontecidos».';

export async function liveBanners(
  { db, clock }: Context,
  { role, user_group_id }: Pick<Caller, 'role' | 'user_group_id'>,
): Promise<LiveBanner[]> {
  const now = clock.now();
  const group = user_group_id ?? sql`(select id from ${user_groups} where is_default)`;
  const isForCaller = or(isNull(banners.group_ids), sql`${group} = any(${banners.group_ids})`);
  const shown = await db
    .select({
      id: banners.id,
      text: banners.text,
      tone: banners.tone,
      dismissible: banners.dismissible,
      url: banners.url,
      version: banners.version,
    })
    .from(banners)
    .where(and(lte(banners.starts_at, now), gt(banners.ends_at, now), isForCaller))
    .orderBy(sql`${banners.tone} = 'warning' desc`, desc(banners.starts_at), desc(banners.id));
  return isSuperadmin({ role }) && (await mailFails(db)) ? [mailBanner, ...shown] : shown;
}

const mailBanner: LiveBanner = {
  id: 0,
  text: MAIL_FAILS,
  tone: 'warning',
  dismissible: false,
  url: null,
  version: 1,
};

async function mailFails(db: Queryable): Promise<boolean> {
  const [open] = await db
    .select({ id: alert_events.id })
    .from(alert_events)
    .where(
      and(
        eq(alert_events.kind, 'mail_fails'),
        isNull(alert_events.resolved_at),
        isNotNull(alert_events.confirmed_at),
      ),
    )
    .limit(1);
  return open !== undefined;
}

export async function listBanners(db: Queryable): Promise<BannerDto[]> {
  const rows = await db.select().from(banners).orderBy(desc(banners.ends_at), asc(banners.id));
  return rows.map(dtoOf);
}

export function createBanner({ db, clock }: Context, by: Actor, given: Given): Promise<BannerDto> {
  const now = clock.now();
  return db.transaction(async (tx) => {
    const known = await tx.select({ id: banners.id }).from(banners).limit(BANNERS_MAX);
    if (known.length >= BANNERS_MAX) throw new AppError('too_many_banners');
    const values = await valuesOf(tx, given);
    const [made] = await tx
      .insert(banners)
      .values({ ...values, created_at: now, updated_at: now })
      .returning();
    if (!made) throw new Error('no banner was inserted');
    await note(tx, by, { action: 'banner.created', banner: made, after: auditValues(made) }, now);
    return dtoOf(made);
  });
}

export function updateBanner(
  { db, clock }: Context,
  by: Actor,
  id: number,
  { version, ...given }: Given & { version: number },
): Promise<BannerDto> {
  const now = clock.now();
  return db.transaction(async (tx) => {
    const before = await lockBanner(tx, id);
    requireVersion(before.version, version);
    const changed = { ...(await valuesOf(tx, given)), version: version + 1, updated_at: now };
    const [after] = await tx.update(banners).set(changed).where(eq(banners.id, id)).returning();
    if (!after) throw new AppError('banner_not_found');
    const differing = difference(auditValues(before), auditValues(after));
    if (differing || before.text !== after.text)
      await note(tx, by, { action: 'banner.updated', banner: before, ...differing }, now);
    return dtoOf(after);
  });
}

export function removeBanner({ db, clock }: Context, by: Actor, id: number): Promise<null> {
  return db.transaction(async (tx) => {
    const banner = await lockBanner(tx, id);
    await tx.delete(banners).where(eq(banners.id, id));
    await note(tx, by, { action: 'banner.deleted', banner, before: auditValues(banner) }, clock.now());
    return null;
  });
}

async function lockBanner(tx: Transaction, id: number): Promise<BannerRow> {
  const [banner] = await tx.select().from(banners).where(eq(banners.id, id)).for('update');
  if (!banner) throw new AppError('banner_not_found');
  return banner;
}

async function valuesOf(tx: Transaction, { text, starts_at, ends_at, group_ids, ...given }: Given) {
  const clean = cleanText(text).trim();
  if (!clean) throw wrong('text', 'Escreva o texto da faixa.');
  if (Date.parse(ends_at) <= Date.parse(starts_at))
    throw wrong('ends_at', 'O fim precisa vir depois do começo.');
  const groups = group_ids && [...new Set(group_ids)];
  if (groups) {
    const found = await tx
      .select({ id: user_groups.id })
      .from(user_groups)
      .where(inArray(user_groups.id, groups));
    if (found.length < groups.length) throw wrong('group_ids', 'Escolha grupos da lista.');
  }
  return {
    ...given,
    text: clean,
    group_ids: groups,
    starts_at: new Date(starts_at),
    ends_at: new Date(ends_at),
  };
}

const wrong = (field: string, message: string) =>
  new AppError('validation', { detail: message, errors: [{ field, message }] });

const dtoOf = ({ created_at: _, updated_at: __, ...banner }: BannerRow): BannerDto => banner;

/** Without its text: the entry names the thing. */
const auditValues = ({ tone, group_ids, starts_at, ends_at, dismissible, url }: BannerRow): Values => ({
  tone,
  group_ids,
  starts_at: starts_at.toISOString(),
  ends_at: ends_at.toISOString(),
  dismissible,
  url,
});

type Noted = { action: string; banner: BannerRow; before?: Values; after?: Values };

const note = (tx: Transaction, by: Actor, { action, banner, ...values }: Noted, now: Date): Promise<void> =>
  recordChange(
    tx,
    by,
    { action, object_type: 'banner', object_id: banner.id, object_name: String(banner.id), ...values },
    now,
  );
