/**
 * One message of the Model Context Protocol for each request, without sessions: nothing is kept between two calls but
 * the key. The key has been checked; here it is checked from where the call comes, and that it is one message.
 */
import { createMcpHandler, ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server';
import type { AppContext } from '../../app-context.ts';
import { AppError } from '../../app-error.ts';
import { isTooDeep } from '../../http/json-depth.ts';
import type { KeyCaller } from '../../http/routes.ts';
import { version } from '../../version.ts';
import type { ChatContext } from '../chat/run/chat-runtime.ts';
import { callTool, listedTools } from './tools.ts';

const INSTRUCTIONS =
  'Agentes de uma organização respondem em português a partir dos documentos e dados dela. Use listar_agentes para saber a quem perguntar, perguntar para perguntar, e abrir_fonte para ler ao redor de um trecho citado. Cite as fontes que a resposta traz.';

export async function serveMcp(
  context: ChatContext & Pick<AppContext, 'env'>,
  caller: KeyCaller,
  request: Request,
): Promise<Response> {
  requireKnownPlace(context.env, request.headers);
  const message = messageOf(request.headers.get('content-type'), await request.text());
  // Its streams stay open for changes of the list of tools, which never changes.
  if (message.method === 'subscriptions/listen') return notOffered(message);
  const handler = createMcpHandler(() => serverFor(context, caller, request.signal));
  // The secret of the key goes no further than the access check.
  const authInfo = { token: '', clientId: String(caller.key.id), scopes: [] };
  return handler.fetch(request, { parsedBody: message, authInfo });
}

function serverFor(context: ChatContext, caller: KeyCaller, left: AbortSignal): Server {
  const server = new Server(
    { name: 'prosa', title: 'Prosa', version },
    { capabilities: { tools: {} }, instructions: INSTRUCTIONS },
  );
  server.setRequestHandler('tools/list', () => ({ tools: listedTools }));
  server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) => {
    const asked = { caller, signal: AbortSignal.any([left, mcpReq.signal]) };
    const result = await callTool(context, asked, params.name, params.arguments);
    if (!result) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'Esta ferramenta não existe.');
    return result;
  });
  return server;
}

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Pages of other sites call with their `Origin`, and a name that was made to lead to this machine stands in `Host`
 * (DNS rebinding).
 */
function requireKnownPlace(env: AppContext['env'], headers: Headers): void {
  const origin = headers.get('origin');
  if (origin !== null && !env.CORS_ORIGINS.includes(origin)) throw new AppError('origin_refused');
  const known = [new URL(env.APP_URL).hostname, ...(env.production ? [] : LOOPBACK)];
  if (!known.includes(hostnameOf(headers.get('host')))) throw new AppError('origin_refused');
}

function hostnameOf(host: string | null): string {
  const url = `http://${host}/`;
  return URL.canParse(url) ? new URL(url).hostname : '';
}

type Message = { method?: unknown; id?: unknown };

function messageOf(type: string | null, text: string): Message {
  if (!/^application\/json\s*(?:;|$)/i.test(type ?? '')) throw new AppError('unsupported_media_type');
  const message = isTooDeep(text) ? undefined : parsed(text);
  if (message === undefined) throw new AppError('bad_request');
  if (Array.isArray(message)) throw invalid('Envie uma mensagem por chamada: lotes não são aceitos.');
  if (typeof message !== 'object' || message === null) throw invalid('Envie uma mensagem JSON-RPC.');
  return message;
}

const invalid = (detail: string) => new AppError('validation', { detail });

function parsed(text: string): unknown {
  try {
    return JSON.parse(text, (key, value) => (key === '__proto__' ? undefined : value));
  } catch {
    return undefined;
  }
}

const notOffered = ({ id }: Message): Response =>
  Response.json(
    {
      jsonrpc: '2.0',
      id: typeof id === 'string' || typeof id === 'number' ? id : null,
      error: { code: ProtocolErrorCode.MethodNotFound, message: 'Este método não é oferecido.' },
    },
    { status: 404 },
  );
