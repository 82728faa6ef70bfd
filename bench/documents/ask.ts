/** A question as an administrator's search preview and as a person's conversation know it, both over HTTP. */
import type { AnswerEvent } from '#contract/chat-record.ts';
import type { PassageHit } from '#contract/knowledge.ts';
import type { Person } from '../../trials/support/people.ts';

export type Asker = {
  url: string;
  /** The token of an administrator. */
  token: string;
  base: number;
  agent: number;
  person(): Promise<Person>;
};

export type Asked = {
  /** The replies of two equal searches, as they came. */
  searches: [string, string];
  hits: PassageHit[];
  answer: string;
  sources: { title: string; page?: number }[];
};

/** The limit of questions a minute holds for each person. */
const QUESTIONS_OF_A_PERSON = 10;
const HITS = 5;

const people = new WeakMap<Asker, { person: Person; asked: number }>();

export async function askedOf(asker: Asker, question: string): Promise<Asked> {
  const one = await search(asker, question);
  const other = await search(asker, question);
  const { hits } = (JSON.parse(one) as { data: { hits: PassageHit[] } }).data;
  return { searches: [one, other], hits, ...(await answerTo(asker, question)) };
}

async function search({ url, token, base }: Asker, question: string): Promise<string> {
  const query = new URLSearchParams({ q: question, limit: String(HITS) });
  return received(
    await fetch(`${url}/api/v1/knowledge-bases/${base}/search?${query.toString()}`, signedIn(token)),
  );
}

async function answerTo(asker: Asker, question: string): Promise<Pick<Asked, 'answer' | 'sources'>> {
  const { token } = await personOf(asker);
  const api = `${asker.url}/api/v1/chat`;
  const opened = await received(
    await fetch(`${api}/create-session?agent_id=${asker.agent}`, { method: 'POST', ...signedIn(token) }),
  );
  const { id } = (JSON.parse(opened) as { data: { id: string } }).data;
  const stream = await received(
    await fetch(`${api}/sessions/${id}/messages`, {
      method: 'POST',
      headers: {
        ...signedIn(token).headers,
        'content-type': 'application/json',
        accept: 'text/event-stream',
      },
      body: JSON.stringify({ question }),
    }),
  );
  const events = stream
    .split('\n')
    .filter((line) => line.startsWith('data: '))
    .map((line) => JSON.parse(line.slice(6)) as AnswerEvent);
  const sources = events.at(-1)?.sources ?? [];
  return { answer: events.map(({ content }) => content).join(''), sources };
}

async function personOf(asker: Asker): Promise<Person> {
  const known = people.get(asker);
  if (known && known.asked < QUESTIONS_OF_A_PERSON) {
    known.asked += 1;
    return known.person;
  }
  const person = await asker.person();
  people.set(asker, { person, asked: 1 });
  return person;
}

const signedIn = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });

async function received(response: Response): Promise<string> {
  const text = await response.text();
  if (!response.ok) throw new Error(`${response.url} answered ${response.status}: ${text.slice(0, 300)}`);
  return text;
}
