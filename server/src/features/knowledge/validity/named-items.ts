/** The items of lists that relations name in a document: only these are cut out of their articles. */
import type { Queryable } from '../../../db/client.ts';
import type { DocumentPlace } from '../documents/store.ts';
import { knownNorms, readRelations, readValidity, targetOf } from './apply-validity.ts';

const isItem = (path: string): boolean => path.includes('/inc:');

export async function itemsNamed(
  db: Queryable,
  { knowledge_base_id, document_id }: DocumentPlace,
): Promise<string[]> {
  const stated = await readValidity(db, knowledge_base_id);
  const norms = await knownNorms(db, knowledge_base_id, stated);
  const relations = await readRelations(db, knowledge_base_id);
  return relations
    .filter((row) => row.document_id === document_id || targetOf(row, norms) === document_id)
    .flatMap(({ provisions }) => provisions.filter(isItem));
}
