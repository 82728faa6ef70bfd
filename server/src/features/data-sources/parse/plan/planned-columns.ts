import type { Reading } from '../reading.ts';

/** The columns that the plan says anything about. */
export function plannedColumns({ plan }: Reading): Set<string> {
  const { filters, measures, group_by, order, show = [] } = plan;
  return new Set([
    ...[...filters, ...measures, ...group_by, ...order].flatMap(({ column }) => column ?? []),
    ...show,
  ]);
}
