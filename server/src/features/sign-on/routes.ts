import { identityProviderTrialsApi } from '#contract/identity-provider-trials.ts';
import type { ProviderAnswer } from '#contract/provider-answer.ts';
import type { SignOnReply } from '#contract/sign-in.ts';
import { linkedAccountsApi, signOnApi } from '#contract/sign-on.ts';
import { type Meta, type Route, routes } from '../../http/routes.ts';
import { byCaller } from '../audit/record.ts';
import { countEntry } from '../auth/entry/count-entry.ts';
import { admit } from './admit.ts';
import { readAnswer, requireOidcProvider, type SignOnContext } from './arrival.ts';
import { endByProvider } from './endings/backchannel.ts';
import { proveAccount } from './link.ts';
import { linkAccount, linkByPassword, listLinked, unlinkAccount } from './linked-accounts.ts';
import { startSignOn } from './start.ts';
import { beginTrial, finishTrial, tryConnection, tryDirectoryEntry } from './trial.ts';

export const signOnRoutes = (context: SignOnContext): Route[] => [
  ...linkedAccountRoutes(context),
  ...routes(signOnApi, {
    start: ({ params, body, meta }) =>
      startSignOn(context, { slug: params.slug, purpose: 'sign-in', caller: null, ...body }, meta.ip),
    finish: ({ params: { slug }, body, meta }) =>
      countEntry(context, { method: 'oidc' }, finishSignOn(context, slug, body, meta)),
    backchannel: ({ params, body, meta }) => endByProvider(context, params.slug, body.logout_token, meta.ip),
    link: ({ body, meta }) => countEntry(context, { method: 'oidc' }, proveAccount(context, body, meta)),
  }),
];

async function finishSignOn(
  context: SignOnContext,
  slug: string,
  answer: ProviderAnswer,
  { ip, user_agent }: Meta,
): Promise<SignOnReply> {
  const provider = await requireOidcProvider(context, slug);
  const arrived = await readAnswer(context, { slug, purpose: 'sign-in', provider }, answer);
  return admit(context, arrived, { ip, user_agent });
}

const linkedAccountRoutes = (context: SignOnContext): Route[] =>
  routes(linkedAccountsApi, {
    list: ({ caller }) => listLinked(context, caller.user_id),
    start: ({ caller, params, body, meta }) =>
      startSignOn(context, { slug: params.slug, purpose: 'link', caller, ...body }, meta.ip),
    finish: ({ caller, params, body, meta }) => linkAccount(context, caller, { ...params, ...body }, meta),
    byPassword: ({ caller, params, body, meta }) =>
      linkByPassword(context, caller, { ...params, ...body }, meta),
    remove: async ({ caller, params, meta }) => {
      await unlinkAccount(context, caller, params.slug, meta);
      return null;
    },
  });

export const identityProviderTrialRoutes = (context: SignOnContext): Route[] =>
  routes(identityProviderTrialsApi, {
    connection: ({ caller, params, meta }) =>
      tryConnection(context, { caller, by: byCaller(caller, meta) }, params.id),
    directory: ({ caller, params, body, meta }) =>
      tryDirectoryEntry(context, { caller, by: byCaller(caller, meta) }, params.id, body),
    start: ({ caller, params, body }) => beginTrial(context, { caller }, params.id, body.binding_hash),
    finish: ({ caller, params, body, meta }) =>
      finishTrial(context, { caller, by: byCaller(caller, meta) }, params.id, body),
  });
