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
  const { browser, system } = knownIn(said);
  return { browser: browser ?? PROGRAM.exec(said)?.[1] ?? null, system, kind: kindOf(system, said) };
}

/** Names of these lists alone: an e-mail repeats nothing that a program says of itself. */
export const knownIn = (user_agent: string): Pick<Device, 'browser' | 'system'> => ({
  browser: firstIn(BROWSERS, user_agent),
  system: firstIn(SYSTEMS, user_agent),
});

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
