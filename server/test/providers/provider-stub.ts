/**
 * A stand-in for the model providers on loopback: it speaks each one's own streaming format and fails on request.
 *
 * Its behaviour is a plan (see plan.ts), written into the model's name or the key (`gpt-4o+cut@10`), set by
 * a test, or posted to /control as `{"plan": "hang@3"}` (`"times": 2` for the next two calls only).
 *
 * By hand: node server/test/providers/provider-stub.ts --port 4010
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Dialect, dialects, type Usage } from './dialects.ts';
import { listFormOf, modelList, refusals, unknownModel } from './models.ts';
import { type Plan, planOf } from './plan.ts';
import { noisy, piecesOf, send } from './stream-bytes.ts';

export type StubCall = {
  dialect: keyof typeof dialects;
  path: string;
  model: string;
  key: string;
  body: Record<string, unknown>;
  headers: IncomingMessage['headers'];
  /** Which connection it came over, counted from 1. */
  connection: number;
};

/** `plan`: how this answer is given, where it is not how all are. */
export type StubAnswer = { pieces: string[]; usage: NonNullable<Usage>; plan?: string };

export const STUB_TEXT =
  'A senha temporária vale 30 minutos e só pode ser usada uma vez. Depois de entrar, defina uma nova senha no perfil. Ação, coração, 日本語 e 🙂 também chegam inteiros.';
export const STUB_USAGE = { input: 123, output: 45 };

export type ProviderStub = Awaited<ReturnType<typeof openProviderStub>>;

export async function openProviderStub(options: { port?: number; pace_ms?: number } = {}) {
  const calls: StubCall[] = [];
  const flaky = new Map<string, number>();
  let open = 0;
  let connections = 0;
  let standing = '';
  let upcoming: string[] = [];
  let raw: string | null = null;
  /** Null: it has every model that it is asked for. */
  let known: string[] | null = null;
  /** The days on which its list says that models end. */
  const ends = new Map<string, string>();
  let answer: StubAnswer = { pieces: piecesOf(STUB_TEXT), usage: STUB_USAGE };
  let answerTo: (body: string) => StubAnswer | undefined = () => undefined;

  const server = createServer((request, response) => {
    open += 1;
    response.once('close', () => {
      open -= 1;
    });
    respond(request, response).catch(() => response.destroy());
  });
  const numbers = new WeakMap<object, number>();
  server.on('connection', (socket) => {
    connections += 1;
    numbers.set(socket, connections);
    // A reset by the other side is provoked by a test and is no failure here.
    socket.on('error', () => {});
  });

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await jsonOf(request);
    const path = (request.url ?? '').split('?')[0] ?? '';
    if (path === '/control') return control(body, response);
    const form = listFormOf(request);
    if (form)
      return sendJson(
        response,
        200,
        modelList(form, known ?? [], request.url ?? '', (id) => ends.get(id) ?? null),
      );
    const name = (Object.keys(dialects) as (keyof typeof dialects)[]).find((key) =>
      dialects[key].path.test(path),
    );
    if (!name || request.method !== 'POST') return refuse(response, 404, 'not_found');
    const dialect = dialects[name];
    const model = dialect.model(path, body);
    const key = keyOf(request);
    calls.push({
      dialect: name,
      path,
      model,
      key,
      body,
      headers: request.headers,
      connection: numbers.get(request.socket) ?? 0,
    });
    const asked = JSON.stringify(body);
    const chosen = answerTo(asked);
    const plan = planOf(chosen?.plan ?? upcoming.shift() ?? standing, model, key);
    if (plan.chatonly && name === 'responses') return refuse(response, 404, 'not_found');
    if (known && !known.includes(model)) return sendJson(response, 404, unknownModel[name](model));
    const refusal = refusals[plan.refusal ?? ''];
    if (refusal) return sendJson(response, ...refusal);
    const refused = plan.refuses?.split(',').find((word) => asked.includes(word));
    if (refused) return sendJson(response, 400, unsupported(refused));
    const isEaten = (plan.eats ?? 0) >= tokensAsked(body);
    await perform(plan, dialect, response, {
      model,
      told: `${key} asked ${asked.slice(0, 2_000)}`,
      answer: isEaten ? { pieces: [], usage: STUB_USAGE } : counted(plan, asked, chosen ?? answer),
    });
  }

  async function perform(
    plan: Plan,
    dialect: Dialect,
    response: ServerResponse,
    { model, told, answer }: { model: string; told: string; answer: StubAnswer },
  ): Promise<void> {
    if (plan.slowhead) return;
    if (plan.late) await sleep(plan.late);
    const failures = flaky.get(model) ?? plan.flaky ?? 0;
    if (failures > 0) {
      flaky.set(model, failures - 1);
      return refuse(response, 503, 'overloaded_error');
    }
    if (plan.status) {
      const header: Record<string, string> = plan.retry === undefined ? {} : { 'retry-after': plan.retry };
      // Real providers are as talkative about what they refuse.
      return refuse(response, plan.status, `stubbed_error: ${told}`, header);
    }
    response.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache',
    });
    response.flushHeaders();
    await tell(plan, dialect, response, answer);
  }

  async function tell(
    plan: Plan,
    dialect: Dialect,
    response: ServerResponse,
    answer: StubAnswer,
  ): Promise<void> {
    const pieces = plan.empty ? [] : plan.huge ? ['á'.repeat(512 * 1024)] : answer.pieces;
    const usage = plan.nousage ? null : plan.zerousage ? { input: 0, output: 0 } : answer.usage;
    const write = (text: string) => send(response, plan.noise ? noisy(text) : text, plan.bytes);
    if (raw !== null) {
      await write(raw);
      response.end();
      return;
    }
    if (plan.junk) {
      await write('<html>Bad gateway</html>\n\ndata: {{{\n\ndata: 42\n\ndata: "olá"\n\n: nada\n\n');
      response.end();
      return;
    }
    const conversation = dialect.conversation(pieces, usage);
    await write(conversation.head);
    if (plan.think) {
      await write(conversation.thought);
      await sleep(plan.think);
    }
    for (const [index, piece] of conversation.pieces.entries()) {
      if (await fault(plan, index, conversation, response)) return;
      await write(piece);
      const pause = plan.pace ?? options.pace_ms ?? 0;
      if (pause > 0) await sleep(pause);
      if (response.destroyed) return;
    }
    if (await fault(plan, conversation.pieces.length, conversation, response)) return;
    await write(conversation.tail);
    if (!plan.linger) response.end();
  }

  async function fault(
    plan: Plan,
    index: number,
    { error }: { error: string },
    response: ServerResponse,
  ): Promise<boolean> {
    if (plan.hang === index) return true;
    if (plan.cut === index) {
      // Written bytes have to leave first.
      await sleep(5);
      response.socket?.resetAndDestroy();
      return true;
    }
    if (plan.eof === index) {
      response.end();
      return true;
    }
    if (plan.errevent === index) {
      await send(response, error);
      response.end();
      return true;
    }
    if (plan.garbage === index)
      await send(response, 'data: {"quebrado\n\nlixo sem campo\n\ndata: [1,2]\n\nevent: ?\ndata: null\n\n');
    return false;
  }

  function control(body: Record<string, unknown>, response: ServerResponse): void {
    const plan = typeof body.plan === 'string' ? body.plan : '';
    if (typeof body.times === 'number') upcoming.push(...Array.from({ length: body.times }, () => plan));
    else standing = plan;
    if (typeof body.text === 'string') answer = { ...answer, pieces: piecesOf(body.text) };
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ open: open - 1, calls: calls.length, connections }));
  }

  await listen(server, options.port ?? 0);
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    calls,
    /** Requests whose connection is still taken. */
    get open() {
      return open;
    },
    get connections() {
      return connections;
    },
    /** For every call from now on. */
    always(plan: string) {
      standing = plan;
    },
    /** For the next calls, one plan each. */
    next(...plans: string[]) {
      upcoming.push(...plans);
    },
    say(pieces: string[], usage: NonNullable<Usage> = STUB_USAGE) {
      answer = { pieces, usage };
    },
    /** Different answers to different questions; undefined leaves it to `say`. `body` is what was asked, as JSON. */
    sayTo(choose: (body: string) => StubAnswer | undefined) {
      answerTo = choose;
    },
    /** A whole stream, as it stands. */
    sayExactly(text: string) {
      raw = text;
    },
    /** Its list says that a model ends on this day. */
    endsOn(model: string, day: string) {
      ends.set(model, day);
    },
    /** It lists these models and refuses all others. */
    knowsOnly(...models: string[]) {
      known = models;
    },
    reset() {
      calls.length = 0;
      standing = '';
      upcoming = [];
      raw = null;
      known = null;
      flaky.clear();
      ends.clear();
      answerTo = () => undefined;
      answer = { pieces: piecesOf(STUB_TEXT), usage: STUB_USAGE };
    },
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

