/**
 * Files in conversations: how long after its drop a PDF of a hundred pages has answered a question, and how much longer
 * others wait for the first words of an answer while twenty files are uploaded at once.
 * `npm run bench -- conversation-files [--rounds 3] [--pages 100]`.
 */
import { parseArgs } from 'node:util';
import type { AnswerEvent } from '#contract/chat-record.ts';
import { buildAgent } from '../../server/test/builders.ts';
import { withDatabase } from '../../server/test/with-database.ts';
import { linesAt, type PdfText, pdfOf } from '../../tests/fixtures/pdf.ts';
import { type Installation, openInstallation } from '../../trials/support/installation.ts';
import type { Person } from '../../trials/support/people.ts';
import { isMissed, type Row, tableOf } from '../retrieval/table.ts';

const BAR = { answered_ms: 15_000, first_words_percent: 10 };
/** Each of the files that are uploaded at once has so many. */
const PAGES_OF_OTHERS = 20;
const LINES = 38;
const UPLOADS = 20;
const FILES_OF_A_PERSON = 5;
/** Questions of a round; the limit of questions a minute holds for each person. */
const QUESTIONS = 8;

type Asking = { url: string; person: Person; session: string };

export async function run(options: string[]): Promise<object> {
  const { values } = parseArgs({
    args: options,
    options: { rounds: { type: 'string', default: '3' }, pages: { type: 'string', default: '100' } },
  });
  const pages = Number(values.pages);
  return withDatabase(async ({ address }) => {
    const installation = await openInstallation(address);
    try {
      const { url } = await installation.start();
      const { id: agent } = await buildAgent(
        { db: installation.db },
        { model: 'claude-4-sonnet', rules: { files: 'with_sources' } },
      );
      const answered: number[] = [];
      const alone: number[] = [];
      const meanwhile: number[] = [];
      // The first round compiles programs and counts for nothing.
      for (let round = 0; round <= Number(values.rounds); round += 1) {
        const seen = await roundOf(installation, { url, agent, pages });
        if (!round) continue;
        answered.push(seen.answered);
        alone.push(...seen.alone);
        meanwhile.push(...seen.meanwhile);
      }
      const [before, during] = [median(alone), median(meanwhile)];
      const figures = {
        answered_ms: Math.max(...answered),
        first_words_ms: before,
        first_words_meanwhile_ms: during,
        first_words_percent: Math.round((1_000 * (during - before)) / before) / 10,
      };
      const rows = rowsOf(figures, pages);
      process.stderr.write(`${tableOf(rows)}\n`);
      if (rows.some(isMissed)) process.exitCode = 1;
      return { bench: 'conversation-files', rounds: Number(values.rounds), pages, ...figures };
    } finally {
      await installation.close();
    }
  });
}

function rowsOf(figures: { answered_ms: number; first_words_percent: number }, pages: number): Row[] {
  return [
    {
      name: `a PDF of ${pages} pages answered after its drop, slowest, ms`,
      figure: { value: figures.answered_ms, bar: BAR.answered_ms },
      isTime: true,
    },
    {
      name: `first words of others during ${UPLOADS} uploads, percent more`,
      figure: { value: figures.first_words_percent, bar: BAR.first_words_percent },
      isTime: true,
    },
  ];
}

async function roundOf(
  installation: Installation,
  { url, agent, pages }: { url: string; agent: number; pages: number },
) {
  const opened = async () => {
    const person = await installation.person({ conversations: 0 });
    return { url, person, session: await openSession({ url, person, agent }) };
  };
  const book = bookOf(pages);
  const others = bookOf(PAGES_OF_OTHERS);
  const reader = await opened();
  const dropped = performance.now();
  await put(reader, 'livro.pdf', book);
  await firstWords(reader, 'Qual é o prazo do capítulo 7?');
  const answered = Math.round(performance.now() - dropped);

  const other = await opened();
  const alone = await askedInTurn(other);
  const patient = await opened();
  const people = await Promise.all(Array.from({ length: UPLOADS / FILES_OF_A_PERSON }, opened));
  const uploads = Promise.all(
    people.flatMap((one) =>
      Array.from({ length: FILES_OF_A_PERSON }, (_, file) => put(one, `parte-${file}.pdf`, others)),
    ),
  );
  const meanwhile = await askedInTurn(patient);
  await uploads;
  return { answered, alone, meanwhile };
}

async function askedInTurn(asking: Asking): Promise<number[]> {
  const times: number[] = [];
  for (let one = 0; one < QUESTIONS; one += 1) times.push(await firstWords(asking, 'Qual é o prazo?'));
  return times;
}

async function openSession({ url, person, agent }: { url: string; person: Person; agent: number }) {
  const reply = await fetch(`${url}/api/v1/chat/create-session?agent_id=${agent}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${person.token}` },
  });
  return ((await reply.json()) as { data: { id: string } }).data.id;
}

/** Until the file is read, which may be later than the reply. */
async function put({ url, person, session }: Asking, name: string, content: Uint8Array<ArrayBuffer>) {
  const headers = { authorization: `Bearer ${person.token}` };
  const path = `${url}/api/v1/chat/sessions/${session}/files`;
  const form = new FormData();
  form.set('file', new Blob([content]), name);
  const sent = await fetch(path, { method: 'POST', headers, body: form });
  if (sent.status !== 201) throw new Error(`${name} was refused: ${await sent.text()}`);
  const { id } = ((await sent.json()) as { data: { id: string } }).data;
  for (;;) {
    const listed = await fetch(path, { headers });
    const { data } = (await listed.json()) as { data: { id: string; status: string }[] };
    const file = data.find((one) => one.id === id);
    if (file?.status === 'ready') return;
    if (file?.status !== 'queued' && file?.status !== 'extracting' && file?.status !== 'indexing')
      throw new Error(`${name} is ${file?.status}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Milliseconds from a question to the first words of its answer, which is then read to its end. */
async function firstWords({ url, person, session }: Asking, question: string): Promise<number> {
  const began = performance.now();
  const reply = await fetch(`${url}/api/v1/chat/sessions/${session}/messages`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${person.token}`,
      'content-type': 'application/json',
      accept: 'text/event-stream',
    },
    body: JSON.stringify({ question }),
  });
  if (!reply.ok || !reply.body) throw new Error(`A question was refused: ${await reply.text()}`);
  let first: number | null = null;
  let rest = '';
  for await (const chunk of reply.body.pipeThrough(new TextDecoderStream())) {
    rest += chunk;
    const lines = rest.split('\n');
    rest = lines.pop() ?? '';
    const hasWords = lines.some(
      (line) => line.startsWith('data: ') && (JSON.parse(line.slice(6)) as AnswerEvent).content,
    );
    if (hasWords) first ??= performance.now() - began;
  }
  if (first === null) throw new Error('An answer had no words');
  return first;
}

/** A chapter a page, each with a rule of its own. */
function bookOf(many: number): Buffer<ArrayBuffer> {
  const pages = Array.from({ length: many }, (_, page): PdfText[] => [
    ...linesAt([`${page + 1} Capítulo ${page + 1}`], { y: 60, size: 16, font: 'bold' }),
    ...linesAt(
      Array.from(
        { length: LINES },
        (_, line) =>
          `O prazo do capítulo ${page + 1}, linha ${line + 1}, é de ${((page * LINES + line) % 90) + 1} dias contados da data do pedido.`,
      ),
      { y: 90 },
    ),
  ]);
  return pdfOf(pages);
}

const median = (all: number[]): number =>
  Math.round(all.toSorted((one, other) => one - other)[Math.floor(all.length / 2)] ?? 0);
