/**
 * Questions about real documents, through the product's own API in local mode: `npm run bench -- documents --data FOLDER
 * [--half read|unread] [--list]`. The folder has the documents and their questions (questions.ts); it is no
 * part of the project. Every search is made twice and has to be the same to the byte. `--list` names the questions of the half
 * that is read which went wrong. Ends with code 1 where a bar is missed.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { extract } from '../../server/src/adapters/extraction/extract.ts';
import { NOT_FOUND } from '../../server/src/adapters/models/prompt-text.ts';
import { createKnowledgeBase } from '../../server/src/features/knowledge/documents/store.ts';
import { buildAgent } from '../../server/test/builders.ts';
import { withDatabase } from '../../server/test/with-database.ts';
import { keptCells, RULED, UNRULED } from '../../tests/fixtures/drawn-tables.ts';
import { type Installation, openInstallation } from '../../trials/support/installation.ts';
import { openSender, signIn, upload } from '../ingestion/uploading.ts';
import { isMissed, type Row, tableOf } from '../retrieval/table.ts';
import { type Asked, type Asker, askedOf } from './ask.ts';
import { type DocumentQuestion, holds, readDocuments } from './questions.ts';

/** Percent; for documents that nobody of the project wrote. */
const BAR = {
  same: 100,
  passage: { 1: 65, 3: 80, 5: 86 },
  answer: 68,
  page: 75,
  refused_rightly: 60,
  refused_wrongly: 5,
  later_quoted: 60,
  table: 85,
  code: 80,
  ruled_cells: 98,
  unruled_cells: 85,
};

export async function run(options: string[]): Promise<object> {
  const { values } = parseArgs({
    args: options,
    options: { data: { type: 'string' }, half: { type: 'string' }, list: { type: 'boolean' } },
  });
  if (!values.data)
    throw new Error('Uso: npm run bench -- documents --data PASTA [--half read|unread] [--list]');
  const { files, questions } = await readDocuments(values.data);
  const asked = await withDatabase(async ({ address }) => {
    const installation = await openInstallation(address);
    try {
      const asker = await fillInstallation(installation, values.data as string, files);
      const all: Judged[] = [];
      for (const question of questions)
        if (!values.half || values.half === question.half)
          all.push(judged(question, await askedOf(asker, question.text)));
      return all;
    } finally {
      await installation.close();
    }
  });
  const halves = (['read', 'unread'] as const).filter((half) => asked.some((one) => one.half === half));
  const figures = Object.fromEntries(
    halves.map((half) => [half, figuresOf(asked.filter((one) => one.half === half))]),
  );
  const cells = await cellFigures();
  const rows = [...halves.flatMap((half) => rowsOf(half, figures[half] as Figures)), ...cellRows(cells)];
  process.stderr.write(`${tableOf(rows)}\n`);
  if (values.list)
    process.stderr.write(
      `${asked
        .filter((one) => one.half === 'read' && isWrong(one))
        .map(lineOf)
        .join('\n')}\n`,
    );
  if (rows.some(isMissed)) process.exitCode = 1;
  return { bench: 'documents', documents: files.length, questions: asked.length, ...figures, cells };
}

