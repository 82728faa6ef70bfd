import { validityApi } from '#contract/validity.ts';
import { type Route, routes } from '../../http/routes.ts';
import { byCaller } from '../audit/record.ts';
import type { DocumentPlace } from '../knowledge/documents/store.ts';
import { changeSettings, changeValidity, showValidity, type ValidityContext } from './document-days.ts';
import { listDated, listOverdue } from './overdue.ts';
import { decideProposal, listProposals } from './proposals.ts';
import { addRelation, removeRelation } from './relations.ts';

export const validityRoutes = (context: ValidityContext): Route[] =>
  routes(validityApi, {
    changeSettings: ({ caller, params, body, meta }) =>
      changeSettings(context, byCaller(caller, meta), params.id, body),
    one: ({ params }) => showValidity(context, documentKey(params)),
    change: ({ caller, params, body, meta }) =>
      changeValidity(context, byCaller(caller, meta), documentKey(params), body),
    relate: ({ caller, params, body, meta }) =>
      addRelation(context, byCaller(caller, meta), documentKey(params), body),
    proposals: ({ params, query }) => listProposals(context.db, params.id, query.document_id),
    decide: ({ caller, params, body, meta }) =>
      decideProposal(
        context,
        byCaller(caller, meta),
        { knowledge_base_id: params.id, proposal_id: params.proposalId },
        body,
      ),
    norms: ({ params }) => listDated(context, params.id),
    overdue: ({ params }) => listOverdue(context, params.id),
    unrelate: ({ caller, params, meta }) =>
      removeRelation(context, byCaller(caller, meta), documentKey(params), params.relationId),
  });

const documentKey = ({ id, documentId }: { id: number; documentId: number }): DocumentPlace => ({
  knowledge_base_id: id,
  document_id: documentId,
});
