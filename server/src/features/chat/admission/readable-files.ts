/** The files of a conversation that a question reads. */
import type { ModelRules } from '#contract/agent-configuration.ts';
import type { ReadableFiles } from '../../session-files/search-scope.ts';
import type { AskedFile } from './admission-snapshot.ts';

const isBeingRead = ({ status }: AskedFile): boolean => status !== 'ready' && status !== 'failed';

/** A question that runs again, and one that adjusts a result, wait for no file. */
export const waitsForFiles = (
  files: AskedFile[],
  { agent, without_files = [], rerun, adjust }: Asked & { rerun?: unknown; adjust?: unknown },
): boolean =>
  !rerun &&
  !adjust &&
  agent.files !== 'no' &&
  files.some((file) => isBeingRead(file) && !without_files.includes(file.id));

type Asked = { user: { user_id: number }; agent: Pick<ModelRules, 'files'>; without_files?: string[] };

/** Null where there are none, or where the agent does not read files (any more). */
export function readableFiles(
  files: AskedFile[],
  { user, agent, without_files = [] }: Asked,
): ReadableFiles | null {
  if (agent.files === 'no') return null;
  const ready = files.filter(({ id, status }) => status === 'ready' && !without_files.includes(id));
  return ready.length ? { user_id: user.user_id, files: ready } : null;
}
