/** The words for a browser and its system. */
import type { Device } from '#contract/devices.ts';

const UNKNOWN = __LANGUAGE__ === 'en' ? 'Unknown browser' : 'Navegador não identificado';
const BROWSER = __LANGUAGE__ === 'en' ? 'Browser' : 'Navegador';
const ON = __LANGUAGE__ === 'en' ? 'on' : 'no';

/** «Chrome no Windows» */
export function deviceName({ browser, system }: Pick<Device, 'browser' | 'system'>): string {
  if (!system) return browser ?? UNKNOWN;
  return `${browser ?? BROWSER} ${ON} ${system}`;
}
