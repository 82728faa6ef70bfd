import { formatDateTime } from '../../../lib/format.ts';

const timeFormat = new Intl.DateTimeFormat('pt-BR', { hour: '2-digit', minute: '2-digit' });

/** When a message was written: «09:12» today, else with its date. */
export function momentOf(time: string, now: Date = new Date()): string {
  const date = new Date(time);
  return date.toDateString() === now.toDateString() ? timeFormat.format(date) : formatDateTime(date);
}
