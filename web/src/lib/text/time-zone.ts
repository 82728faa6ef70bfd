/** The time zone of the installation: cycles, periods and figures count its days, wherever the reader is. */
let zone = 'America/Sao_Paulo';

export const timeZone = (): string => zone;

/** Leaves the zone as it is where the browser does not know the name. */
export function setTimeZone(name: string): void {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    zone = name;
  } catch {
    // An older browser than the server's list of zones.
  }
}

/** A format in the installation's zone, which is known only once the server has been asked. */
export function inTimeZone(locale: string, options: Intl.DateTimeFormatOptions): () => Intl.DateTimeFormat {
  let built: { zone: string; format: Intl.DateTimeFormat } | undefined;
  return () => {
    if (built?.zone !== zone)
      built = { zone, format: new Intl.DateTimeFormat(locale, { ...options, timeZone: zone }) };
    return built.format;
  };
}
