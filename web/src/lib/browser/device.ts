/** Names the browser and the system of a user agent string, which is a claim and not a proof. */

export type Device = {
  /** Null when it is unknown. */
  browser: string | null;
  system: string | null;
  kind: 'computer' | 'phone' | 'tablet' | 'unknown';
};

/** Most browsers also claim to be Chrome or Safari, so those come last. */
const BROWSERS: [RegExp, string][] = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/(OPR|OPT|Opera)\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Vivaldi\//, 'Vivaldi'],
  [/YaBrowser\//, 'Yandex'],
  [/(DuckDuckGo|Ddg)\//, 'DuckDuckGo'],
  [/(Firefox|FxiOS)\//, 'Firefox'],
  [/(Chrome|Chromium|CriOS)\//, 'Chrome'],
  [/Version\/\S+ .*Safari\//, 'Safari'],
];

/** An iPhone calls itself «like Mac OS X», Android is also a Linux. */
const SYSTEMS: [RegExp, string][] = [
  [/iPhone|iPod/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/CrOS/, 'ChromeOS'],
  [/Windows/, 'Windows'],
  [/Macintosh|Mac OS X/, 'macOS'],
  [/Linux|X11/, 'Linux'],
];

/** A program that is no browser begins with its own name: `curl/8.5.0`. */
const PROGRAM = /^(?!Mozilla\b)([A-Za-z][\w.-]{0,29})(\/|$)/;

export function deviceOf(user_agent: string | null): Device {
  const said = user_agent ?? '';
  const system = firstIn(SYSTEMS, said);
  const browser = firstIn(BROWSERS, said) ?? PROGRAM.exec(said)?.[1] ?? null;
  return { browser, system, kind: kindOf(system, said) };
}

const UNKNOWN = __LANGUAGE__ === 'en' ? 'Unknown browser' : 'Navegador não identificado';
const BROWSER = __LANGUAGE__ === 'en' ? 'Browser' : 'Navegador';
const ON = __LANGUAGE__ === 'en' ? 'on' : 'no';

/** «Chrome no Windows» */
export function deviceName({ browser, system }: Pick<Device, 'browser' | 'system'>): string {
  if (!system) return browser ?? UNKNOWN;
  return `${browser ?? BROWSER} ${ON} ${system}`;
}

function firstIn(table: [RegExp, string][], said: string): string | null {
  return table.find(([pattern]) => pattern.test(said))?.[1] ?? null;
}

function kindOf(system: string | null, said: string): Device['kind'] {
  if (system === null) return 'unknown';
  if (system === 'iPhone') return 'phone';
  if (system === 'iPad') return 'tablet';
  if (system === 'Android') return said.includes('Mobile') ? 'phone' : 'tablet';
  return 'computer';
}
