/** The only place where a failed call becomes a sentence for people. */
import type { Same } from '../lib/text/same.ts';
import { ApiFailure, stringAt } from './failure.ts';

const pt = {
  later: 'Por favor, tente novamente daqui a alguns instantes.',
  noConnection: 'Não foi possível conectar ao servidor.',
  code: (id: string) => `Código: ${id}.`,
} as const;

const en = {
  later: 'Please try again in a moment.',
  noConnection: 'The server could not be reached.',
  code: (id: string) => `Code: ${id}.`,
} as const;

const texts: Same<typeof pt, typeof en> = __LANGUAGE__ === 'en' ? en : pt;

const LATER = texts.later;
export const NO_CONNECTION = `${texts.noConnection} ${LATER}`;

/** The answer's `detail`, `error_message` or `message`; else «{context}. Por favor, …». */
export function messageOf(failure: unknown, context: string): string {
  if (!(failure instanceof ApiFailure)) return `${context}. ${LATER}`;
  if (failure.kind === 'network') return NO_CONNECTION;
  return withName(failure, saidBy(failure.body)) ?? failure.fallback ?? `${context}. ${LATER}`;
}

/** An internal error is found in the log by its request id; the first 8 characters are enough. */
function withName({ code, body }: ApiFailure, said: string | null): string | null {
  const id = code === 'internal' ? stringAt(body, 'request_id') : null;
  return said && id ? `${said} ${texts.code(id.slice(0, 8))}` : said;
}

function saidBy(body: unknown): string | null {
  return stringAt(body, 'detail') ?? stringAt(body, 'error_message') ?? stringAt(body, 'message');
}

/** For screens whose sentences stand by themselves: the server's own words, else the one sentence given. */
export function failureText(failure: unknown, sentence: string): string {
  const said = messageOf(failure, sentence);
  return said.startsWith(`${sentence}. `) ? sentence : said;
}

/** The same in two: what failed, and the server's words for why, where it has some. */
export function failureWords(failure: unknown, title: string): { title: string; line?: string } {
  const said = failureText(failure, title);
  return said === title ? { title } : { title, line: said };
}

/** The server's words about one field; null where it says nothing of it. */
export function fieldError(failure: unknown, field: string): string | null {
  if (!(failure instanceof ApiFailure)) return null;
  const { errors } = (failure.body ?? {}) as { errors?: { field: string; message: string }[] };
  return errors?.find((error) => error.field === field)?.message ?? null;
}
