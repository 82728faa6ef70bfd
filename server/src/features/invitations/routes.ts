import { invitationEntryApi, invitationsApi } from '#contract/invitations.ts';
import type { AppContext } from '../../app-context.ts';
import { type Route, routes } from '../../http/routes.ts';
import { byCaller } from '../audit/record.ts';
import { acceptInvitation, lookAtInvitation } from './accept.ts';
import { handOverLink, invite, listInvitations, resendInvitation, withdrawInvitation } from './invite.ts';

export const invitationRoutes = (context: AppContext): Route[] => [
  ...routes(invitationsApi, {
    list: ({ query }) => listInvitations(context.db, query, context.clock.now()),
    send: ({ caller, body, meta }) => invite(context, byCaller(caller, meta), body, meta.idempotency_key),
    resend: ({ caller, params, meta }) => resendInvitation(context, byCaller(caller, meta), params.id),
    link: ({ caller, params, meta }) => handOverLink(context, byCaller(caller, meta), params.id),
    withdraw: ({ caller, params, meta }) => withdrawInvitation(context, byCaller(caller, meta), params.id),
  }),
  ...routes(invitationEntryApi, {
    look: ({ body, meta }) => lookAtInvitation(context, body.token, meta.ip),
    accept: ({ body, meta }) => acceptInvitation(context, body, meta),
  }),
];
