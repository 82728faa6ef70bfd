/** The document of a base that a file may be the new version of: the one of its name. */
import type { KbDocument } from '#contract/knowledge.ts';
import { type Target, writtenName } from './upload-queue.ts';

/** The newest one is meant where several have the name. A sync replaces what it brought by itself. */
export function namesakeIn(documents: KbDocument[], filename: string): Target | null {
  const found = documents
    .filter(
      ({ sync_id, original_filename }) =>
        sync_id === null && writtenName(original_filename) === writtenName(filename),
    )
    .sort((one, other) => other.created_at.localeCompare(one.created_at) || other.id - one.id)[0];
  return found ? { id: found.id, name: found.original_filename } : null;
}
