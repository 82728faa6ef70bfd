import { usersApi } from '#contract/users.ts';
import { AppError } from '../../http/app-error.ts';
import { type Route, routes } from '../../http/routes.ts';
import type { World } from '../../world.ts';
import { spendingOf } from './spending.ts';
import { currentUser } from './user.ts';

export const userRoutes = ({ db, clock }: Pick<World, 'db' | 'clock'>): Route[] =>
  routes(usersApi, {
    me: async ({ caller }) => {
      const user = await currentUser(db, caller.user_id, clock.now());
      if (!user) throw new AppError('user_not_found');
      return { ...user, must_change_password: caller.with_temporary_password };
    },
    usage: async ({ caller }) => {
      const spending = await spendingOf(db, caller.user_id, clock.now());
      if (!spending) throw new AppError('user_not_found');
      return spending;
    },
  });
