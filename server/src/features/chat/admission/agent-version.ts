/** Resolves an agent's configuration and the version that it is. */
import type { Models } from '../../../adapters/models/model.ts';
import { lockAgent } from '../../agents/store.ts';
import { type CompleteConfiguration, configurationOf, hashOf, keepVersion } from '../../agents/versions.ts';
import { type ModelChain, requireChain } from '../../models/model-chain.ts';
import { fileNeededChain, lacksFiles } from '../../session-files/file-mode.ts';
import type { ReadableFiles } from '../../session-files/search-scope.ts';
import type { GivenAnswer, NearAnswer } from '../../verified-answers/matching/find-verified.ts';
import type { ChatContext } from '../run/chat-runtime.ts';

export type Configured = CompleteConfiguration & { id: number; agent_version_id: number | null };

/** The agent, the models that answer, and the files of the conversation. */
export type ResolvedAgent = {
  agent: Configured;
  is_test: boolean;
  chain: ModelChain;
  /** Null where the question has none to read. */
  files: ReadableFiles | null;
  /** A verified answer that is given, or one to a similar question. */
  verified?: GivenAnswer;
  verified_near?: NearAnswer;
};

/** The models that answer; none where the agent needs files and has none. */
export const chainFor = async (
  models: Models,
  agent: CompleteConfiguration,
  files: ReadableFiles | null,
): Promise<ModelChain> => (lacksFiles(agent, files) ? fileNeededChain : requireChain(models, agent));

type VersionContext = Pick<ChatContext, 'db' | 'clock' | 'chat'>;

/** One statement when the version was seen before; undefined without such an agent. */
export async function configuredAgent(context: VersionContext, id: number): Promise<Configured | undefined> {
  const configuration = await configurationOf(context.db, id);
  return configuration && withVersion(context, { ...configuration, id });
}

/** None at all when it was seen before; undefined when the agent has gone meanwhile. */
export async function withVersion(
  context: VersionContext,
  { id, ...configuration }: CompleteConfiguration & { id: number },
): Promise<Configured | undefined> {
  const seen = context.chat.agentVersions.get(id);
  if (seen?.hash !== hashOf(configuration)) return keepSeen(context, id);
  return { ...configuration, id, agent_version_id: seen.version_id };
}

/** In a transaction of its own: what is remembered must be there for everybody. */
async function keepSeen({ db, clock, chat }: VersionContext, id: number): Promise<Configured | undefined> {
  const kept = await db.transaction(async (tx) => {
    await lockAgent(tx, id);
    const version_id = await keepVersion(tx, id, { user_id: null, now: clock.now() });
    return { configuration: await configurationOf(tx, id), version_id };
  });
  const { configuration, version_id } = kept;
  if (!configuration) return undefined;
  if (version_id !== undefined) chat.agentVersions.set(id, { hash: hashOf(configuration), version_id });
  return { ...configuration, id, agent_version_id: version_id ?? null };
}
