/**
 * Access to the development pages under `/dev`: for the person who started the process, on the same machine. Where
 * other machines reach the installation the pages do not exist. Elsewhere a loopback connection and host name are asked
 * for, and a token: a page of any site can give its own name this machine's address (DNS rebinding), and a reverse
 * proxy with its defaults looks like loopback.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../app-error.ts';
import type { Env } from '../../env.ts';
import { isExposed } from '../../network-address.ts';
import { isLoopback } from './loopback.ts';

const COOKIE = 'prosa_dev';

export type DevPages = {
  /** Pages that only the holder of the token opens. */
  withToken: (scope: FastifyInstance) => void;
  /** Pages whose own address cannot be guessed. */
  withoutToken: (scope: FastifyInstance) => void;
};

export async function serveDevPages(
  app: FastifyInstance,
  env: Pick<Env, 'APP_URL' | 'HOST'>,
  token: string,
  pages: DevPages,
): Promise<void> {
  await app.register(async (local) => {
    local.addHook('onRequest', async (request) => {
      if (isExposed(env) || !isLoopback(request)) throw new AppError('not_found');
    });
    // Any other path under /dev: without this the web app would answer for it.
    local.all('/dev/*', { schema: { hide: true } }, () => {
      throw new AppError('not_found');
    });
    pages.withoutToken(local);
    await local.register(async (guarded) => {
      guarded.addHook('onRequest', async (request, reply) => requireToken(request, reply, token));
      pages.withToken(guarded);
    });
  });
}

/** From `X-Dev-Token`, `?token=` or the cookie that the latter sets. */
function requireToken(request: FastifyRequest, reply: FastifyReply, token: string): FastifyReply | undefined {
  const { token: asked } = request.query as { token?: unknown };
  if (isSameToken(asked, token)) {
    const cookie = `${COOKIE}=${encodeURIComponent(token)}; Path=/dev; HttpOnly; SameSite=Strict`;
    reply.header('set-cookie', cookie);
    return;
  }
  if (isSameToken(request.headers['x-dev-token'], token) || isSameToken(cookieOf(request), token)) return;
  return reply
    .status(401)
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
    .send(REFUSED);
}

const REFUSED =
  '<!doctype html><html lang="pt-BR"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Prosa</title><p>Esta página é só para quem iniciou o Prosa neste computador: abra o endereço completo, com <code>?token=</code>, que aparece no terminal em que ele foi iniciado.</p></html>';

function cookieOf({ headers }: FastifyRequest): string | undefined {
  const pair = headers.cookie?.split(/;\s*/).find((one) => one.startsWith(`${COOKIE}=`));
  try {
    return pair && decodeURIComponent(pair.slice(COOKIE.length + 1));
  } catch {
    // Not percent-encoded by us.
    return undefined;
  }
}

/** In constant time, whatever the lengths. */
export function isSameToken(given: unknown, token: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return typeof given === 'string' && timingSafeEqual(digest(given), digest(token));
}
