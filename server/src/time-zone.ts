/** The time zone of the installation: its calendar days, the cron lines of jobs and the times in e-mails. */

const DEFAULT = 'America/Sao_Paulo';

/** Whether it names a zone whose clocks differ from UTC by whole hours: days are counted by the hour. */
export function isTimeZone(name: string): boolean {
  try {
    const minute = new Intl.DateTimeFormat('en', { timeZone: name, minute: 'numeric' });
    return [0, 6].every((month) => minute.format(new Date(Date.UTC(2026, month, 1))) === '0');
  } catch {
    return false;
  }
}

/**
 * Read once: what is counted by day must not change its days while the process runs. A name that is none is refused
 * when the environment is parsed.
 */
export const TIME_ZONE: string = zoneOf(process.env.TIME_ZONE);

function zoneOf(name: string | undefined): string {
  return name && isTimeZone(name) ? name : DEFAULT;
}
