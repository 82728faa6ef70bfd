import { isSuperadmin, type User, usersApi } from '#contract/users.ts';
import type { AppContext } from '../../app-context.ts';
import { AppError } from '../../app-error.ts';
import { singleFlight } from '../../db/single-flight.ts';
import { type Caller, type Route, routes } from '../../http/routes.ts';
import { byCaller } from '../audit/record.ts';
import { setEmergency } from './emergency.ts';
import { listUsers } from './list.ts';
import { setManyInactive } from './many-inactive.ts';
import { promote } from './roles.ts';
import { setStatus } from './status.ts';
import { spendingOf } from './tokens/spending.ts';
import { setOwnCap } from './tokens/token-limit.ts';
import { usageFile } from './tokens/usage-file.ts';
import { requireUser } from './user.ts';

type UsersContext = Pick<AppContext, 'db' | 'reads' | 'clock' | 'signals' | 'log'>;

export const userRoutes = (context: UsersContext): Route[] => {
  const { db, clock } = context;
  return routes(usersApi, {
    me: async ({ caller }) => ({
      ...(await requireUser(db, caller.user_id, clock.now())),
      must_change_password: caller.with_temporary_password,
      pending: pendingOf(caller),
    }),
    usage: async ({ caller }) => present(await spendingOf(db, caller.user_id, clock.now())),
    setCap: ({ caller, body }) => setOwnCap(db, caller.user_id, body.tokens),
    usageFile: async ({ caller }) => present(await usageFile(db, caller.user_id, clock.now())),
    // All administrators of a role see the same page: those who open it at the same moment have it read once.
    all: ({ caller, query }) => {
      const wanted = { ...query, with_emergency: isSuperadmin(caller) };
      return context.reads.read(caller, (stale) =>
        singleFlight(stale, `people ${JSON.stringify(wanted)}`, () => listUsers(stale, wanted, clock.now())),
      );
    },
    setManyInactive: ({ caller, body, meta }) => setManyInactive(context, caller, body.ids, meta),
    setEmergency: ({ caller, params, body, meta }) =>
      setEmergency(context, byCaller(caller, meta), params.id, body.emergency),
    setStatus: ({ caller, params, body, meta }) =>
      setStatus(context, byCaller(caller, meta), params.id, body.active),
    promote: ({ caller, params, meta }) =>
      promote(context, byCaller(caller, meta), params.userId, params.roleId),
  });
};

/** In the order in which they are asked for. */
const pendingOf = ({
  with_temporary_password,
  lacks_second_factor,
  lacks_terms,
}: Caller): User['pending'] => [
  ...(with_temporary_password ? (['password'] as const) : []),
  ...(lacks_second_factor ? (['second_factor'] as const) : []),
  ...(lacks_terms ? (['terms'] as const) : []),
];

function present<T>(found: T | undefined): T {
  if (found === undefined) throw new AppError('user_not_found');
  return found;
}
