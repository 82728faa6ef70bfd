import type { FastifyInstance } from 'fastify';
import { PUBLISHED_KEYS_PATH, receiptsApi } from '#contract/receipts.ts';
import type { AppContext } from '../../app-context.ts';
import { type Route, routes } from '../../http/routes.ts';
import { issuerOf } from '../interface/interface-settings.ts';
import { checkPublicly, checkReceipt } from './check-receipt.ts';
import { listReceipts, revokeReceipt } from './own-receipts.ts';
import { sealReceipt } from './seal-receipt.ts';
import { publicKeys } from './signing-key.ts';

export const receiptRoutes = (context: AppContext): Route[] =>
  routes(receiptsApi, {
    seal: ({ caller, params, body }) => sealReceipt(context, caller, params.id, body),
    list: ({ caller, query }) => listReceipts(context, caller.user_id, query),
    revoke: async ({ caller, params }) => {
      await revokeReceipt(context, caller.user_id, params.code);
      return null;
    },
    check: ({ params, meta }) => checkReceipt(context, params.code, meta.ip),
    publicCheck: ({ params, meta }) => checkPublicly(context, params.code, meta.ip),
  });

/** For everybody, signed in or not: a receipt is proved with these keys and nothing else of this installation. */
export function publishKeys(app: FastifyInstance, context: AppContext): void {
  app.get(PUBLISHED_KEYS_PATH, { schema: { hide: true } }, async (_, reply) => {
    const [issuer, keys] = await Promise.all([issuerOf(context), publicKeys(context.db)]);
    return reply
      .header('cache-control', 'no-cache')
      .header('access-control-allow-origin', '*')
      .type('application/json; charset=utf-8')
      .send(JSON.stringify({ issuer, keys }));
  });
}