/** A server that reads only so many tokens reports no more of them, and says nothing else about it. */
function counted({ cuts }: Plan, asked: string, answer: StubAnswer): StubAnswer {
  if (cuts === undefined) return answer;
  const input = Math.min(cuts, asked.split(/\s+/).length);
  return { ...answer, usage: { ...answer.usage, input } };
}

function refuse(
  response: ServerResponse,
  status: number,
  type: string,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(
    JSON.stringify({
      type: 'error',
      error: { message: `stub says ${status} ${type}`, type, code: status, status: type },
    }),
  );
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

const unsupported = (parameter: string) => ({
  error: {
    message: `Unsupported parameter: '${parameter}' is not supported with this model.`,
    type: 'invalid_request_error',
    param: parameter,
    code: 'unsupported_parameter',
  },
});

/** The longest answer that was asked for, in every dialect's word for it. */
function tokensAsked(body: Record<string, unknown>): number {
  const { maxOutputTokens } = (body.generationConfig ?? {}) as Record<string, unknown>;
  const asked = body.max_output_tokens ?? body.max_completion_tokens ?? body.max_tokens ?? maxOutputTokens;
  return Number(asked ?? Number.POSITIVE_INFINITY);
}

function keyOf({ headers }: IncomingMessage): string {
  const bearer = headers.authorization?.replace(/^Bearer /, '');
  return String(bearer ?? headers['x-api-key'] ?? headers['x-goog-api-key'] ?? '');
}

async function jsonOf(request: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString();
  return text ? (JSON.parse(text) as Record<string, unknown>) : {};
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
}

if (import.meta.main) {
  const port = Number(process.argv[process.argv.indexOf('--port') + 1]) || 4010;
  const stub = await openProviderStub({ port, pace_ms: 40 });
  process.stdout.write(
    `Provedores de mentira em ${stub.url}. Para usá-los:\n  OPENAI_API_KEY=sk-teste OPENAI_BASE_URL=${stub.url} ANTHROPIC_API_KEY=teste ANTHROPIC_BASE_URL=${stub.url} GOOGLE_GENERATIVE_AI_API_KEY=teste GOOGLE_BASE_URL=${stub.url} npm start\nFalhas: curl ${stub.url}/control -d '{"plan":"cut@5"}'\n`,
  );
}
