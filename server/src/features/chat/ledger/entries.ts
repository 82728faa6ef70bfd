/** The entries of the ledger: one a model call, with the price and the exchange rate of its moment. */
import type { TokenPurpose } from '#contract/users.ts';
import { isWithoutProvider, isWrittenAlready, type Usage } from '../../../adapters/models/model.ts';
import type { Queryable } from '../../../db/client.ts';
import { type chat_sessions, token_entries } from '../../../db/tables/chat.ts';
import type { StepCall } from '../../data-sources/read-source.ts';
import { type CallCosts, callCostsAt, type PricedModels } from '../../prices/call-costs.ts';
import { splitCharge } from '../../users/tokens/allowance.ts';
import type { MessageRow } from '../conversations/message-store.ts';

/** The tokens of one model call. */
export type Charge = Usage & { estimated: boolean };

export type Entry = typeof token_entries.$inferInsert;

/** A running record with its reservation and what its conversation says of it. */
export type Held = Pick<typeof chat_sessions.$inferSelect, 'agent_id' | 'is_test' | 'key_id'> & {
  reserved: number;
  reserved_cost: bigint;
  budget_group_id: number | null;
  budget_month: string | null;
};

type Calls = { charge: Charge | null; steps: StepCall[] };

export async function pricedEntries(
  db: Queryable,
  models: PricedModels,
  message: MessageRow,
  held: Held,
  calls: Calls,
  created_at: Date,
): Promise<Entry[]> {
  const { steps } = calls;
  // An answer of a stored plan, or one that people wrote, has an entry, so that it counts as one, of no tokens.
  const charge = calls.charge && isWrittenAlready(message.model) ? NO_USAGE : calls.charge;
  if (!charge && !steps.length) return [];
  const ids = [...(charge ? [message.model] : []), ...steps.map(({ model }) => model)];
  const costs = await callCostsAt(db, models, { ids, at: created_at });
  return entriesOf(message, held, { charge, steps, costs }, created_at);
}

/** The calls of each run of a record begin at the next thousand. */
const CALLS_PER_RUN = 1_000;

/**
 * One entry a model call. An answer that never came costs its asker nothing, nor do the steps that led to it, unless it
 * was the asker who stopped it; nor does a test, nor a model that failed before another one answered, nor a call that no
 * provider is asked for. A record has one entry `answer`: when its first run failed and cost nothing, the retry that
 * answers it enters that too.
 */
function entriesOf(
  { user_id, session_id, id: message_id, model, status, run, run_purpose }: MessageRow,
  { agent_id, key_id, is_test, budget_group_id, budget_month }: Held,
  { charge, steps, costs }: Calls & { costs: CallCosts },
  created_at: Date,
): Entry[] {
  const isFree = is_test || (!charge && status !== 'stopped');
  const first = run * CALLS_PER_RUN;
  const calls = [
    ...(charge ? [{ purpose: run_purpose, call: first, model, took: charge }] : []),
    ...steps.map(({ usage, estimated, ...step }, call) => ({
      ...step,
      call: first + call,
      took: { ...usage, estimated },
    })),
  ];
  const budget = { budget_group_id, budget_month };
  const record = { user_id, session_id, message_id, agent_id, key_id, ...budget, created_at };
  const entries = calls.map(({ took, ...call }) => ({
    ...record,
    ...call,
    ...usedTokens(took),
    ...costs(call.model, took),
    charged:
      isFree || call.purpose === 'attempt' || isWithoutProvider(call.model) ? 0 : took.input + took.output,
  }));
  const answer = { ...record, ...NO_TOKENS, purpose: 'answer' as const, call: 0, model };
  return charge && run_purpose === 'retry' ? [...entries, answer] : entries;
}

/** The entries with the part of each that credits pay: the last tokens of an answer are those beyond the allowance. */
export function paidEntries(entries: Entry[], person: Parameters<typeof splitCharge>[1]): Entry[] {
  const charged = entries.reduce((sum, entry) => sum + entry.charged, 0);
  let { allowance } = splitCharge(charged, person);
  return entries.map((entry) => {
    const paid = Math.min(allowance, entry.charged);
    allowance -= paid;
    return { ...entry, from_credit: entry.charged - paid };
  });
}

export const usedTokens = ({ input, output, cached = 0, estimated }: Charge) => ({
  input_tokens: input,
  output_tokens: output,
  cached_tokens: cached,
  estimated,
});

const NO_USAGE: Charge = { input: 0, output: 0, estimated: false };

const NO_TOKENS = {
  ...usedTokens(NO_USAGE),
  charged: 0,
  cost_brl_micro: 0n,
};

/** Enters a model call that nobody is charged for and that belongs to no conversation. */
export async function enterUncharged(
  db: Queryable,
  models: PricedModels,
  call: {
    user_id: number;
    agent_id: number;
    purpose: TokenPurpose;
    model: string;
    took: Charge;
    now: Date;
  },
): Promise<void> {
  const { user_id, agent_id, purpose, model, took, now } = call;
  const costs = await callCostsAt(db, models, { ids: [model], at: now });
  await db.insert(token_entries).values({
    user_id,
    agent_id,
    purpose,
    model,
    ...usedTokens(took),
    ...costs(model, took),
    charged: 0,
    created_at: now,
  });
}
