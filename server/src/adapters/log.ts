/** One JSON object a line on stdout. Never a query string, a header, a body or a text of a conversation. */
import { type DestinationStream, type Logger, pino } from 'pino';

export type Log = Logger;

export function openLog(level: string, destination?: DestinationStream): Log {
  const options = {
    level,
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: {
      paths: [
        '*.password',
        '*.new_password',
        '*.authorization',
        '*.refresh_token',
        '*.access_token',
        '*.token',
      ],
      censor: '[oculto]',
    },
  };
  return destination ? pino(options, destination) : pino(options);
}
