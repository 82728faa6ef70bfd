import { scimTokensApi } from '#contract/identity-providers.ts';
import { SCIM_SCHEMAS, scimApi } from '#contract/scim.ts';
import type { AppContext } from '../../app-context.ts';
import { type Route, routes } from '../../http/routes.ts';
import { resourceSchemas, resourceTypes, serviceProviderConfig } from './discovery.ts';
import { changeScimGroup, createScimGroup, removeScimGroup, replaceScimGroup, showGroup } from './groups.ts';
import { patched } from './patch.ts';
import {
  groupResource,
  isLeftOut,
  listGroupRows,
  listUserRows,
  membersOf,
  showUser,
  userResource,
} from './records.ts';
import { makeScimToken, revokeScimToken } from './tokens.ts';
import {
  changeScimUser,
  createScimUser,
  removeScimUser,
  replaceScimUser,
  type ScimContext,
} from './users.ts';

export const scimRoutes = (context: AppContext): Route[] => [
  ...routes(scimTokensApi, {
    make: ({ caller, params, meta }) => makeScimToken(context, caller, params.id, meta),
    revoke: async ({ caller, params, meta }) => {
      await revokeScimToken(context, caller, params, meta);
      return null;
    },
  }),
  ...resourceRoutes(context),
];

const resourceRoutes = (context: ScimContext): Route[] => {
  const { db, env } = context;
  return routes(scimApi, {
    config: () => serviceProviderConfig(env.APP_URL),
    resourceTypes: () => resourceTypes(env.APP_URL),
    schemas: () => resourceSchemas(env.APP_URL),
    users: async ({ caller, query }) => {
      const { rows, total, start } = await listUserRows(db, caller.provider_id, query);
      return page(
        rows.map((row) => userResource(env.APP_URL, row)),
        { total, start },
      );
    },
    createUser: ({ caller, body, meta }) => createScimUser(context, caller, body, meta),
    user: ({ caller, params }) => showUser(db, env.APP_URL, caller.provider_id, params.id),
    replaceUser: ({ caller, params, body, meta }) =>
      replaceScimUser(context, { ...caller, id: params.id }, body, meta),
    changeUser: ({ caller, params, body, meta }) =>
      changeScimUser(
        context,
        { ...caller, id: params.id },
        (present) => patched(present, body.Operations),
        meta,
      ),
    removeUser: async ({ caller, params, meta }) => {
      await removeScimUser(context, { ...caller, id: params.id }, meta);
      return null;
    },
    groups: async ({ caller, query }) => {
      const { provider_id } = caller;
      const { rows, total, start } = await listGroupRows(db, provider_id, query);
      const ids = rows.map(({ id }) => id);
      const members = isLeftOut(query, 'members') ? null : await membersOf(db, provider_id, ids);
      return page(
        rows.map((row) => groupResource(env.APP_URL, row, members && (members.get(row.id) ?? []))),
        { total, start },
      );
    },
    createGroup: ({ caller, body, meta }) => createScimGroup(context, caller, body, meta),
    group: ({ caller, params, query }) =>
      showGroup(context, { ...caller, id: params.id }, !isLeftOut(query, 'members')),
    replaceGroup: ({ caller, params, body, meta }) =>
      replaceScimGroup(context, { ...caller, id: params.id }, body, meta),
    changeGroup: async ({ caller, params, body, meta }) => {
      const named = { ...caller, id: params.id };
      await changeScimGroup(context, named, (present) => patched(present, body.Operations), meta);
      return null;
    },
    removeGroup: async ({ caller, params, meta }) => {
      await removeScimGroup(context, { ...caller, id: params.id }, meta);
      return null;
    },
  });
};

const page = <T>(resources: T[], { total, start }: { total: number; start: number }) => ({
  schemas: [SCIM_SCHEMAS.list],
  totalResults: total,
  startIndex: start,
  itemsPerPage: resources.length,
  Resources: resources,
});
