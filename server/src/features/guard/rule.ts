/** The rule on personal data that holds for an agent: its own, or that of the installation. */
import type { PersonalDataDecision, PersonalDataKind, PersonalDataMode } from '#contract/personal-data.ts';
import { NO_RULE } from '../../adapters/models/guard/guarded-models.ts';
import type { CallRule, InstallationRule, Models } from '../../adapters/models/model.ts';

/** Null in either field: as the installation has it. */
export type AgentRule = {
  personal_data: PersonalDataMode | null;
  personal_data_kinds: PersonalDataKind[] | null;
};

export function ruleOf({ guard }: Pick<Models, 'guard'>, agent: AgentRule): InstallationRule {
  const installation = guard?.rule ?? NO_RULE;
  return {
    mode: agent.personal_data ?? installation.mode,
    kinds: agent.personal_data_kinds ?? installation.kinds,
  };
}

/** Without a decision `warn` sends marks: nobody said that the data may leave. */
export const callRule = (
  { mode, kinds }: InstallationRule,
  decision: PersonalDataDecision | null,
): CallRule => ({
  kinds,
  is_sent: mode === 'allow' || (mode === 'warn' && decision === 'send'),
});
