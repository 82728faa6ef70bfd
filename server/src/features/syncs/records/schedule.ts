/** When a sync runs next, by the clocks of TIME_ZONE. */
import type { SyncSchedule } from '#contract/syncs.ts';
import { TIME_ZONE } from '../../../env.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

const clock = new Intl.DateTimeFormat('en-US', {
  timeZone: TIME_ZONE,
  weekday: 'short',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});
const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

/** Null for one that runs by hand only. What was missed meanwhile is not made up for: the next time is after `now`. */
export function nextRun(schedule: SyncSchedule, now: Date): Date | null {
  if (schedule.kind === 'manual') return null;
  const isTime = dueAt(schedule);
  // Zones have whole hours, and days at most 25 of them: the first fitting minute within eight days is found by walking.
  const step = schedule.kind === 'hourly' || schedule.kind === 'six_hours' ? HOUR_MS : MINUTE_MS;
  const first = Math.floor(now.getTime() / step) * step + step;
  for (let time = first; time <= first + 8 * 24 * HOUR_MS; time += step) {
    const date = new Date(time);
    if (isTime(date)) return date;
  }
  throw new Error('no time of the schedule comes within eight days');
}

function dueAt(schedule: Exclude<SyncSchedule, { kind: 'manual' }>): (date: Date) => boolean {
  if (schedule.kind === 'hourly') return () => true;
  if (schedule.kind === 'six_hours') return (date) => partsOf(date).hour % 6 === 0;
  const [hour, minute] = schedule.at.split(':').map(Number);
  return (date) => {
    // Cheap before dear: most minutes are ruled out without the calendar.
    if (date.getUTCMinutes() !== minute) return false;
    const parts = partsOf(date);
    return parts.hour === hour && (schedule.kind === 'daily' || parts.weekday === schedule.weekday);
  };
}

function partsOf(date: Date): { hour: number; weekday: number } {
  const parts = Object.fromEntries(clock.formatToParts(date).map(({ type, value }) => [type, value]));
  return { hour: Number(parts.hour), weekday: WEEKDAYS.indexOf(parts.weekday ?? '') };
}
