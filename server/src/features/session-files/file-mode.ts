/** The switch `files` of an agent decides which of its sources are read. */
import type { ModelRules } from '#contract/agent-configuration.ts';
import { fixedChain } from '../models/model-chain.ts';
import type { ReadableFiles } from './search-scope.ts';

type FileMode = Pick<ModelRules, 'files'>;
type Links<L> = { knowledge_bases: L[]; data_sources: L[] };

/** Answers an agent that reads nothing but files while there are none: no provider is asked. */
export const fileNeededChain = fixedChain(
  'Este agente responde só com os arquivos que você anexa. Anexe um arquivo e pergunte de novo.',
);

export const lacksFiles = (agent: FileMode, files: ReadableFiles | null | undefined): boolean =>
  agent.files === 'only_files' && !files;

/** The bases and data sources that the agent reads beside the files. */
export const linksBeside = <L>({ files, knowledge_bases, data_sources }: FileMode & Links<L>): Links<L> =>
  files === 'only_files' ? { knowledge_bases: [], data_sources: [] } : { knowledge_bases, data_sources };

/** The sentence where an agent does not read files any more that the conversation has. */
export const FILES_LEFT_OUT = 'Este agente não lê mais arquivos: os desta conversa ficaram de fora.';
