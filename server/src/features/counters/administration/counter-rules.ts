/** The rules of a counter: origins, logo, the agent of a literal one, the budget of one that asks a model. */
import { eq, inArray, sql } from 'drizzle-orm';
import { counterMessages, type GivenCounter } from '#contract/counters.ts';
import { problems } from '#contract/errors.ts';
import { COUNTER_LOGO_BYTES_MAX, COUNTER_QUESTION_MAX } from '#contract/limits.ts';
import { AppError, filledDetail } from '../../../app-error.ts';
import type { Queryable } from '../../../db/client.ts';
import { agents } from '../../../db/tables/agents.ts';
import { data_sources } from '../../../db/tables/data-sources.ts';
import type { Env } from '../../../env.ts';
import { isLoopbackHost } from '../../../network-address.ts';
import { configuredAgent } from '../../chat/admission/agent-version.ts';
import type { CounterContext } from '../counter-context.ts';
import { isStaff } from '../counter-rows.ts';
import { modelAnswer } from '../visits/model-answer.ts';

/** A counter that cannot pay for three questions would be closed most of the day. */
const QUESTIONS_PAID = 3;

const fieldError = (field: string, message: string) =>
  new AppError('validation', { detail: message, errors: [{ field, message }] });

/** Throws where the agent is unknown, where a literal counter would read data, and where the budget is too small. */
export async function requirePossible(
  context: CounterContext,
  { agent_id, mode, tokens_per_day }: Pick<GivenCounter, 'agent_id' | 'mode' | 'tokens_per_day'>,
): Promise<void> {
  const [known] = await context.db.select({ id: agents.id }).from(agents).where(eq(agents.id, agent_id));
  const agent = known && (await configuredAgent(context, agent_id));
  if (!agent) throw fieldError('agent_id', problems.agent_not_found.detail);
  if (mode === 'literal') {
    if (!agent.data_sources.length) return;
    const ids = agent.data_sources.map(({ id }) => id);
    const named = await context.db
      .select({ name: data_sources.name })
      .from(data_sources)
      .where(inArray(data_sources.id, ids));
    const names = named.map(({ name }) => name).join(', ');
    const detail = filledDetail('literal_without_data', { names });
    throw new AppError('literal_without_data', { detail, errors: [{ field: 'agent_id', message: detail }] });
  }
  const { reserved_tokens } = await modelAnswer(context, agent, {
    question: 'x'.repeat(COUNTER_QUESTION_MAX),
    history: [],
    agent_name: '',
  });
  const least = QUESTIONS_PAID * reserved_tokens;
  if (tokens_per_day < least)
    throw fieldError(
      'tokens_per_day',
      `Com este agente cada pergunta pode gastar até ${reserved_tokens.toLocaleString('pt-BR')} tokens: informe ao menos ${least.toLocaleString('pt-BR')} por dia.`,
    );
}

/** Each once; all of them active administrators, because only those may read what is asked. */
export async function checkedStaff(db: Queryable, user_ids: number[]): Promise<number[]> {
  const wanted = [...new Set(user_ids)];
  const { rows } = await db.execute<{ id: number }>(
    sql`select u.id from users u where u.id = any(${sql.param(wanted)}::int[]) and ${isStaff('u')}`,
  );
  if (rows.length < wanted.length) throw fieldError('notify_user_ids', 'Escolha só administradores ativos.');
  return wanted;
}

/** A name or an address. A URL may have stars and semicolons in its host, which mean every site, and the next rule, in a policy. */
const ORIGIN_HOST = /^(?:[a-z0-9_-]+(?:\.[a-z0-9_-]+)*|\[[0-9a-f:]+\])$/;

/** Each once, as browsers write origins. Plain http is for this machine, outside of production. */
export function checkedOrigins({ NODE_ENV }: Pick<Env, 'NODE_ENV'>, typed: string[]): string[] {
  return [
    ...new Set(
      typed.map((text) => {
        const url = URL.canParse(text) ? new URL(text) : null;
        const isPlain =
          url?.protocol === 'http:' && isLoopbackHost(url.hostname) && NODE_ENV !== 'production';
        const isOrigin = url && text.replace(/\/$/, '').toLowerCase() === url.origin.toLowerCase();
        const isPossible = url && ORIGIN_HOST.test(url.hostname) && (url.protocol === 'https:' || isPlain);
        if (!isOrigin || !isPossible) {
          const { detail } = problems.origin_invalid;
          throw new AppError('origin_invalid', { errors: [{ field: 'origins', message: detail }] });
        }
        return url.origin;
      }),
    ),
  ];
}

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** By what it is, not by what it says to be. */
export function checkedLogo(base64: string): Buffer {
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.length > COUNTER_LOGO_BYTES_MAX || logoType(bytes) === null)
    throw fieldError('logo', counterMessages.logo);
  return bytes;
}

export function logoType(bytes: Buffer): 'image/png' | 'image/webp' | null {
  if (bytes.subarray(0, PNG.length).equals(PNG)) return 'image/png';
  const isWebp =
    bytes.subarray(0, 4).toString('latin1') === 'RIFF' && bytes.subarray(8, 12).toString('latin1') === 'WEBP';
  return isWebp ? 'image/webp' : null;
}
