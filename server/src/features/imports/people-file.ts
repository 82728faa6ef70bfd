/** The people of the list as a sheet: the columns that an import reads, then what only the list knows. */
import type { Download } from '#contract/endpoint.ts';
import type { User } from '#contract/users.ts';
import type { Database } from '../../db/client.ts';
import { type Cell, csvHeader, csvLine } from '../../text/csv.ts';
import { listUsers, type PeopleFilter } from '../users/list.ts';
import { calendarDay } from '../users/tokens/cycle.ts';

/** Programs read the columns by place: a new one comes last. */
const COLUMNS: Record<string, (user: User) => Cell> = {
  'e-mail': ({ email }) => email,
  nome: ({ name }) => name,
  telefone: ({ phone }) => phone,
  grupo: ({ user_group }) => user_group?.name ?? null,
  perfil: ({ role }) => role,
  ativo: ({ active }) => yesOrNo(active),
  'e-mail verificado': ({ is_verified }) => yesOrNo(is_verified),
  'tokens usados': ({ token_used }) => token_used,
  'limite de tokens': ({ token_limit }) => token_limit,
  'último acesso': ({ last_login }) => last_login,
  'conta criada em': ({ created_at }) => created_at,
};

const yesOrNo = (is: boolean) => (is ? 'sim' : 'não');

const PER_STEP = 1_000;

export function peopleFile(db: Database, filter: PeopleFilter, now: Date): Download {
  return { filename: `prosa-pessoas-${calendarDay(now)}.csv`, content: lines(db, filter, now) };
}

/** In steps, so that a hundred thousand people are never in memory together. */
async function* lines(db: Database, filter: PeopleFilter, now: Date): AsyncGenerator<string> {
  yield csvHeader(Object.keys(COLUMNS));
  for (let skip = 0; ; skip += PER_STEP) {
    const { rows } = await listUsers(db, { ...filter, with_emergency: false, skip, limit: PER_STEP }, now);
    if (rows.length) yield rows.map(lineOf).join('');
    if (rows.length < PER_STEP) return;
  }
}

const lineOf = (user: User): string => csvLine(Object.values(COLUMNS).map((cell) => cell(user)));
