/** Reads the traces of an administrator's own work on agents, documents and answers. */
import { eq, or, sql } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import { agent_check_runs, agent_versions, agents, model_comparisons } from '../../../db/tables/agents.ts';
import { alert_rules } from '../../../db/tables/alerts.ts';
import { counters } from '../../../db/tables/counters.ts';
import { open_question_groups } from '../../../db/tables/open-questions.ts';
import { sync_runs, syncs } from '../../../db/tables/syncs.ts';
import { document_relations, document_validity, validity_proposals } from '../../../db/tables/validity.ts';
import { verified_answer_versions, verified_answers } from '../../../db/tables/verified-answers.ts';

export async function readWork(db: Database, user_id: number) {
  return {
    comparisons: await db
      .select({
        id: model_comparisons.id,
        agent_id: model_comparisons.agent_id,
        started_at: model_comparisons.started_at,
      })
      .from(model_comparisons)
      .where(eq(model_comparisons.started_by, user_id)),
    ...(await readDocumentDecisions(db, user_id)),
    ...(await readAgentWork(db, user_id)),
    ...(await readWrittenAnswers(db, user_id)),
    ...(await readSyncs(db, user_id)),
  };
}

/** Decisions on the validity of documents. */
async function readDocumentDecisions(db: Database, user_id: number) {
  return {
    document_dates: await db
      .select({ document_id: document_validity.document_id, updated_at: document_validity.updated_at })
      .from(document_validity)
      .where(eq(document_validity.updated_by, user_id)),
    document_relations: await db
      .select({ document_id: document_relations.document_id, decided_at: document_relations.decided_at })
      .from(document_relations)
      .where(eq(document_relations.decided_by, user_id)),
    validity_proposals: await db
      .select({ document_id: validity_proposals.document_id, decided_at: validity_proposals.decided_at })
      .from(validity_proposals)
      .where(eq(validity_proposals.decided_by, user_id)),
  };
}

/** Versions and runs of checks that they made, agents that they own, and rules that write to them. */
async function readAgentWork(db: Database, user_id: number) {
  return {
    versions: await db
      .select({
        id: agent_versions.id,
        agent_id: agent_versions.agent_id,
        created_at: agent_versions.created_at,
      })
      .from(agent_versions)
      .where(eq(agent_versions.created_by, user_id)),
    check_runs: await db
      .select({
        id: agent_check_runs.id,
        agent_id: agent_check_runs.agent_id,
        started_at: agent_check_runs.started_at,
      })
      .from(agent_check_runs)
      .where(eq(agent_check_runs.started_by, user_id)),
    owned_agents: await db
      .select({ id: agents.id, name: agents.name })
      .from(agents)
      .where(eq(agents.owner_user_id, user_id)),
    alert_rules: await db
      .select({ id: alert_rules.id, kind: alert_rules.kind })
      .from(alert_rules)
      .where(sql`${user_id}::int = any(${alert_rules.user_ids})`),
    counters_notifying: await db
      .select({ id: counters.id, name: counters.name })
      .from(counters)
      .where(sql`${user_id}::int = any(${counters.notify_user_ids})`),
  };
}

/** Verified answers that they wrote or review, and groups of open questions that they closed. */
async function readWrittenAnswers(db: Database, user_id: number) {
  return {
    verified_answers: await db
      .select({
        id: verified_answers.id,
        agent_id: verified_answers.agent_id,
        created_at: verified_answers.created_at,
      })
      .from(verified_answers)
      .where(or(eq(verified_answers.created_by, user_id), eq(verified_answers.reviewer_user_id, user_id))),
    verified_answer_versions: await db
      .select({
        verified_answer_id: verified_answer_versions.verified_answer_id,
        version: verified_answer_versions.version,
        created_at: verified_answer_versions.created_at,
      })
      .from(verified_answer_versions)
      .where(eq(verified_answer_versions.created_by, user_id)),
    open_question_groups: await db
      .select({
        id: open_question_groups.id,
        agent_id: open_question_groups.agent_id,
        closure_kind: open_question_groups.closure_kind,
        closed_at: open_question_groups.closed_at,
      })
      .from(open_question_groups)
      .where(eq(open_question_groups.closed_by, user_id)),
  };
}

/** Synchronisations of knowledge bases that they set up or started. */
async function readSyncs(db: Database, user_id: number) {
  return {
    syncs: await db
      .select({
        id: syncs.id,
        knowledge_base_id: syncs.knowledge_base_id,
        created_at: syncs.created_at,
      })
      .from(syncs)
      .where(eq(syncs.created_by, user_id)),
    sync_runs: await db
      .select({
        id: sync_runs.id,
        knowledge_base_id: sync_runs.knowledge_base_id,
        started_at: sync_runs.started_at,
      })
      .from(sync_runs)
      .where(eq(sync_runs.started_by, user_id)),
  };
}
