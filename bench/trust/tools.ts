/** A question asked as a tool of the Model Context Protocol, and the same question in OpenAI's form, by turns. */
import OpenAI from 'openai';
import { connectMcp, toolResult } from '../../server/test/programs/mcp-client.ts';
import type { Figure } from '../quick/figure.ts';
import { median } from '../quick/statistics.ts';
import type { ServerProcess } from '../quick/test-server.ts';
import { openCrowd } from './crowd.ts';

const PEOPLE = 12;
/** Each person asks so many in each form. */
const QUESTIONS = 8;
const MORE_MS = 5;

export async function toolFigure(open: ServerProcess): Promise<Figure> {
  const { testServer } = open;
  const crowd = await openCrowd(open, 'programa', PEOPLE * 10);
  testServer.stub.say(['Sim.']);
  const asTool: number[] = [];
  const asChat: number[] = [];
  for (let person = 0; person < PEOPLE; person += 1) {
    const secret = await keyOf(testServer.url, crowd.next());
    const mcp = await connectMcp(testServer.url, secret);
    const chat = new OpenAI({ apiKey: secret, baseURL: `${testServer.url}/api/v1/openai`, maxRetries: 0 });
    for (let turn = 0; turn < QUESTIONS; turn += 1) {
      const question = `Posso perguntar ${turn}?`;
      const ms = {
        tool: () => toolResult(mcp, 'perguntar', { agente: crowd.agent_id, pergunta: question }),
        chat: () =>
          chat.chat.completions.create({
            model: `agente-${crowd.agent_id}`,
            messages: [{ role: 'user', content: question }],
          }),
      };
      const first = turn % 2 ? (['tool', 'chat'] as const) : (['chat', 'tool'] as const);
      for (const form of first) (form === 'tool' ? asTool : asChat).push(await timed(ms[form]));
    }
    await mcp.close();
  }
  const [tool, other] = [median(asTool), median(asChat)];
  return {
    id: 'ferramenta',
    what: 'pergunta pelo Model Context Protocol, mediana',
    value: tool,
    unit: 'ms',
    reference: { what: 'na forma da OpenAI', value: other },
    must: { text: `≤ +${MORE_MS} ms`, holds: tool - other <= MORE_MS },
    stretch: { text: '–', holds: true },
  };
}

async function keyOf(url: string, headers: Record<string, string>): Promise<string> {
  const reply = await fetch(`${url}/api/v1/users/me/access-keys`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Medição' }),
  });
  const text = await reply.text();
  if (!reply.ok) throw new Error(`no key was made: ${reply.status} ${text.slice(0, 300)}`);
  return (JSON.parse(text) as { data: { secret: string } }).data.secret;
}

async function timed(act: () => PromiseLike<unknown>): Promise<number> {
  const began = performance.now();
  await act();
  return performance.now() - began;
}
