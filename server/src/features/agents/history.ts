/** Lists the versions of an agent and restores one. */
import { and, count, desc, eq, inArray, isNull, notInArray } from 'drizzle-orm';
import { type AgentVersion, DEFAULT_MODEL_RULES } from '#contract/agent-configuration.ts';
import type { AppContext } from '../../app-context.ts';
import { AppError } from '../../app-error.ts';
import type { Queryable } from '../../db/client.ts';
import { agent_versions, agents } from '../../db/tables/agents.ts';
import { messages } from '../../db/tables/chat.ts';
import { users } from '../../db/tables/people.ts';
import { type Actor, recordChange } from '../audit/record.ts';
import { difference } from '../audit/values.ts';
import { requireKnownModels, requireResidency } from '../models/named-models.ts';
import { type AgentDto, findAgentDto } from './agent-dto.ts';
import { changeConfiguration, writeConfiguration } from './candidate/candidate.ts';
import { auditLabel, auditValues, lockAgent, requireAgent } from './store.ts';
import { keepVersion } from './versions.ts';

type ShownVersion = Omit<AgentVersion, 'created_at'> & { created_at: Date };

/**
 * A page, newest first. The present configuration is always among them: a change that came from elsewhere, such as a
 * deleted base, becomes a version without an author when the list is first read.
 */
export async function listVersions(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  agent_id: number,
  { skip, limit }: { skip: number; limit: number },
): Promise<{ rows: ShownVersion[]; total: number }> {
  const current = await keepVersion(db, agent_id, { user_id: null, now: clock.now() });
  if (current === undefined) throw new AppError('agent_not_found');
  const ofAgent = eq(agent_versions.agent_id, agent_id);
  const [counted] = await db.select({ total: count() }).from(agent_versions).where(ofAgent);
  const found = await db
    .select({ version: agent_versions, made_by: users.name })
    .from(agent_versions)
    .leftJoin(users, eq(users.id, agent_versions.created_by))
    .where(ofAgent)
    .orderBy(desc(agent_versions.created_at), desc(agent_versions.id))
    .limit(limit)
    .offset(skip);
  const answers = await answersGiven(
    db,
    found.map(({ version }) => version.id),
  );
  const rows = found.map(({ version, made_by }) => ({
    id: version.id,
    hash: version.hash,
    configuration: version.configuration,
    is_current: version.id === current,
    answers_count: answers.get(version.id) ?? 0,
    created_by: version.created_by === null ? null : { id: version.created_by, name: made_by ?? '' },
    created_at: version.created_at,
  }));
  return { rows, total: counted?.total ?? 0 };
}

async function answersGiven(db: Queryable, ids: number[]): Promise<Map<number | null, number>> {
  if (!ids.length) return new Map();
  const rows = await db
    .select({ id: messages.agent_version_id, total: count() })
    .from(messages)
    .where(
      and(
        inArray(messages.agent_version_id, ids),
        notInArray(messages.status, ['streaming', 'failed']),
        isNull(messages.copied_from),
      ),
    )
    .groupBy(messages.agent_version_id);
  return new Map(rows.map(({ id, total }) => [id, total]));
}

/** Restores settings and links; `missing` names the targets of links that no longer exist. */
export function restoreVersion(
  { db, clock, models }: Pick<AppContext, 'db' | 'clock' | 'models'>,
  by: Actor,
  { id, versionId }: { id: number; versionId: number },
): Promise<{ agent: AgentDto; missing: string[] }> {
  const now = clock.now();
  return db.transaction(async (tx) => {
    const before = await lockAgent(tx, id);
    const [version] = await tx
      .select({ configuration: agent_versions.configuration })
      .from(agent_versions)
      .where(and(eq(agent_versions.agent_id, id), eq(agent_versions.id, versionId)));
    if (!version) throw new AppError('version_not_found');
    const { knowledge_bases, data_sources, ...settings } = version.configuration;
    requireKnownModels(models, settings);
    const restored = { ...DEFAULT_MODEL_RULES, ...settings };
    requireResidency(models, restored);
    let missing: string[] = [];
    let after = before;
    const isCandidate = await changeConfiguration(tx, before, { user_id: by.user_id, now }, async () => {
      ({ missing } = await writeConfiguration(tx, id, { ...restored, knowledge_bases, data_sources }));
      await tx.update(agents).set({ updated_at: now }).where(eq(agents.id, id));
      after = await requireAgent(tx, id);
    });
    const changed = difference(auditValues(before), auditValues(after));
    const restoring = { version_id: versionId, ...(isCandidate && { candidate: true }) };
    const entry = { before: changed?.before ?? null, after: { ...restoring, ...changed?.after } };
    await recordChange(tx, by, { action: 'agent.version_restored', ...auditLabel(before), ...entry }, now);
    return { agent: await findAgentDto(tx, id), missing };
  });
}
