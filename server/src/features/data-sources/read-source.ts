/** One data source asked one question: what it was understood to ask, the rows and figures found, and what to tell the reader. */

import type { DataSource } from '#contract/data-sources.ts';
import type { RefusedFilter, UnderstoodFilter } from '#contract/filters.ts';
import { AGENT_FALLBACK } from '#contract/model-catalogue.ts';
import type { Trace } from '#contract/trace.ts';
import { ContentProblem } from '../../adapters/content/content-problem.ts';
import type { ContentRow, ContentSession } from '../../adapters/content/sql-reader.ts';
import type { Model, Usage } from '../../adapters/models/model.ts';
import type { World } from '../../world.ts';
import { isContentWord, wordsOf } from '../knowledge/words.ts';
import { allowedValues } from './allowed-values.ts';
import { type Counted, work } from './counting.ts';
import { chooseRows } from './document-filter.ts';
import { understand } from './extraction.ts';
import { isFigureWord } from './figure-words.ts';
import { singular } from './forms.ts';
import type { Profile } from './profile.ts';
import { type FoundRow, type FoundRows, searchRows } from './relational-search.ts';
import { figureRow, filterWords } from './row-words.ts';
import { columnOf } from './terminology.ts';

export type ReadableSource = Pick<DataSource, 'id' | 'name' | 'description' | 'rag_config'> & {
  updated_at: Date;
};

export type SourceQuestion = {
  question: string;
  history: { question: string; answer?: string }[];
  without: RefusedFilter[];
  signal: AbortSignal;
};

export type StepCall = {
  purpose: 'profile_extraction' | 'filter' | 'embedding';
  model: string;
  usage: Usage;
  estimated: boolean;
};

export type SourceReading = {
  rows: FoundRow[];
  /** What was worked out, as a row of its own; null when nothing was asked to be. */
  figure: { row: ContentRow; about: ContentRow | null } | null;
  filters: UnderstoodFilter[];
  /** Sentences for whoever writes the answer, about what was looked for and not found. They quote values. */
  notes: string[];
  calls: StepCall[];
  queries: Trace['queries'];
};

type ReadWorld = Pick<World, 'content' | 'models' | 'clock'>;

/** Whether it has a query and says which of its columns is read. */
export const isConfigured = ({ rag_config }: Pick<ReadableSource, 'rag_config'>): boolean =>
  rag_config.document_search.base_sql_query.trim() !== '' &&
  rag_config.document_search.main_content_column.trim() !== '';

/** Of a configured source. Throws ContentProblem when it cannot be read. */
export async function readSource(
  world: ReadWorld,
  source: ReadableSource,
  asked: SourceQuestion,
): Promise<SourceReading> {
  const { document_search: search, profile_extraction, document_filter } = source.rag_config;
  const { signal } = asked;
  const parameters = await allowedValues(world.content, source, world.clock.now().getTime(), signal);
  const columns = await world.content.read(
    search.base_sql_query,
    (session) => Promise.resolve(session.columns),
    { signal },
  );
  if (!columnOf(columns, search.main_content_column))
    throw new ContentProblem('query', `A consulta não tem a coluna "${search.main_content_column}".`);

  const extractor = stepModel(world, profile_extraction.model_name);
  const understood = await understand(
    {
      ...asked,
      parameters,
      columns,
      without: asked.without.filter(({ data_source_id }) => data_source_id === source.id),
    },
    extractor && { model: extractor.model, system_prompt: profile_extraction.system_prompt, signal },
  );
  const { profile } = understood;
  const found = await world.content.read(
    search.base_sql_query,
    (session) => findIn(session, source, profile),
    { signal },
  );
  const chooser = stepModel(world, document_filter.model_name);
  const chosen = await chooseRows(
    found.rows,
    {
      question: asked.question,
      content_column: search.main_content_column,
      max: Math.min(document_filter.max_filtered_documents, search.max_documents),
    },
    chooser && { model: chooser.model, system_prompt: document_filter.system_prompt, signal },
  );
  return {
    rows: chosen.rows,
    figure: found.counted && { row: figureRow(found.counted, profile.filters), about: found.counted.row },
    filters: Object.entries(profile.filters).map(([parameter, values]) => ({
      data_source_id: source.id,
      data_source_name: source.name,
      parameter,
      values,
    })),
    notes: notesOf(profile, found),
    calls: [
      ...(understood.usage && extractor
        ? [call('profile_extraction', extractor.id, understood.usage, understood.estimated)]
        : []),
      ...(chosen.usage && chooser ? [call('filter', chooser.id, chosen.usage, chosen.estimated)] : []),
    ],
    queries: found.statements.map((statement) => ({ ...statement, data_source_id: source.id })),
  };
}

