/** Checks of an agent: questions whose answers must keep holding. */
import { z } from 'zod';
import { ComparedColumns, ComparedModels, Comparison, ComparisonEvent } from './comparisons.ts';
import { del, get, post, put } from './endpoint.ts';
import { Nothing } from './envelope.ts';
import { Expectation } from './expectations.ts';
import { UploadedFile } from './files.ts';
import { CHECKS_FILE_MAX, OVERRIDE_REASON_MAX, OVERRIDE_REASON_MIN, QUESTION_MAX } from './limits.ts';
import { Flag, Id, IdNumber, Time } from './paging.ts';

/** `error`: the model could not be asked. */
export const CheckResult = z
  .object({
    outcome: z.enum(['holds', 'fails', 'error']),
    /** Why, as one sentence. */
    reason: z.string(),
    answer: z.string(),
    /** Titles of what the answer cites. */
    cited: z.array(z.string()),
    at: Time,
  })
  .meta({ id: 'CheckResult' });
export type CheckResult = z.output<typeof CheckResult>;

export const AgentCheck = z
  .object({
    id: z.int(),
    question: z.string(),
    expectation: Expectation,
    created_at: Time,
    /** The outcome of the last run; null before the first. */
    last_result: CheckResult.nullable(),
  })
  .meta({ id: 'AgentCheck' });
export type AgentCheck = z.output<typeof AgentCheck>;

export const CheckRun = z
  .object({
    id: z.int(),
    agent_version_id: z.int().nullable(),
    total: z.int(),
    held: z.int(),
    failed: z.int(),
    errors: z.int(),
    /** The tokens of all its model calls; nobody is charged for them. */
    tokens: z.int(),
    started_at: Time,
    /** Null when it was broken off. */
    finished_at: Time.nullable(),
    /** The day on which it began by itself; null for a run that somebody began. */
    night: z.iso.date().nullable(),
    /** `tokens`: the tokens of that night were used up before all of it was asked. */
    note: z.enum(['waiting', 'tokens']).nullable(),
    /** Whether the agent is still what it was then. */
    is_current: z.boolean(),
  })
  .meta({ id: 'CheckRun' });
export type CheckRun = z.output<typeof CheckRun>;

/** A line of a run: first each check as it is asked and as it ended, at last the run as a whole. */
export const CheckEvent = z
  .object({
    check_id: z.int().optional(),
    state: z.enum(['running', 'ended', 'finished', 'broken']),
    result: CheckResult.optional(),
    run: CheckRun.optional(),
    /** In the last event of a publication: whether the candidate is live now. */
    published: z.boolean().optional(),
    held: z.int().optional(),
    total: z.int().optional(),
    code: z.literal('candidate_fails').optional(),
    error: z.string().optional(),
    done: z.boolean(),
  })
  .meta({ id: 'CheckEvent' });
export type CheckEvent = z.output<typeof CheckEvent>;

/** A line of a CSV file of checks: one that is new, one that is there already, one that is not understood. */
export const ImportedCheck = z
  .object({
    /** The line of the file, counted from 1. */
    line: z.int(),
    question: z.string(),
    /** Null where it is not understood. */
    expectation: Expectation.nullable(),
    state: z.enum(['new', 'same', 'wrong']),
    /** The reason why it is wrong, as one sentence. */
    problem: z.string().nullable(),
  })
  .meta({ id: 'ImportedCheck' });
export type ImportedCheck = z.output<typeof ImportedCheck>;

const NewCheck = z.object({
  question: z
    .string('A pergunta não pode estar vazia.')
    .trim()
    .min(1, 'A pergunta não pode estar vazia.')
    .max(QUESTION_MAX, 'A pergunta deve ter no máximo 20.000 caracteres.'),
  expectation: Expectation,
});

const CheckId = Id.extend({ checkId: IdNumber });

