import { termsApi } from '#contract/terms.ts';
import type { AppContext } from '../../app-context.ts';
import { type Route, routes } from '../../http/routes.ts';
import { byCaller } from '../audit/record.ts';
import { acceptTerms } from './acceptance.ts';
import { termsInForce } from './records/in-force.ts';
import {
  acceptancesFile,
  changeDraft,
  createDraft,
  deleteDraft,
  listVersions,
  publishDraft,
} from './versions.ts';

export const termsRoutes = (context: Pick<AppContext, 'db' | 'clock' | 'signals' | 'log'>): Route[] => {
  const { db } = context;
  return routes(termsApi, {
    inForce: () => termsInForce(db),
    accept: ({ caller, body, meta }) =>
      acceptTerms(context, { user_id: caller.user_id, ids: body.ids, ip: meta.ip }),
    versions: () => listVersions(db),
    create: ({ caller, body, meta }) => createDraft(context, byCaller(caller, meta), body),
    update: ({ caller, params, body, meta }) => changeDraft(context, byCaller(caller, meta), params.id, body),
    remove: async ({ caller, params, meta }) => {
      await deleteDraft(context, byCaller(caller, meta), params.id);
      return null;
    },
    publish: ({ caller, params, body, meta }) =>
      publishDraft(context, byCaller(caller, meta), params.id, body.updated_at),
    acceptances: ({ params }) => acceptancesFile(db, params.id),
  });
};
