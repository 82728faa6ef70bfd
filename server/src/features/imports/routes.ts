import { importsApi } from '#contract/imports.ts';
import type { AppContext } from '../../app-context.ts';
import { type Route, routes } from '../../http/routes.ts';
import { byCaller } from '../audit/record.ts';
import { applyImport } from './apply.ts';
import { peopleFile } from './people-file.ts';
import { discardImport, importRows, previewImport, problemsFile } from './preview.ts';

export const importRoutes = (context: AppContext): Route[] =>
  routes(importsApi, {
    people: ({ query }) => peopleFile(context.db, query, context.clock.now()),
    preview: ({ caller, body }) => previewImport(context, caller, body.file),
    rows: ({ caller, params, query }) => importRows(context, caller, { ...params, ...query }),
    problems: ({ caller, params }) => problemsFile(context, caller, params.id),
    apply: ({ caller, params, body, meta }) =>
      applyImport(
        context,
        { ...byCaller(caller, meta), role: caller.role },
        params.id,
        body,
        meta.idempotency_key,
      ),
    discard: ({ caller, params }) => discardImport(context, caller, params.id),
  });
