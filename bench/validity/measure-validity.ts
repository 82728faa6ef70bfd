/**
 * Questions at five dates over invented laws and their amendments, through the product's own API in local mode:
 * `npm run bench -- validity [--list]`. With `--scale 100000` it measures what days cost a search among so many passages
 * instead. Ends with code 1 where a bar is missed.
 */
import { parseArgs } from 'node:util';
import type { AnswerEvent } from '#contract/chat-record.ts';
import { createKnowledgeBase } from '../../server/src/features/knowledge/documents/store.ts';
import { ingestText } from '../../server/src/features/knowledge/ingest/replace-passages.ts';
import { relationsIn } from '../../server/src/features/knowledge/validity/clauses/relation-clauses.ts';
import { buildAgent } from '../../server/test/builders.ts';
import { withDatabase } from '../../server/test/with-database.ts';
import { type Installation, openInstallation } from '../../trials/support/installation.ts';
import type { Person } from '../../trials/support/people.ts';
import { signIn } from '../ingestion/uploading.ts';
import { isMissed, type Row, tableOf } from '../retrieval/table.ts';
import { CLAUSES } from './clauses.ts';
import { inventedLaws, type Law, type Question, type Relation } from './laws.ts';
import { searchCost } from './search-cost.ts';

const RIGHT_WORDING = 95;
/** The share of right ones among the proposals, in percent. */
const PRECISION = 90;
/** At the 95th percentile. */
const SEARCH_MORE_MS = 5;
/** A batch of passages may wait for a checkpoint of the whole base. */
const FILLING = { patience_ms: 120_000 };
/** The limit of questions a minute holds for each person. */
const QUESTIONS_OF_A_PERSON = 10;
const REFUSED = ['Encontrei isso apenas em uma norma que não está em vigor', 'Não encontrei isso nas fontes'];

export async function run(options: string[]): Promise<object> {
  const { values } = parseArgs({
    args: options,
    options: { list: { type: 'boolean' }, scale: { type: 'string' } },
  });
  if (values.scale) return atScale(Number(values.scale));
  const { laws, relations, questions } = inventedLaws();
  const answers = await withDatabase(async ({ address }) => {
    const installation = await openInstallation(address);
    try {
      return await answersOf(installation, { laws, relations }, questions);
    } finally {
      await installation.close();
    }
  });
  const judged = questions.map((question, place) => ({ question, ...judge(question, answers[place] ?? '') }));
  const right = Math.round((1_000 * judged.filter((one) => one.isRight).length) / judged.length) / 10;
  const repealed = judged.filter((one) => one.citesRepealed).length;
  const { precision, recall } = readClauses();
  const rows: Row[] = [
    { name: 'repealed text cited as valid, of 150', figure: { value: repealed, bar: 0 }, isTime: true },
    { name: 'right wording, %', figure: { value: right, bar: RIGHT_WORDING } },
    { name: `right proposals of ${CLAUSES.length} clauses, %`, figure: { value: precision, bar: PRECISION } },
    { name: 'clauses that were found, %', figure: { value: recall } },
  ];
  process.stderr.write(`${tableOf(rows)}\n`);
  if (values.list)
    for (const { question, answer, isRight } of judged)
      if (!isRight) process.stderr.write(`${question.text} [${question.right.join()}] ${answer}\n`);
  if (rows.some(isMissed)) process.exitCode = 1;
  return {
    bench: 'validity',
    laws: laws.length,
    relations: relations.length,
    questions: questions.length,
    right,
    repealed,
    clauses: CLAUSES.length,
    precision,
    recall,
  };
}

async function atScale(passages: number): Promise<object> {
  const cost = await withDatabase(({ db }) => searchCost(db, passages), FILLING);
  const rows: Row[] = [
    { name: 'search, p95 ms', figure: { value: cost.plain.p95 } },
    { name: 'search on a day, p95 ms', figure: { value: cost.dated.p95 } },
    { name: 'more, ms', figure: { value: cost.more_ms, bar: SEARCH_MORE_MS }, isTime: true },
  ];
  process.stderr.write(`${tableOf(rows)}\n`);
  if (rows.some(isMissed)) process.exitCode = 1;
  return { bench: 'validity', passages, ...cost };
}

function readClauses(): { precision: number; recall: number } {
  let [right, proposed, meant] = [0, 0, 0];
  for (const { text, means } of CLAUSES) {
    const found = relationsIn(text).map(({ kind, named, norm, provisions }) =>
      [kind, named.type, `${named.number}/${norm?.year}`, ...provisions].join(' '),
    );
    right += found.filter((one) => means.includes(one)).length;
    proposed += found.length;
    meant += means.length;
  }
  const share = (of: number) => Math.round((1_000 * right) / of) / 10;
  return { precision: share(proposed), recall: share(meant) };
}

function judge({ right, wrong }: Question, answer: string) {
  const says = (value: number) => new RegExp(String.raw`\b${value}\b`).test(answer);
  const isRefusal = REFUSED.some((words) => answer.startsWith(words));
  const citesRepealed = !isRefusal && wrong.some(says);
  return { answer, citesRepealed, isRight: right.length ? right.some(says) && !citesRepealed : isRefusal };
}

async function answersOf(
  installation: Installation,
  { laws, relations }: { laws: Law[]; relations: Relation[] },
  questions: Question[],
): Promise<string[]> {
  const { db } = installation;
  // Without a key of a provider the local reader answers.
  const { url } = await installation.start({ ANTHROPIC_API_KEY: '' });
  const admin = caller(url, await signIn(url));
  const { id: base } = await createKnowledgeBase(db, { name: 'Leis' });
  await admin('PATCH', `/knowledge-bases/${base}/settings`, { validity: true });
  const ids = new Map<string, number>();
  for (const { name, text, number, year, from } of laws) {
    const file = { original_filename: name, file_type: 'txt', file_size: text.length, text };
    const { id } = await ingestText(db, { knowledge_base_id: base, ...file });
    ids.set(name, id);
    const norm = { type: 'lei', number, year, issuer: '' };
    const stated = { norm, from, until: null, review_on: null, updated_at: null };
    await admin('PUT', `/knowledge-bases/${base}/documents/${id}/validity`, stated);
  }
  for (const { by, target, ...relation } of relations)
    await admin('POST', `/knowledge-bases/${base}/documents/${ids.get(by)}/relations`, {
      ...relation,
      target: { document_id: ids.get(target) },
    });
  const { id: agent } = await buildAgent({ db }, { model: null });
  await admin('POST', `/agents/${agent}/knowledge-bases/${base}`);
  const answers: string[] = [];
  let person: Person | null = null;
  for (const [place, { text, on_date }] of questions.entries()) {
    if (!person || place % QUESTIONS_OF_A_PERSON === 0)
      person = await installation.person({ conversations: 0 });
    const ask = caller(url, person.token);
    const { data } = JSON.parse(await ask('POST', `/chat/create-session?agent_id=${agent}`)) as {
      data: { id: string };
    };
    const body = { question: text, ...(on_date ? { on_date } : {}) };
    answers.push(answerIn(await ask('POST', `/chat/sessions/${data.id}/messages`, body)));
  }
  return answers;
}

const caller = (url: string, token: string) => async (method: string, path: string, body?: object) => {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const response = await fetch(`${url}/api/v1${path}`, {
    method,
    headers: body ? headers : { authorization: headers.authorization },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text.slice(0, 300)}`);
  return text;
};

const answerIn = (stream: string): string =>
  stream
    .split('\n')
    .filter((line) => line.startsWith('data: '))
    .map((line) => (JSON.parse(line.slice(6)) as AnswerEvent).content)
    .join('');