export const agentChecksApi = {
  list: get('/agents/:id/checks', {
    access: 'admin',
    summary: 'The checks of an agent and how the last run went',
    params: Id,
    reply: z.object({
      checks: z.array(AgentCheck),
      /** The last one that was not cut short by the tokens of its night. */
      last_run: CheckRun.nullable(),
      /** The last runs, newest first. */
      runs: z.array(CheckRun),
    }),
    missing: 'agent_not_found',
  }),
  create: post('/agents/:id/checks', {
    access: 'admin',
    summary: 'Keeps a question as a check',
    params: Id,
    body: NewCheck,
    reply: AgentCheck,
    status: 201,
    missing: 'agent_not_found',
  }),
  update: put('/agents/:id/checks/:checkId', {
    access: 'admin',
    summary: 'Changes a check; its last result is forgotten',
    params: CheckId,
    body: NewCheck,
    reply: AgentCheck,
    missing: 'check_not_found',
  }),
  remove: del('/agents/:id/checks/:checkId', {
    access: 'admin',
    summary: 'Deletes a check',
    params: CheckId,
    reply: Nothing,
    missing: 'check_not_found',
  }),
  importFile: post('/agents/:id/checks/import', {
    access: 'admin',
    summary: 'Reads checks from a CSV file and adds the new ones; a dry run only tells what would be added',
    params: Id,
    query: z.object({ dry_run: Flag(false) }),
    file: z.object({ file: UploadedFile }),
    file_max: CHECKS_FILE_MAX,
    file_too_large: 'checks_file_too_large',
    reply: z.object({
      lines: z.array(ImportedCheck),
      /** Checks that were added, or would be. */
      added: z.int(),
    }),
    missing: 'agent_not_found',
  }),
  exportFile: get('/agents/:id/checks/export', {
    access: 'admin',
    summary: 'The checks of an agent as CSV, formulas defused; importing it again adds nothing',
    params: Id,
    download: 'text/csv; charset=utf-8',
    missing: 'agent_not_found',
  }),
  run: post('/agents/:id/checks/run', {
    access: 'admin',
    summary: 'Asks all questions and tells which checks hold; nothing is charged',
    params: Id,
    events: CheckEvent,
    missing: 'agent_not_found',
  }),
  publish: post('/agents/:id/candidate/publish', {
    access: 'admin',
    summary:
      'Runs the checks on the candidate of an agent and makes it live if all hold; a superadmin may go without',
    params: Id,
    body: z.object({
      override: z
        .string()
        .trim()
        .min(OVERRIDE_REASON_MIN, 'Escreva o motivo, com pelo menos 10 caracteres.')
        .max(OVERRIDE_REASON_MAX, 'O motivo deve ter no máximo 500 caracteres.')
        .optional(),
    }),
    events: CheckEvent,
    missing: 'agent_not_found',
  }),
  discardCandidate: del('/agents/:id/candidate', {
    access: 'admin',
    summary: 'Forgets the changes that wait for publication',
    params: Id,
    reply: Nothing,
    missing: 'agent_not_found',
  }),
  compare: post('/agents/:id/checks/compare', {
    access: 'admin',
    summary:
      'Asks all questions of several versions and models side by side, without charge, and tells which checks hold',
    params: Id,
    /** `models` means the agent as it is now. */
    body: z
      .object({ columns: ComparedColumns.optional(), models: ComparedModels.optional() })
      .refine(
        ({ columns, models }) => (columns === undefined) !== (models === undefined),
        'Informe as colunas ou os modelos.',
      ),
    events: ComparisonEvent,
    missing: 'agent_not_found',
  }),
  comparisons: get('/agents/:id/comparisons', {
    access: 'admin',
    summary: 'The last ten comparisons of an agent, newest first, the newest one with its cells',
    params: Id,
    reply: z.object({
      comparisons: z.array(Comparison),
      /** Estimated costs of one check by catalogue id, in millionths of BRL; null without a price or an exchange rate. */
      cost_per_check: z.record(z.string(), z.int().nullable()),
    }),
    missing: 'agent_not_found',
  }),
  comparison: get('/comparisons/:id', {
    access: 'admin',
    summary: 'A comparison with its cells',
    params: Id,
    reply: Comparison,
    missing: 'comparison_not_found',
  }),
  stopComparison: post('/comparisons/:id/stop', {
    access: 'admin',
    summary: 'Ends a comparison; what was found so far stays',
    params: Id,
    reply: Nothing,
    missing: 'comparison_not_found',
  }),
};
