/** Gathers what an agent's sources say about a question, numbered for citing. */
import type { Source } from '#contract/citations.ts';
import type { TableResult } from '#contract/table-result.ts';
import type { OpenModel, PromptPassage } from '../../adapters/models/model.ts';
import type { ReadableFiles } from '../session-files/search-scope.ts';
import { fromKnowledgeBases } from './documents/from-knowledge-bases.ts';
import { fromSessionFiles, wholeFiles } from './documents/from-session-files.ts';
import { withQuotedSnippets } from './documents/quoted-snippets.ts';
import { wholeTokensMax } from './documents/read-texts.ts';
import { fromDataSources } from './from-data-sources.ts';
import type { Asked, Finding, Findings, GroundingContext, SourceKind } from './source-kind.ts';
import { verifiedFinding } from './verified-passage.ts';

/** `passages[i]`, `sources[i]` and `scores[i]` are of the same thing, and the first two have the same number. */
export type Grounding = Pick<
  Findings,
  | 'on_date'
  | 'fixed'
  | 'filters'
  | 'queries'
  | 'searches'
  | 'notes'
  | 'steps'
  | 'missing'
  | 'synonyms'
  | 'away'
  | 'personal'
  | 'needs_person'
> & {
  passages: PromptPassage[];
  sources: Source[];
  /** Results of data sources; `index` is that of their source. */
  results: TableResult[];
  scores: Pick<Finding, 'score' | 'scores'>[];
};

const kinds: SourceKind[] = [fromSessionFiles, fromKnowledgeBases, fromDataSources];

/** Characters of all passages together; a larger budget did not improve answers. */
export const PASSAGES_MAX_LENGTH = 9_600;
const WINDOW_SHARE = 0.5;
const CHARACTERS_PER_TOKEN = 3;

/** The most tokens that what is found for a question adds to its prompt. */
export function foundTokensMax(
  { knowledge_bases }: { knowledge_bases: unknown[] },
  files: ReadableFiles | null,
  { local, entry }: Pick<OpenModel, 'local' | 'entry'>,
): number {
  const searched = Math.ceil(PASSAGES_MAX_LENGTH / 4);
  if (local) return searched;
  const { context_window } = entry;
  const read = searched + wholeFiles(files, context_window).tokens;
  return knowledge_bases.length ? Math.max(read, wholeTokensMax(context_window)) : read;
}

/** Files of the conversation come first and get half of the room beside other sources, which share the rest. */
function shareOf(place: number, readers: number, withFiles: boolean): number {
  if (!withFiles || readers < 3) return 1 / readers;
  return place === 0 ? 1 / 2 : 1 / 2 / (readers - 1);
}

/** Null when the agent has no sources at all; empty when they say nothing about the question. */
export async function retrieve(context: GroundingContext, asked: Asked): Promise<Grounding | null> {
  const room = Math.min(PASSAGES_MAX_LENGTH, asked.context_window * WINDOW_SHARE * CHARACTERS_PER_TOKEN);
  const linked = await Promise.all(kinds.map((kind) => kind(context, asked)));
  const readers = linked.filter((reader) => reader !== null);
  if (!readers.length) return null;
  const verified = verifiedFinding(asked, room);
  const left = room - (verified?.passage.text.length ?? 0);
  const findings = await Promise.all(
    readers.map((read, place) => read(Math.floor(left * shareOf(place, readers.length, !!asked.files)))),
  );
  const { fixed, found: all } = foundIn(findings);
  const found = withOthers(all, { fixed, verified, asked });
  const on_date = findings.find((some) => some.on_date)?.on_date;
  const searches = findings.flatMap((some) => some.searches ?? []);
  const missing = missingIn(findings);
  // Bases and files are searched by the same words.
  const synonyms = findings.find((some) => some.synonyms)?.synonyms;
  return {
    passages: found.map(({ passage, answer }, place) => ({
      index: place + 1,
      ...passage,
      ...(answer && { answer: answer(place + 1) }),
    })),
    sources: found.map(({ source }, place) => ({ index: place + 1, ...source })),
    results: found.flatMap(({ result }, place) => (result ? [{ ...result, index: place + 1 }] : [])),
    scores: found.map(({ score, scores }) => (scores ? { score, scores } : { score })),
    filters: findings.flatMap(({ filters }) => filters),
    queries: findings.flatMap(({ queries }) => queries),
    notes: notesIn(findings, { found: all, missing: asked.reader === 'model' ? missing : undefined }),
    steps: findings.flatMap(({ steps }) => steps),
    ...(on_date ? { on_date } : {}),
    ...(fixed === undefined ? {} : { fixed }),
    ...(searches.length ? { searches } : {}),
    ...(missing === undefined ? {} : { missing }),
    ...(synonyms ? { synonyms } : {}),
    ...flagsIn(findings),
  };
}

/** A fixed answer cites its one finding; else what people wrote comes before what was searched. */
function withOthers(
  found: Finding[],
  { fixed, verified, asked }: Pick<Findings, 'fixed'> & { verified: Finding | null; asked: Asked },
): Finding[] {
  if (fixed !== undefined) return found;
  const read = asked.reader === 'local' ? withQuotedSnippets(found, asked) : found;
  return verified ? [verified, ...read] : read;
}

/** Doubts of a search are said only where nothing was found. */
function notesIn(
  findings: Findings[],
  { found, missing }: { found: Finding[]; missing: string | undefined },
): string[] {
  const lacking = missing === undefined ? [] : [`Nenhum dos trechos encontrados fala de «${missing}».`];
  const doubts = found.length ? [] : findings.flatMap((some) => some.doubts ?? []);
  return [...lacking, ...findings.flatMap(({ notes }) => notes), ...doubts];
}

const flagsIn = (findings: Findings[]): Pick<Grounding, 'away' | 'personal' | 'needs_person'> => ({
  ...(findings.some(({ away }) => away) ? { away: true } : {}),
  ...(findings.some(({ personal }) => personal) ? { personal: true } : {}),
  ...(findings.some(({ needs_person }) => needs_person) ? { needs_person: true } : {}),
});

/** A norm that is not in force answers for the agent only where no other source says anything. */
function foundIn(findings: Findings[]): Pick<Findings, 'found' | 'fixed'> {
  const refusing = findings.find(({ fixed }) => fixed !== undefined);
  const others = findings.filter((some) => some !== refusing).flatMap(({ found }) => found);
  if (refusing?.fixed === undefined || others.length) return { found: others };
  return { found: refusing.found, fixed: refusing.fixed };
}

/** A thing that one search misses may stand in the documents that another one found. */
function missingIn(findings: Findings[]): string | undefined {
  const documents = findings.filter(({ isDocuments }) => isDocuments);
  if (documents.some(({ found, missing }) => found.length > 0 && missing === undefined)) return undefined;
  return findings.find(({ missing }) => missing !== undefined)?.missing;
}
