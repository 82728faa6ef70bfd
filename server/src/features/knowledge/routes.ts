import { documentsApi } from '#contract/documents.ts';
import { knowledgeApi } from '#contract/knowledge.ts';
import type { AppContext } from '../../app-context.ts';
import { singleFlight } from '../../db/single-flight.ts';
import { type Route, routes } from '../../http/routes.ts';
import { byCaller } from '../audit/record.ts';
import { changeSynonyms, createBase, showBase, showBases, showSynonyms, updateBase } from './bases.ts';
import type { DocumentPlace } from './documents/store.ts';
import { saveDocument, showText } from './files/document-text.ts';
import { rereadDocuments, retryDocument } from './files/reread.ts';
import { type UploadContext, uploadDocument } from './files/upload.ts';
import { changeRecognition, savePageImage, showPage } from './recognition/page-calls.ts';
import { removeBase, removeDocument } from './removal.ts';
import { searchBase } from './search/search-preview.ts';

export const knowledgeRoutes = (
  context: UploadContext & Pick<AppContext, 'models' | 'log' | 'clock' | 'recognition' | 'objects'>,
): Route[] => {
  const { db } = context;
  return [
    ...routes(knowledgeApi, {
      list: async () => {
        // All administrators see the same: those who open it at the same moment have it read once.
        const rows = await singleFlight(db, 'bases', () => showBases(context));
        return { rows, total: rows.length };
      },
      create: ({ caller, body, meta }) =>
        createBase(context, byCaller(caller, meta), body, meta.idempotency_key),
      one: ({ params }) => showBase(context, params.id),
      update: ({ caller, params, body, meta }) =>
        updateBase(context, byCaller(caller, meta), params.id, body),
      remove: ({ caller, params, meta }) => removeBase(context, byCaller(caller, meta), params.id),
      upload: ({ caller, params, body, meta }) => {
        const upload = { knowledge_base_id: params.id, ...body };
        return uploadDocument(context, byCaller(caller, meta), upload, meta.idempotency_key);
      },
      search: ({ params, query }) => searchBase(context, params.id, query),
      synonyms: ({ params }) => showSynonyms(db, params.id),
      changeSynonyms: ({ caller, params, body, meta }) =>
        changeSynonyms(context, byCaller(caller, meta), params.id, body),
    }),
    ...routes(documentsApi, {
      reread: ({ caller, params, body, meta }) => {
        const wanted = { knowledge_base_id: params.id, document_ids: body.document_ids ?? null };
        return rereadDocuments(context, byCaller(caller, meta), wanted, meta.idempotency_key);
      },
      document: ({ params }) => showText(db, documentKey(params), context.clock.now()),
      file: ({ params }) => saveDocument(context, documentKey(params)),
      replaceFile: ({ caller, params, body, meta }) =>
        uploadDocument(
          context,
          byCaller(caller, meta),
          { ...documentKey(params), ...body },
          meta.idempotency_key,
        ),
      retry: ({ caller, params, meta }) =>
        retryDocument(context, byCaller(caller, meta), documentKey(params)),
      recognise: ({ caller, params, body, meta }) =>
        changeRecognition(context, byCaller(caller, meta), documentKey(params), body.action),
      page: ({ params }) => showPage(db, documentKey(params), params.page),
      pageImage: ({ params }) => savePageImage(db, documentKey(params), params.page),
      removeDocument: ({ caller, params, meta }) =>
        removeDocument(context, byCaller(caller, meta), documentKey(params)),
    }),
  ];
};

const documentKey = ({ id, documentId }: { id: number; documentId: number }): DocumentPlace => ({
  knowledge_base_id: id,
  document_id: documentId,
});
