/** The states of a document one after the other, worked out from its stated days and from what other norms do to it. */
import type { RelationKind, ValidityStretch } from '#contract/validity.ts';
import type { Validity } from '#contract/validity-state.ts';
import { addDays, type Day } from '../../../language/values/calendar.ts';

export type StatedDays = { from: Day | null; until: Day | null };

export type Effect = { kind: RelationKind; effective_on: Day; until: Day | null; by: string };

/** On one day a repeal comes before a revival, so that the revival stands. */
const ORDER: Partial<Record<RelationKind, number>> = { repeals: 0, suspends: 1, revives: 2 };

/** Null where nothing is known. The repeal of a norm that repealed does not bring the former back; only `revives` does. */
export function timelineOf({ from, until }: StatedDays, effects: Effect[]): ValidityStretch[] | null {
  const events = effects
    .filter(({ kind }) => ORDER[kind] !== undefined)
    .sort(
      (one, other) =>
        one.effective_on.localeCompare(other.effective_on) ||
        (ORDER[one.kind] ?? 0) - (ORDER[other.kind] ?? 0),
    );
  if (from === null && until === null && !events.length) return null;
  const stretches: ValidityStretch[] = from === null ? [] : [stretch('future', null, addDays(from, -1))];
  stretches.push(stretch('in_force', from, null));
  for (const event of events) apply(stretches, event);
  if (until !== null) setFrom(stretches, addDays(until, 1), stretch('expired', null, null), 'in_force');
  return stretches;
}

const stretch = (
  state: Validity['state'],
  from: Day | null,
  until: Day | null,
  by: string | null = null,
): ValidityStretch => ({ state, from, until, by });

function apply(stretches: ValidityStretch[], { kind, effective_on, until, by }: Effect): void {
  if (kind === 'repeals') {
    setFrom(stretches, effective_on, stretch('repealed', null, null, by));
    return;
  }
  if (kind === 'revives') {
    if (stateOn(stretches, effective_on)?.state === 'repealed')
      setFrom(stretches, effective_on, stretch('in_force', null, null));
    return;
  }
  if (stateOn(stretches, effective_on)?.state !== 'in_force') return;
  setFrom(stretches, effective_on, stretch('suspended', null, null, by));
  if (until !== null) setFrom(stretches, addDays(until, 1), stretch('in_force', null, null));
}

/** From the day on it is in another state; only where it would be in the state `where`, if one is given. */
function setFrom(
  stretches: ValidityStretch[],
  day: Day,
  next: ValidityStretch,
  where?: Validity['state'],
): void {
  const at = stretches.findIndex(({ until }) => until === null || until >= day);
  const open = stretches[at];
  if (!open || (where && open.state !== where && !stretches.slice(at).some(({ state }) => state === where)))
    return;
  if (open.from !== null && open.from >= day) stretches.splice(at);
  else {
    stretches.splice(at + 1);
    open.until = addDays(day, -1);
  }
  stretches.push({ ...next, from: day });
}

const stateOn = (stretches: ValidityStretch[], day: Day): ValidityStretch | undefined =>
  stretches.find(({ from, until }) => (from === null || from <= day) && (until === null || until >= day));

const UNKNOWN: Validity = { state: 'unknown', from: null, until: null, by: null };

/** Within a period: in force, if it is so on any of its days; else its state on the last one. */
export function validityIn(timeline: ValidityStretch[] | null, first: Day, last: Day): Validity {
  if (!timeline) return UNKNOWN;
  const held = timeline.findLast(
    ({ state, from, until }) =>
      state === 'in_force' && (from === null || from <= last) && (until === null || until >= first),
  );
  return held ?? stateOn(timeline, last) ?? UNKNOWN;
}

export const daysInForce = (timeline: ValidityStretch[]): StatedDays[] =>
  timeline.filter(({ state }) => state === 'in_force').map(({ from, until }) => ({ from, until }));
