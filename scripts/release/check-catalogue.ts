/**
 * Compares the catalogue with the models that the providers have, before a release: `node scripts/release/check-catalogue.ts`,
 * with the keys in the environment. Each active entry must be in the list of its provider and answer a short question.
 */
import { CATALOGUE_READ_ON } from '../../contract/src/model-catalogue.ts';
import { systemClock } from '../../server/src/adapters/clock.ts';
import { openLog } from '../../server/src/adapters/log.ts';
import type { ModelSetup } from '../../server/src/adapters/models/model.ts';
import { openModels } from '../../server/src/adapters/models/open-models.ts';
import { parseEnv } from '../../server/src/env.ts';

/** The table of the catalogue may be this old, in days, when no key is there to check it with. */
const AGE_MAX_DAYS = 90;
const LIST_MS = 10_000;
const PROBE_MS = 30_000;

export async function catalogueProblems(setup: ModelSetup | null, now: Date): Promise<string[]> {
  const age = Math.floor((now.getTime() - Date.parse(CATALOGUE_READ_ON)) / 86_400_000);
  const old = `the catalogue was read ${age} days ago, on ${CATALOGUE_READ_ON}: check it with keys of the providers`;
  if (!setup?.providers().length) return age > AGE_MAX_DAYS ? [old] : [];
  const problems: string[] = [];
  for (const access of setup.providers()) {
    const { provider, base_url, api_key } = access;
    const listed = await setup.list(access, AbortSignal.timeout(LIST_MS)).catch(() => null);
    if (!listed) {
      problems.push(`${provider}: the list of models cannot be read`);
      continue;
    }
    const ids = new Set(listed.map(({ id }) => id));
    for (const entry of access.entries.filter(({ id }) => setup.canRun(id))) {
      if (!ids.has(entry.provider_model)) problems.push(`${provider}: ${entry.id} is not in the list`);
      else if (!(await setup.probe({ entry, base_url, api_key }, AbortSignal.timeout(PROBE_MS))))
        problems.push(`${provider}: ${entry.id} does not answer`);
    }
  }
  return problems;
}

if (import.meta.main) {
  const { setup } = openModels(parseEnv(process.env), { log: openLog('error'), clock: systemClock });
  const problems = await catalogueProblems(setup, systemClock.now());
  console.log(problems.join('\n') || 'The catalogue agrees with its providers.');
  process.exitCode = problems.length ? 1 : 0;
}
