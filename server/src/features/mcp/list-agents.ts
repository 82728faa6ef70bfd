/** The agents of a key, and the one that a program names. */
import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { AppError } from '../../app-error.ts';
import type { Queryable } from '../../db/client.ts';
import { agents } from '../../db/tables/agents.ts';
import type { KeyCaller } from '../../http/routes.ts';
import { agentOfModel, askableAgents } from '../openai/models.ts';

export const ListedAgents = z.object({
  agentes: z.array(
    z.object({
      id: z.int(),
      nome: z.string(),
      descricao: z.string().nullable(),
      exemplos: z.array(z.string()),
    }),
  ),
});

export async function listAgents(db: Queryable, caller: KeyCaller): Promise<z.output<typeof ListedAgents>> {
  const rows = await askableAgents(db, caller);
  return {
    agentes: rows.map(({ id, name, description, openers }) => ({
      id,
      nome: name,
      descricao: description,
      exemplos: openers,
    })),
  };
}

/** By its exact name, by its number, or as a model of OpenAI's form is called. */
export async function agentNamed(db: Queryable, caller: KeyCaller, named: number | string): Promise<number> {
  const byName =
    typeof named === 'string' ? await askableAgents(db, caller, eq(agents.name, named.trim())) : [];
  if (byName.length > 1)
    throw new AppError('validation', {
      detail: `Há mais de um agente com este nome. Informe o número: ${byName.map(({ id }) => id).join(' ou ')}.`,
    });
  const id = byName[0]?.id ?? numberOf(named);
  const [found] = id === null ? [] : await askableAgents(db, caller, eq(agents.id, id));
  // One that the key may not ask is the same as one that does not exist.
  if (!found) throw new AppError('unknown_agent_model', { detail: UNKNOWN });
  return found.id;
}

const UNKNOWN = 'Este agente não existe ou não está disponível para esta chave.';

const LARGEST_ID = 2_147_483_647;

function numberOf(named: number | string): number | null {
  if (typeof named === 'number') return named <= LARGEST_ID ? named : null;
  try {
    return agentOfModel(/^\d+$/.test(named) ? `agente-${named}` : named);
  } catch {
    return null;
  }
}
