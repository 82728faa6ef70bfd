/** When a point of the course was. Days and months are those of the installation, as the server counts them. */
import type { Activity } from '#contract/stats.ts';
import { inTimeZone } from '../../lib/text/time-zone.ts';

type Unit = Activity['unit'];

const format = (options: Intl.DateTimeFormatOptions) => inTimeZone('pt-BR', options);

const whole: Record<Unit, () => Intl.DateTimeFormat> = {
  hour: format({ day: '2-digit', month: '2-digit', hour: '2-digit', minute: '2-digit' }),
  day: format({ day: '2-digit', month: '2-digit', year: 'numeric' }),
  month: format({ month: 'long', year: 'numeric' }),
};
const short: Record<Unit, () => Intl.DateTimeFormat> = {
  hour: format({ hour: '2-digit', minute: '2-digit' }),
  day: format({ day: '2-digit', month: '2-digit' }),
  month: format({ month: '2-digit', year: 'numeric' }),
};

/** «20/11, 09:00», «20/11/2026», «novembro de 2026» */
export const pointLabel = (start: string, unit: Unit): string => whole[unit]().format(new Date(start));

/** «09:00», «20/11», «11/2026» */
export const shortLabel = (start: string, unit: Unit): string => short[unit]().format(new Date(start));