const call = (purpose: StepCall['purpose'], model: string, usage: Usage, estimated: boolean): StepCall => ({
  purpose,
  model,
  usage,
  estimated,
});

/** Null in local mode and without a key: then rules do what they can. */
function stepModel({ models }: ReadWorld, name: string): { model: Model; id: string } | null {
  const open = models.open(name || AGENT_FALLBACK.model);
  return open && !open.local ? { model: open.model, id: open.entry.id } : null;
}

type Found = {
  rows: FoundRow[];
  counted: Counted | null;
  /** No row passed the filters: what was found is only related. */
  relaxed: boolean;
  /** Rows passed the filters, and none mentions these words; empty when that is not so. */
  unmentioned: string;
  statements: { sql: string; params: string[]; rows: number }[];
};

async function findIn(session: ContentSession, source: ReadableSource, profile: Profile): Promise<Found> {
  const { main_content_column: content_column, max_documents: limit } = source.rag_config.document_search;
  const { filters, search } = profile;
  const hasFilters = Object.keys(filters).length > 0;
  const statements: Found['statements'] = [];
  const note = ({ statement, rows }: FoundRows) => statements.push({ ...statement, rows: rows.length });

  const counted =
    profile.figure &&
    (await work(session, {
      figure: profile.figure,
      filters,
      words: subjectWords(search, source, session),
      content_column,
    }));
  if (counted) statements.push({ ...counted.statement, rows: counted.rows });
  const first = await searchRows(session, { filters, search, content_column, limit });
  note(first);
  if (first.rows.length || !hasFilters) {
    const words = first.rows.some(({ rank }) => rank > 0) ? '' : subjectWords(search, source, session);
    const unmentioned = first.rows.length && !counted ? words : '';
    return { rows: first.rows, counted, relaxed: false, unmentioned, statements };
  }
  const relaxed = await searchRows(session, { filters: {}, search, content_column, limit });
  note(relaxed);
  return {
    rows: relaxed.rows.filter(({ rank }) => rank > 0),
    counted,
    relaxed: true,
    unmentioned: '',
    statements,
  };
}

/** What a figure is about: without words that every row of the source is about, or that ask for the figure itself. */
function subjectWords(search: string, source: ReadableSource, session: ContentSession): string {
  const general = new Set(
    [
      source.name,
      source.description ?? '',
      'registro linha item dado',
      ...session.columns.map(({ name }) => name.replaceAll('_', ' ')),
    ]
      .flatMap(wordsOf)
      .map(singular),
  );
  const words = search.match(/[\p{L}\p{N}]+/gu) ?? [];
  return words
    .filter((word) => {
      const [form] = wordsOf(word);
      return form !== undefined && isContentWord(form) && !isFigureWord(form) && !general.has(singular(form));
    })
    .join(' ');
}

function notesOf(profile: Profile, found: Found): string[] {
  const notes: string[] = [];
  const asked = filterWords(profile.filters);
  if (found.relaxed && found.rows.length)
    notes.push(`Nenhum registro atende a ${asked}. Os registros abaixo são apenas relacionados.`);
  else if (found.relaxed) notes.push(`Nenhum registro atende a ${asked}.`);
  if (found.unmentioned)
    notes.push(
      `Nenhum registro de ${asked} menciona «${found.unmentioned}». Os abaixo atendem só aos filtros.`,
    );
  for (const { parameter, asked: name, values } of profile.near)
    notes.push(`Não há ${parameter} «${name}». Você quis dizer ${alternatives(values)}?`);
  return notes;
}

const alternatives = (values: string[]) =>
  new Intl.ListFormat('pt-BR', { type: 'disjunction' }).format(values);
