/** The expectation that a check has of an answer. */
import { z } from 'zod';
import { CHECK_VALUE_MAX, EXPECTATIONS_MAX, EXPECTATIONS_MIN, RUBRIC_MAX } from './limits.ts';

const ExpectedText = z
  .string('Diga o que se espera da resposta.')
  .trim()
  .min(1, 'Diga o que se espera da resposta.')
  .max(CHECK_VALUE_MAX, 'O texto esperado deve ter no máximo 1.000 caracteres.');

/** A whole number. */
const UpTo = (most: number, message: string) => z.int(message).min(1, message).max(most, message);

const SINGLE = [
  /** The answer holds this text, whatever its case and accents. */
  z.object({ kind: z.literal('contains'), value: ExpectedText }),
  /** The answer is this text, or says this number or day and no other of its kind. */
  z.object({ kind: z.literal('equals'), value: ExpectedText }),
  /** The answer cites this document, by file name. */
  z.object({ kind: z.literal('cites'), value: ExpectedText }),
  /** The answer cites this page of a document, by file name. */
  z.object({
    kind: z.literal('cites_page'),
    document: ExpectedText,
    page: UpTo(100_000, 'Informe a página, um número a partir de 1.'),
  }),
  /** The agent says that it cannot or will not answer, and cites nothing. */
  z.object({ kind: z.literal('refuses'), value: z.null().default(null) }),
  /** The model writes at most so many tokens of answer. */
  z.object({
    kind: z.literal('max_tokens'),
    n: UpTo(1_000_000, 'Informe um número de tokens, a partir de 1.'),
  }),
  /** The whole answer takes at most so many milliseconds. */
  z.object({
    kind: z.literal('max_ms'),
    n: UpTo(600_000, 'Informe um tempo de 1 a 600.000 milissegundos.'),
  }),
  /** A model reads the answer and gives it at least this mark for what is described. */
  z.object({
    kind: z.literal('rubric'),
    text: z
      .string('Diga o que a resposta precisa ter.')
      .trim()
      .min(1, 'Diga o que a resposta precisa ter.')
      .max(RUBRIC_MAX, 'O critério deve ter no máximo 2.000 caracteres.'),
    pass: z
      .int('A nota vai de 1 a 5.')
      .min(1, 'A nota vai de 1 a 5.')
      .max(5, 'A nota vai de 1 a 5.')
      .default(4),
  }),
  /** The answer is this verified answer, written by people. */
  z.object({ kind: z.literal('verified'), id: z.int('Escolha uma resposta verificada.').positive() }),
] as const;

export const SingleExpectation = z.discriminatedUnion('kind', SINGLE);
export type SingleExpectation = z.output<typeof SingleExpectation>;

const SEVERAL = `Junte de ${EXPECTATIONS_MIN} a ${EXPECTATIONS_MAX} condições.`;

export const Expectation = z.discriminatedUnion('kind', [
  ...SINGLE,
  /** All of these hold. */
  z.object({
    kind: z.literal('all'),
    of: z.array(SingleExpectation).min(EXPECTATIONS_MIN, SEVERAL).max(EXPECTATIONS_MAX, SEVERAL),
  }),
]);
export type Expectation = z.output<typeof Expectation>;

/** All of them, in the order in which a form offers them. */
export const SINGLE_KINDS = Object.keys({
  contains: 1,
  equals: 2,
  cites: 3,
  cites_page: 4,
  refuses: 5,
  verified: 6,
  max_tokens: 7,
  max_ms: 8,
  rubric: 9,
} satisfies Record<SingleExpectation['kind'], number>) as SingleExpectation['kind'][];

/** The parts of an expectation, each of which has to hold. */
export const partsOf = (expectation: Expectation): SingleExpectation[] =>
  expectation.kind === 'all' ? expectation.of : [expectation];
