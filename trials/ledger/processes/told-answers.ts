/** The provider's side of the run: each question names itself, and the provider knows how it answers that one. */
import type { ProviderStub, StubAnswer } from '../../../server/test/providers/provider-stub.ts';
import type { Chance } from '../../support/seeded-random.ts';

export type ToldAnswers = {
  /** A new question, and how it will be answered. */
  ask(kind?: AnswerKind): string;
  /** The usage that an answer which ended well reported; undefined where the provider counts nothing. */
  usageOf(question: string): StubAnswer['usage'] | undefined;
  /** How often the provider was asked each question. */
  calls(): Map<string, number>;
};

type AnswerKind = 'whole' | 'slow';

const NAME = /Pergunta \d+\b/g;

/** Ends of an answer: most come whole, others are cut, refused, or end without a word of their usage. */
const PLANS = [
  '',
  '',
  '',
  '',
  'pace=15',
  'pace=40',
  'nousage',
  'zerousage',
  'errevent@0',
  'errevent@2',
  'eof@3',
];

export function tellAnswers(stub: ProviderStub, chance: Chance): ToldAnswers {
  const answers = new Map<string, StubAnswer>();
  const lastName = (body: string) => [...body.matchAll(NAME)].at(-1)?.[0] ?? '';
  stub.sayTo((body) => answers.get(lastName(body)));
  return {
    ask(kind) {
      const question = `Pergunta ${answers.size + 1}`;
      const plan = kind === 'slow' ? 'pace=60' : kind === 'whole' ? '' : chance.pick(PLANS);
      const pieces = Array.from({ length: 6 + chance.below(10) }, (_, place) => (place ? ' sim' : 'Sim'));
      const usage = { input: 1 + chance.below(3_000), output: 1 + chance.below(1_500) };
      answers.set(question, { pieces, usage, plan });
      return question;
    },
    usageOf(question) {
      const { plan = '', usage } = answers.get(question) ?? {};
      return plan === '' || plan.startsWith('pace') ? usage : undefined;
    },
    calls() {
      const counts = new Map<string, number>();
      for (const { body } of stub.calls) {
        const name = lastName(JSON.stringify(body));
        counts.set(name, (counts.get(name) ?? 0) + 1);
      }
      return counts;
    },
  };
}
