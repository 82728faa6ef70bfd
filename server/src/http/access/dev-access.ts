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
  env: Pick<Env, 'APP_URL' | 'HOST' | 'production'>,
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
      guarded.addHook('onRequest', async (request, reply) => requireToken(request, reply, token, env));
      pages.withToken(guarded);
    });
  });
}

/** From `X-Dev-Token`, `?token=` or the cookie that the latter sets. */
function requireToken(
  request: FastifyRequest,
  reply: FastifyReply,
  token: string,
  env: Pick<Env, 'APP_URL' | 'production'>,
): FastifyReply | undefined {
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
    .header(
      'content-security-policy',
      `default-src 'none'; style-src '${STYLE_HASH}'; frame-ancestors 'none'`,
    )
    .send(refusal(request.routeOptions.url ?? '', env));
}

const STYLE = `
:root { color-scheme: light dark; }
body { font: 16px/1.6 system-ui, sans-serif; max-width: 640px; margin: 48px auto; padding: 0 20px; background: light-dark(#fbfaf6, #171713); color: light-dark(#1d1c18, #f1eee5); }
h1 { font: 500 28px/1.2 Georgia, serif; }
pre { font: 14px/1.5 ui-monospace, monospace; white-space: pre-wrap; overflow-wrap: anywhere; padding: 12px 16px; border: 1px solid light-dark(#e6e1d5, #32312a); border-radius: 10px; background: light-dark(#fff, #1f1f1a); }
`;
const STYLE_HASH = `sha256-${createHash('sha256').update(STYLE).digest('base64')}`;

/** The start prints these words before the address of each page. */
export const DEV_PAGE_WORDS = {
  mailbox: 'Caixa de e-mails local:',
  desk: 'Pagamentos ficam na caixa local:',
} as const;

/** Says where the whole address of the page is printed, and how that line looks; `route` is one of ours, not typed text. */
function refusal(route: string, { APP_URL, production }: Pick<Env, 'APP_URL' | 'production'>): string {
  const page = route.startsWith('/dev/desk') ? 'desk' : 'mailbox';
  const address = `${APP_URL}/dev/${page}?token=…`;
  const [where, line] = production
    ? ['no registro (log) do servidor, escrita quando ele iniciou', `"url":"${address}"`]
    : [
        'no terminal em que o Prosa foi iniciado, logo abaixo de «Prosa está no ar»',
        `${DEV_PAGE_WORDS[page]} ${address}`,
      ];
  return `<!doctype html><html lang="pt-BR"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Falta o token do endereço · Prosa</title><style>${STYLE}</style><h1>Falta o token do endereço</h1><p>Esta página mostra códigos e senhas temporárias; por isso ela só abre para quem iniciou o Prosa neste computador.</p><p>O endereço completo aparece ${where}. Procure a linha:</p><pre>${line}</pre><p>Abra esse endereço uma vez neste navegador. Depois disso, <code>/dev/${page}</code> e os links das telas abrem direto, até o Prosa ser reiniciado.</p></html>`;
}

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
