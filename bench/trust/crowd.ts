/** People who ask questions of their own choice and wait for the whole answer. */
import type { Figure } from '../quick/figure.ts';
import { type Askers, openAskers } from '../quick/streams/people.ts';
import type { ServerProcess } from '../quick/test-server.ts';

/** A person may not ask twenty questions a minute. */
const QUESTIONS_OF_A_PERSON = 10;

export type Crowd = {
  agent_id: number;
  /** Asks as the next person: milliseconds until the answer has ended, and its stream. */
  ask(question: string): Promise<{ ms: number; text: string; headers: Record<string, string> }>;
  /** The headers of the next person. */
  next(): Record<string, string>;
};

/** So many people that `questions` are within their limits, and the agent that they ask. */
export async function openCrowd(
  { testServer, database, secret }: ServerProcess,
  name: string,
  questions: number,
): Promise<Crowd> {
  const people = Math.ceil(questions / QUESTIONS_OF_A_PERSON);
  const askers: Askers = await openAskers(database.db, secret, people, { name, model: 'claude-4-sonnet' });
  const { rows } = await database.db.execute<{ agent_id: number }>(
    `select s.agent_id from chat_sessions s join users u on u.id = s.user_id where u.email like '${name}%' limit 1`,
  );
  const agent_id = rows[0]?.agent_id;
  if (!agent_id) throw new Error(`nobody of ${name} has a conversation`);
  return {
    agent_id,
    next: () => askers.next(testServer.url).headers,
    async ask(question) {
      const { url, headers } = askers.next(testServer.url);
      const began = performance.now();
      const reply = await fetch(url, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({ question }),
      });
      const text = await reply.text();
      if (!reply.ok) throw new Error(`a question was answered with ${reply.status}: ${text.slice(0, 300)}`);
      return { ms: performance.now() - began, text, headers };
    },
  };
}

export const bar = (value: number, most: number, unit: Figure['unit'] = 'ms') => ({
  must: { text: `≤ ${String(most).replace('.', ',')} ${unit}`, holds: value <= most },
  stretch: { text: '–', holds: true },
});
