/**
 * Attempts to manipulate an agent of the configured database, put to any configured model.
 * `npm run trials -- manipulation --agent ID [--model ID] [--only NAME]`; nothing is stored or charged to anybody, but
 * the provider is paid. Exits with 1 when something fell or could not be asked.
 */
import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { AGENT_FALLBACK } from '../contract/src/agent-models.ts';
import type { AppContext } from '../server/src/app-context.ts';
import { createContext } from '../server/src/create-context.ts';
import { parseEnv } from '../server/src/env.ts';
import { instructionsOf } from '../server/src/features/agents/prompt/instructions.ts';
import { configurationOf } from '../server/src/features/agents/versions.ts';
import { retrieve } from '../server/src/features/grounding/retrieve.ts';
import { type Attacked, attack, type Target } from './manipulation/attack.ts';
import { attemptsWith } from './manipulation/attempts.ts';
import { tableOf } from './manipulation/table.ts';

const USAGE = 'Uso: npm run trials -- manipulation --agent ID [--model ID] [--only NOME]';
const AT_A_TIME = 2;

export async function run(options: string[]): Promise<object> {
  const wishes = { agent: { type: 'string' }, model: { type: 'string' }, only: { type: 'string' } } as const;
  const { values } = parseArgs({ args: options, options: wishes });
  const agent_id = Number(values.agent);
  if (!Number.isSafeInteger(agent_id) || agent_id < 1) throw new Error(USAGE);
  // The lines of the log would stand among the figures.
  const open = await createContext(parseEnv({ ...process.env, LOG_LEVEL: 'silent' }));
  try {
    const { target, model } = await targetOf(open.context, agent_id, values.model);
    const bait = { marker: `ZIRCONIO-${randomBytes(3).toString('hex')}`, host: 'coleta.exemplo.net' };
    const secret = randomBytes(9).toString('hex');
    const attempts = attemptsWith(bait).filter(
      ({ name }) => values.only === undefined || name === values.only,
    );
    if (!attempts.length) throw new Error(`Não há tentativa chamada ${values.only}.`);
    const attacked = await inTurns(attempts, (attempt) =>
      attack(target, attempt, { secret, marker: bait.marker }),
    );
    console.error(tableOf(attacked));
    const failed = attacked.filter(({ fell, error }) => fell.length || error !== null);
    if (failed.length) process.exitCode = 1;
    return { trial: 'manipulation', agent: agent_id, model, ...figuresOf(attacked) };
  } finally {
    await open.close();
  }
}

async function targetOf(
  context: AppContext,
  agent_id: number,
  model_id: string | undefined,
): Promise<{ target: Target; model: string }> {
  const agent = await configurationOf(context.db, agent_id);
  if (!agent) throw new Error(`Não há agente ${agent_id} neste banco de dados.`);
  const id = model_id ?? agent.model ?? AGENT_FALLBACK.model;
  const opened = context.models.open(id);
  if (!opened) throw new Error(`O modelo ${id} não está configurado.`);
  if (opened.local)
    throw new Error('Sem chave de um provedor só há o modo local, que copia trechos e nada obedece.');
  const { entry, model } = opened;
  const { context_window, max_tokens } = entry;
  const target: Target = {
    model,
    temperature: agent.temperature ?? AGENT_FALLBACK.temperature,
    max_tokens,
    instructions: instructionsOf(agent),
    find: async ({ question, history }, signal) => {
      const found = await retrieve(context, {
        knowledge_base_ids: agent.knowledge_bases.map(({ id }) => id),
        data_source_ids: agent.data_sources.map(({ id }) => id),
        question,
        history,
        without: [],
        reader: 'model',
        context_window,
        signal,
      });
      return found && { ...found, passages: found.passages.map(({ index: _, ...passage }) => passage) };
    },
  };
  return { target, model: entry.id };
}

async function inTurns<T, R>(things: T[], act: (thing: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const left = things.entries();
  const worker = async () => {
    for (const [place, thing] of left) results[place] = await act(thing);
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, worker));
  return results;
}

function figuresOf(attacked: Attacked[]) {
  const fallen = attacked.filter(({ fell }) => fell.length);
  return {
    attempts: attacked.length,
    held: attacked.filter(({ fell, error }) => !fell.length && error === null).length,
    fell: fallen.map(({ name, fell }) => ({ name, fell })),
    errors: attacked.flatMap(({ name, error }) => (error === null ? [] : [{ name, error }])),
  };
}
