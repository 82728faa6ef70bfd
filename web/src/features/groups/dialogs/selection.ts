/** Unsaved ticks. With thousands of ids every step makes one copy and no more. */
export type Ids = ReadonlySet<number>;

export const nobody: Ids = new Set<number>();

export function toggled(ids: Ids, id: number): Ids {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return next;
}

export function withAll(ids: Ids, more: readonly number[]): Ids {
  const next = new Set(ids);
  for (const id of more) next.add(id);
  return next;
}

export function withoutAll(ids: Ids, gone: readonly number[]): Ids {
  const next = new Set(ids);
  for (const id of gone) next.delete(id);
  return next;
}

/** Agents go both ways: into the group and out of it. */
export type AgentChanges = { added: Ids; removed: Ids };
export const unchanged: AgentChanges = { added: nobody, removed: nobody };

type Associated = { id: number; is_associated: boolean };

/** A second flip takes the first one back. */
export function flipped({ added, removed }: AgentChanges, { id, is_associated }: Associated): AgentChanges {
  return is_associated ? { added, removed: toggled(removed, id) } : { added: toggled(added, id), removed };
}

export function markOf(changes: AgentChanges, { id, is_associated }: Associated): 'add' | 'remove' | null {
  if (is_associated) return changes.removed.has(id) ? 'remove' : null;
  return changes.added.has(id) ? 'add' : null;
}

export const isEmpty = ({ added, removed }: AgentChanges): boolean => added.size + removed.size === 0;

/** As many as one call may carry. */
export function batchesOf(ids: Iterable<number>, size: number): number[][] {
  const all = [...ids];
  return Array.from({ length: Math.ceil(all.length / size) }, (_, index) =>
    all.slice(index * size, (index + 1) * size),
  );
}
