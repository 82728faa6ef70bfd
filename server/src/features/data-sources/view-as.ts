/** «Ver como…»: the result that a person would get from a data source, for a superadmin. Nothing of it is stored. */
import type { SeenAs, ViewAs } from '#contract/data-sources.ts';
import type { AppContext } from '../../app-context.ts';
import { AppError } from '../../app-error.ts';
import { type Actor, recordChange } from '../audit/record.ts';
import { isConfigured, readSource } from './read-source.ts';
import { auditLabel } from './settings/audited.ts';
import { asAppError } from './settings/content-errors.ts';
import { limitQueries } from './settings/execute.ts';
import { requireDataSource } from './settings/store.ts';
import { findPerson } from './values/source-reader.ts';

/** As long as an answer waits for its sources. */
const READ_MAX_MS = 20_000;

/** The question is read by rules alone, so that no text of the person goes to a model. */
export async function viewAs(
  context: Pick<AppContext, 'db' | 'content' | 'models' | 'clock'>,
  by: Actor & { user_id: number },
  id: number,
  { user_id, question, reason }: ViewAs,
): Promise<SeenAs> {
  const { db, clock } = context;
  const source = await requireDataSource(db, id);
  if (!isConfigured(source)) throw new AppError('no_base_query');
  const person = await findPerson(db, user_id);
  if (!person) throw new AppError('user_not_found');
  await db.transaction(async (tx) => {
    const change = { action: 'data_source.viewed_as', ...auditLabel(source), after: { reason } };
    await recordChange(tx, by, { ...change, person: user_id }, clock.now());
  });
  return limitQueries(by.user_id, async () => {
    try {
      const { result, notes, remarks } = await readSource(
        { ...context, models: { openSteps: () => [] } },
        source,
        {
          question,
          person,
          history: [],
          before: null,
          without: [],
          reader: 'local',
          signal: AbortSignal.timeout(READ_MAX_MS),
        },
      );
      return { result, notes: [...notes, ...remarks] };
    } catch (error) {
      throw asAppError(error);
    }
  });
}
