/**
 * Notifies those who look after a counter of new requests and of those whose day is near. The job runs every half hour and
 * writes at most one letter a person, with numbers and days: what a citizen wrote is read in the inbox alone.
 */
import { and, asc, eq, inArray, isNull, lte, or, sql } from 'drizzle-orm';
import type { Letter } from '../../../adapters/mail/mailer.ts';
import type { JobBodies } from '../../../adapters/queue.ts';
import type { AppContext } from '../../../app-context.ts';
import { citizen_requests, counters } from '../../../db/tables/counters.ts';
import { users } from '../../../db/tables/people.ts';
import { addDays, type Day, today } from '../../../language/values/calendar.ts';
import { type Addressee, greeting } from '../../auth/emails.ts';
import { isStaff } from '../counter-rows.ts';

/** Days before a request is due. */
const NEAR_DAYS = 2;
const AT_ONCE = 500;
/** Lines of one letter; the inbox has the others. */
const LINES = 20;

type Lists = { new_ids: number[]; due_ids: number[] };

export async function queueStaffLetters({
  db,
  clock,
  queue,
}: Pick<AppContext, 'db' | 'clock' | 'queue'>): Promise<void> {
  const now = clock.now();
  const near = addDays(today(now), NEAR_DAYS);
  await db.transaction(async (tx) => {
    const found = await tx
      .select({
        id: citizen_requests.id,
        due_on: citizen_requests.due_on,
        new_notified_at: citizen_requests.new_notified_at,
        staff: sql<
          number[]
        >`array(select u.id from users u where u.id = any(${counters.notify_user_ids}) and ${isStaff('u')})`,
      })
      .from(citizen_requests)
      .innerJoin(counters, eq(counters.id, citizen_requests.counter_id))
      .where(
        and(
          eq(citizen_requests.state, 'open'),
          isNull(citizen_requests.due_notified_at),
          or(isNull(citizen_requests.new_notified_at), lte(citizen_requests.due_on, near)),
          // Without an active administrator they wait for one.
          sql`exists (select 1 from users u where u.id = any(${counters.notify_user_ids}) and ${isStaff('u')})`,
        ),
      )
      .orderBy(asc(citizen_requests.due_on), asc(citizen_requests.id))
      .limit(AT_ONCE)
      .for('update', { of: citizen_requests, skipLocked: true });
    const letters = new Map<number, Lists>();
    for (const { id, new_notified_at, staff } of found)
      for (const user_id of staff) {
        const lists = letters.get(user_id) ?? { new_ids: [], due_ids: [] };
        letters.set(user_id, lists);
        (new_notified_at === null ? lists.new_ids : lists.due_ids).push(id);
      }
    const told = (ids: number[], values: { new_notified_at?: Date; due_notified_at?: Date }) =>
      ids.length
        ? tx.update(citizen_requests).set(values).where(inArray(citizen_requests.id, ids))
        : undefined;
    await told(
      found.filter((row) => row.new_notified_at === null).map(({ id }) => id),
      { new_notified_at: now },
    );
    await told(
      found.filter((row) => row.due_on <= near).map(({ id }) => id),
      { due_notified_at: now },
    );
    for (const [user_id, lists] of letters)
      await queue.send('counters.staff-letter', { user_id, ...lists }, tx);
  });
}

export const staffLetterJob = ({
  db,
  clock,
  mailer,
  env,
}: Pick<AppContext, 'db' | 'clock' | 'mailer' | 'env'>): Pick<JobBodies, 'counters.staff-letter'> => ({
  async 'counters.staff-letter'({ user_id, new_ids, due_ids }) {
    const [person] = await db
      .select({ name: users.name, email: users.email })
      .from(users)
      .where(and(eq(users.id, user_id), isStaff('users')));
    if (!person) return;
    const open = await db
      .select({
        id: citizen_requests.id,
        protocol: citizen_requests.protocol,
        due_on: citizen_requests.due_on,
        counter: counters.name,
      })
      .from(citizen_requests)
      .innerJoin(counters, eq(counters.id, citizen_requests.counter_id))
      .where(
        and(
          inArray(citizen_requests.id, [...new_ids, ...due_ids]),
          eq(citizen_requests.state, 'open'),
          sql`${user_id}::int = any(${counters.notify_user_ids})`,
        ),
      )
      .orderBy(asc(citizen_requests.due_on), asc(citizen_requests.id));
    if (!open.length) return;
    const isNew = new Set(new_ids);
    await mailer.send(
      staffLetter(
        person,
        {
          due: open.filter(({ id }) => !isNew.has(id)),
          fresh: open.filter(({ id }) => isNew.has(id)),
          day: today(clock.now()),
        },
        env.APP_URL,
      ),
    );
  },
});

type Told = { id: number; protocol: string; due_on: Day; counter: string };

export function staffLetter(
  to: Addressee,
  { due, fresh, day }: { due: Told[]; fresh: Told[]; day: Day },
  appUrl: string,
): Letter {
  const title = titleOf(due.length, fresh.length);
  const lines = [...due.map((one) => dueLine(one, day)), ...fresh.map(newLine)];
  const left_out = lines.length - LINES;
  const [only] = [...due, ...fresh];
  return {
    to: to.email,
    subject: title,
    title,
    before: [
      greeting(to.name),
      ...lines.slice(0, LINES),
      ...(left_out > 0 ? [left_out === 1 ? 'E mais um pedido.' : `E mais ${left_out} pedidos.`] : []),
    ],
    after: ['O que foi escrito se lê só em «Pedidos». Quem recebe esta mensagem é escolhido em cada balcão.'],
    action:
      only && lines.length === 1
        ? { label: 'Abrir o pedido', url: `${inboxOf(appUrl)}/${only.id}` }
        : { label: 'Abrir os pedidos', url: inboxOf(appUrl) },
    appUrl,
  };
}

function titleOf(due: number, fresh: number): string {
  if (due && fresh) return 'Pedidos novos e pedidos que vencem';
  if (due) return due === 1 ? 'Um pedido vence em breve' : `${due} pedidos vencem em breve`;
  return fresh === 1 ? 'Um pedido novo no balcão' : `${fresh} pedidos novos nos balcões`;
}

const newLine = ({ protocol, counter, due_on }: Told): string =>
  `Pedido novo ${protocol} em «${counter}»: responder até ${dayText(due_on)}.`;

const dueLine = ({ protocol, counter, due_on }: Told, day: Day): string =>
  due_on < day
    ? `O pedido ${protocol} em «${counter}» venceu em ${dayText(due_on)}.`
    : `O pedido ${protocol} em «${counter}» vence em ${dayText(due_on)}.`;

const dayText = (day: Day): string => day.split('-').toReversed().join('/');

const inboxOf = (appUrl: string): string => `${appUrl.replace(/\/+$/, '')}/admin/pedidos`;