async function fillInstallation(installation: Installation, folder: string, files: string[]): Promise<Asker> {
  const { db } = installation;
  // Without a key of a provider the local reader answers.
  const { url } = await installation.start({ ANTHROPIC_API_KEY: '' });
  const token = await signIn(url);
  const { id: base } = await createKnowledgeBase(db, { name: 'Documentos' });
  const sender = openSender();
  try {
    for (const name of files)
      await upload(db, sender, { url, token, base }, { name, path: join(folder, name) });
  } finally {
    await sender.close();
  }
  const { id: agent } = await buildAgent({ db }, { model: null });
  const linked = await fetch(`${url}/api/v1/agents/${agent}/knowledge-bases/${base}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
  });
  if (!linked.ok) throw new Error(`The base could not be linked: ${await linked.text()}`);
  return { url, token, base, agent, person: () => installation.person({ conversations: 0 }) };
}

type Judged = DocumentQuestion & {
  same: boolean;
  /** The place of the first passage that holds the answer, from 1; null where none of the first five does. */
  place: number | null;
  answered: boolean;
  page: boolean;
  refused: boolean;
  answer: string;
};

function judged(question: DocumentQuestion, { searches, hits, answer, sources }: Asked): Judged {
  const { gold } = question;
  const [first, second] = searches;
  const isThere = ({ original_filename, content }: Asked['hits'][number]) =>
    gold !== null && original_filename === gold.file && holds(content, gold.words);
  const place = hits.findIndex(isThere);
  return {
    ...question,
    same: first === second,
    place: place < 0 ? null : place + 1,
    answered: gold !== null && holds(answer, gold.words),
    page: gold !== null && sources.some(({ title, page }) => title === gold.file && page === gold.page),
    refused: answer.includes(NOT_FOUND),
    answer,
  };
}

type Figures = ReturnType<typeof figuresOf>;

function figuresOf(asked: Judged[]) {
  const known = asked.filter(({ gold }) => gold !== null);
  const paged = known.filter(({ gold }) => gold?.page != null);
  const unknown = asked.filter(({ gold }) => gold === null);
  const later = known.filter(({ place }) => place === 2 || place === 3);
  const ofKind = (wanted: 'table' | 'code') => known.filter(({ kind }) => kind === wanted);
  const first = (places: number) => share(known, ({ place }) => place !== null && place <= places);
  return {
    questions: known.length,
    without_answer: unknown.length,
    same: share(asked, ({ same }) => same),
    passage: { 1: first(1), 3: first(3), 5: first(5) },
    answer: share(known, ({ answered }) => answered),
    page: share(paged, ({ page }) => page),
    later_quoted: share(later, ({ answered }) => answered),
    table: share(ofKind('table'), ({ answered }) => answered),
    code: share(ofKind('code'), ({ answered }) => answered),
    refused_rightly: share(unknown, ({ refused }) => refused),
    refused_wrongly: share(known, ({ refused }) => refused),
  };
}

const share = (all: Judged[], is: (one: Judged) => boolean): number | null =>
  all.length ? Math.round((1_000 * all.filter(is).length) / all.length) / 10 : null;

const rowsOf = (half: string, figures: Figures): Row[] => [
  { name: `${half}, same search twice`, figure: { value: figures.same, bar: BAR.same } },
  ...([1, 3, 5] as const).map((places) => ({
    name: `${half}, passage that holds the answer @${places}`,
    figure: { value: figures.passage[places], bar: BAR.passage[places] },
  })),
  { name: `${half}, local answer holds it`, figure: { value: figures.answer, bar: BAR.answer } },
  { name: `${half}, right page cited`, figure: { value: figures.page, bar: BAR.page } },
  ...(figures.later_quoted === null
    ? []
    : [
        {
          name: `${half}, right passage at place 2 or 3 quoted`,
          figure: { value: figures.later_quoted, bar: BAR.later_quoted },
        },
      ]),
  ...(['table', 'code'] as const)
    .filter((kind) => figures[kind] !== null)
    .map((kind) => ({
      name: `${half}, questions on ${kind === 'table' ? 'tables' : 'code'}`,
      figure: { value: figures[kind], bar: BAR[kind] },
    })),
  { name: `${half}, refused rightly`, figure: { value: figures.refused_rightly, bar: BAR.refused_rightly } },
  {
    name: `${half}, refused wrongly`,
    figure: { value: figures.refused_wrongly, bar: BAR.refused_wrongly },
    isTime: true,
  },
];

/** Percent of the cells of tables drawn in twenty ways each that stand in their row, behind the name of their column. */
async function cellFigures(): Promise<{ ruled: number; unruled: number }> {
  const read = async (pdf: Buffer<ArrayBuffer>) => (await extract(pdf, 'pdf')).text;
  const percent = async (ways: typeof RULED) => Math.round(1_000 * (await keptCells(ways, read)).share) / 10;
  return { ruled: await percent(RULED), unruled: await percent(UNRULED) };
}

const cellRows = ({ ruled, unruled }: { ruled: number; unruled: number }): Row[] => [
  { name: 'cells of tables with rules', figure: { value: ruled, bar: BAR.ruled_cells } },
  { name: 'cells of tables without rules', figure: { value: unruled, bar: BAR.unruled_cells } },
];

const isWrong = ({ gold, place, answered, refused }: Judged): boolean =>
  gold === null ? !refused : place !== 1 || !answered || refused;

function lineOf({ gold, text, place, answered, page, refused, answer }: Judged): string {
  const seen = gold
    ? `@${place ?? '–'} ${answered ? 'answered' : 'not answered'}${page ? '' : ', other page'}`
    : '';
  const said = answer.replace(/\s+/g, ' ').slice(0, 300);
  return `${gold?.file ?? '-'} | ${text} | ${gold?.words ?? ''} | ${seen}${refused ? ' refused' : ''} | ${said}`;
}
