import { secondFactorApi } from '#contract/second-factor.ts';
import { type Route, routes } from '../../http/routes.ts';
import { accessPolicy, changeAccessPolicy } from '../access-policy/policy.ts';
import { byCaller } from '../audit/record.ts';
import { wakePerson } from '../users/rights-changed.ts';
import {
  beginTotp,
  confirmTotp,
  removeTotp,
  renewRecoveryCodes,
  showSecondFactor,
} from './authenticator-app.ts';
import type { FactorContext } from './changes.ts';
import { addPasskey, passkeyOptions, removePasskey, renamePasskey } from './passkeys.ts';
import { resetSecondFactor } from './reset.ts';

export const factorRoutes = (context: FactorContext): Route[] =>
  routes(secondFactorApi, {
    show: ({ caller }) => showSecondFactor(context, caller),
    beginTotp: ({ caller }) => beginTotp(context, caller),
    confirmTotp: ({ caller, body, meta }) => confirmTotp(context, caller, body.code, meta),
    removeTotp: ({ caller, meta }) => removeTotp(context, caller, meta),
    passkeyOptions: ({ caller }) => passkeyOptions(context, caller),
    addPasskey: ({ caller, body, meta }) => addPasskey(context, caller, body, meta),
    renamePasskey: ({ caller, params, body }) => renamePasskey(context, caller, params.id, body.name),
    removePasskey: ({ caller, params, meta }) => removePasskey(context, caller, params.id, meta),
    renewRecoveryCodes: ({ caller, meta }) => renewRecoveryCodes(context, caller, meta),
    reset: ({ caller, params, meta }) => resetSecondFactor(context, byCaller(caller, meta), params.id),
    policy: () => accessPolicy(context.db),
    setPolicy: async ({ caller, body, meta }) => {
      const { state, moved } = await changeAccessPolicy(context, byCaller(caller, meta), body);
      for (const id of moved) await wakePerson(context, id);
      return state;
    },
  });
