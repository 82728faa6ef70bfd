/** The prompt as an administrator sees it before it is saved. */
import { eq, sql } from 'drizzle-orm';
import type { CompiledPrompt } from '#contract/agent-prompt.ts';
import type { AppContext } from '../../../app-context.ts';
import { user_groups, users } from '../../../db/tables/people.ts';
import { countTokens } from '../../../language/tokens.ts';
import { type AgentPrompt, conversationDataOf, instructionsOf, SECURITY_PROMPT } from './instructions.ts';

/** The name of a person's group; people without one are in the default one. */
export const groupNameOfPerson = sql<string>`coalesce((select name from ${user_groups} where id = ${users.user_group_id}),
  (select name from ${user_groups} where is_default), '')`;

/** With the values that the one who looks at it would be answered with. */
export async function compilePrompt(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  user_id: number,
  { agent_name, ...prompt }: AgentPrompt & { agent_name: string },
): Promise<CompiledPrompt> {
  const [person] = await db
    .select({ name: users.name, group: groupNameOfPerson })
    .from(users)
    .where(eq(users.id, user_id));
  const asker = { name: '', group: '', ...person, agent: agent_name };
  const data = conversationDataOf(prompt, asker, { now: clock.now(), hides_name: false });
  const text = [instructionsOf(prompt), data].filter(Boolean).join('\n\n');
  return { text, tokens: await countTokens(text), security_prompt: SECURITY_PROMPT };
}
