/** The language of letters: that of the screens of the account with the address, where mixed screens count as Portuguese. */
import { eq } from 'drizzle-orm';
import { foldEmail } from '#contract/account-fields.ts';
import type { AppContext } from '../../app-context.ts';
import type { Queryable } from '../../db/client.ts';
import { users } from '../../db/tables/people.ts';
import { interfaceOf } from './interface-settings.ts';

/** `within`: the transaction in which it is asked, in the place of a connection of its own. */
export const languageOfReader =
  ({ db, env }: Pick<AppContext, 'db' | 'env'>) =>
  async (address: string, within: Queryable = db): Promise<'pt-BR' | 'en'> => {
    const [account] = await within
      .select({ language: users.language })
      .from(users)
      .where(eq(users.email, foldEmail(address)));
    if (!account) return 'pt-BR';
    const chosen = account.language ?? env.PROSA_LANGUAGE ?? (await interfaceOf(within)).language;
    return chosen === 'en' ? 'en' : 'pt-BR';
  };
