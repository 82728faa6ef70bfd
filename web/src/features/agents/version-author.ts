import type { AgentVersion } from '#contract/agents.ts';
import { texts } from './texts-configuration.ts';

/** Who saved it; the installation itself when nobody did. */
export function authorOf({ created_by }: AgentVersion): string {
  return created_by ? texts.versions.by(created_by.name) : texts.versions.byNobody;
}
