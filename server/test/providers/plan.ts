/**
 * How the provider stub behaves in one call. A plan is one or more of, joined by +
 *   401 403 429 500 503 529 …   that status (with retry=2: a Retry-After header)
 *   slowhead                    no headers, ever
 *   hang@N cut@N eof@N          after N pieces: silence, a reset, an end without the finish marker
 *   errevent@N                  after N pieces: the provider's own error event
 *   garbage@N  garbage          after N pieces: junk, then the rest; nothing but junk
 *   noise                       comments, CRLF, blank lines, fields nobody knows
 *   bytes=K                     cut into pieces of at most K bytes, also inside characters
 *   nousage zerousage           no usage, zeros      empty: no text at all      huge: one piece of 1 MiB
 *   flaky=K                     the first K calls are 503
 *   late=MS pace=MS             before the headers; between pieces
 *   think=MS                    a thought first, then silence for so long
 *   linger                      all of it, but the connection stays open
 *   chatonly                    404 for /v1/responses
 *   refusal=NAME                one of the refusals of models.ts
 *   refuses=WORD,WORD           400 for a request that has one of these words
 *   eats=TOKENS                 thoughts use up so many tokens: a shorter answer has no words
 *   cuts=TOKENS                 reads at most so many tokens of a prompt, and counts no others
 */
export type Plan = {
  status?: number;
  retry?: string;
  slowhead?: boolean;
  hang?: number;
  cut?: number;
  eof?: number;
  errevent?: number;
  garbage?: number;
  junk?: boolean;
  noise?: boolean;
  bytes?: number;
  nousage?: boolean;
  zerousage?: boolean;
  empty?: boolean;
  huge?: boolean;
  flaky?: number;
  late?: number;
  pace?: number;
  think?: number;
  linger?: boolean;
  chatonly?: boolean;
  refusal?: string;
  refuses?: string;
  eats?: number;
  cuts?: number;
};

/** An explicit setting has precedence over the model's name and the key. */
export function planOf(set: string, model: string, key: string): Plan {
  const words = [key, model]
    .flatMap((text) => text.split('+').slice(1))
    .concat(set.split('+'))
    .filter(Boolean);
  const plan: Record<string, number | string | boolean> = {};
  for (const word of words) {
    const [name = '', value] = word.split(/[@=]/);
    if (/^\d{3}$/.test(name)) plan.status = Number(name);
    else if (name === 'garbage' && value === undefined) plan.junk = true;
    else if (name === 'retry' || name === 'refusal' || name === 'refuses') plan[name] = value ?? '';
    else plan[name] = value === undefined ? true : Number(value);
  }
  return plan as Plan;
}
