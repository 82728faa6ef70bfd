/** Twelve invented laws with thirty amendments, and 150 questions at five dates. The same ones in every run. */

const SUBJECTS = [
  ['feiras livres', 'feirante'],
  ['publicidade em fachadas', 'anunciante'],
  ['transporte escolar', 'condutor escolar'],
  ['serviço de táxi', 'taxista'],
  ['criação de cães', 'criador de cães'],
  ['obras particulares', 'construtor'],
  ['coleta de entulho', 'coletor de entulho'],
  ['quiosques de praia', 'quiosqueiro'],
  ['eventos em praças', 'promotor de eventos'],
  ['poda de árvores', 'podador'],
  ['estacionamento rotativo', 'guardador'],
  ['comércio ambulante', 'ambulante'],
] as const;

type Fact = {
  article: number;
  words: (who: string, value: number) => string;
  question: (who: string) => string;
};

const FACTS: Fact[] = [
  {
    article: 2,
    words: (who, value) => `A taxa anual do ${who} é de ${value} reais.`,
    question: (who) => `Qual é a taxa anual do ${who}`,
  },
  {
    article: 3,
    words: (who, value) => `A multa por falta de cadastro do ${who} é de ${value} reais.`,
    question: (who) => `Qual é a multa por falta de cadastro do ${who}`,
  },
  {
    article: 4,
    words: (who, value) => `O prazo de renovação da licença do ${who} é de ${value} dias.`,
    question: (who) => `Qual é o prazo de renovação da licença do ${who}`,
  },
  {
    article: 5,
    words: (who, value) => `A idade máxima do equipamento do ${who} é de ${value} meses.`,
    question: (who) => `Qual é a idade máxima do equipamento do ${who}`,
  },
];

export type Law = { name: string; number: string; year: number; from: string; text: string };
export type Relation = {
  by: string;
  target: string;
  kind: 'repeals' | 'amends';
  provisions: string[];
  effective_on: string;
};
/** A wording of one fact of one subject, and the days on which it holds; `until` belongs to them. */
type Wording = { subject: number; fact: number; value: number; from: string; until: string };

const LAST = '9999-12-31';
const dayBefore = (day: string) => new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10);

export type Question = {
  text: string;
  on_date?: string;
  /** The values that hold on the days asked for; none where nothing holds. */
  right: number[];
  /** The values of the same fact that do not. */
  wrong: number[];
};

/** Fifteen articles are worded anew, nine of them twice; four laws are replaced whole, and two end without another. */
export function inventedLaws(): { laws: Law[]; relations: Relation[]; questions: Question[] } {
  const laws: Law[] = [];
  const relations: Relation[] = [];
  const wordings: Wording[] = [];
  const add = (number: number, from: string, body: string): string => {
    const year = Number(from.slice(0, 4));
    const name = `lei-${number}-${year}.txt`;
    laws.push({ name, number: String(number), year, from, text: `LEI Nº ${number}, DE ${year}\n\n${body}` });
    return name;
  };
  const replace = (subject: number, fact: number, from: string, value: number | null) => {
    const open = wordings.find((one) => one.subject === subject && one.fact === fact && one.until === LAST);
    if (open) open.until = dayBefore(from);
    if (value !== null) wordings.push({ subject, fact, value, from, until: LAST });
  };
  const whole = (subject: number, number: number, from: string, first: number, repealed = '') => {
    const [about = '', who = ''] = SUBJECTS[subject] ?? [];
    const articles = FACTS.map(({ article, words }, fact) => {
      replace(subject, fact, from, first + fact);
      return `Art. ${article}º ${words(who, first + fact)}`;
    });
    const end = repealed ? `Art. 6º Fica revogada a lei anterior sobre ${about}.` : '';
    return add(
      number,
      from,
      [`Art. 1º Esta lei trata de ${about}.`, ...articles, end].filter(Boolean).join('\n\n'),
    );
  };
  const originals = SUBJECTS.map((_, subject) =>
    whole(subject, 1001 + subject, `${2008 + (subject % 4)}-03-01`, 100 + 40 * subject),
  );
  let number = 2001;
  const reword = (subject: number, fact: number, from: string, value: number) => {
    const { article, words } = FACTS[fact] as Fact;
    const [, who = ''] = SUBJECTS[subject] ?? [];
    const target = originals[subject] ?? '';
    replace(subject, fact, from, value);
    const by = add(
      number,
      from,
      `Art. 1º O art. ${article}º da Lei nº ${1001 + subject} passa a vigorar com a seguinte redação:\n\n“Art. ${article}º ${words(who, value)}”\n\nArt. 2º Esta lei entra em vigor na data de sua publicação.`,
    );
    number += 1;
    relations.push({ by, target, kind: 'amends', provisions: [`art:${article}`], effective_on: from });
  };
  for (let place = 0; place < 15; place += 1)
    reword(place % 12, place % 4, `${2015 + (place % 2)}-06-01`, 700 + place);
  for (let place = 0; place < 9; place += 1) reword(place % 12, place % 4, '2019-04-01', 800 + place);
  for (let place = 0; place < 4; place += 1) {
    const subject = 8 + place;
    const by = whole(subject, 3001 + place, '2021-09-01', 900 + 10 * place, 'anterior');
    relations.push({
      by,
      target: originals[subject] ?? '',
      kind: 'repeals',
      provisions: [],
      effective_on: '2021-09-01',
    });
  }
  for (const subject of [0, 1]) {
    for (const fact of FACTS.keys()) replace(subject, fact, '2023-02-01', null);
    const by = add(3101 + subject, '2023-02-01', `Art. 1º Fica revogada a Lei nº ${1001 + subject}.`);
    relations.push({
      by,
      target: originals[subject] ?? '',
      kind: 'repeals',
      provisions: [],
      effective_on: '2023-02-01',
    });
  }
  return { laws, relations, questions: questionsOf(wordings) };
}

const DATES: { words: string; first: string; last: string; on_date?: string }[] = [
  { words: ' em 2013?', first: '2013-01-01', last: '2013-12-31' },
  { words: ' em março de 2018?', first: '2018-03-01', last: '2018-03-31' },
  { words: ' em 10/05/2020?', first: '2020-05-10', last: '2020-05-10' },
  { words: '?', first: '2022-07-15', last: '2022-07-15', on_date: '2022-07-15' },
  { words: '?', first: '2026-01-01', last: '2026-01-01' },
];
const A_DATE = 30;

function questionsOf(wordings: Wording[]): Question[] {
  return DATES.flatMap(({ words, first, last, on_date }, date) =>
    Array.from({ length: A_DATE }, (_, place) => {
      // All twelve subjects and four facts come at every date, in another order.
      const pair = (place + 11 * date) % 48;
      const [subject, fact] = [pair % 12, Math.floor(pair / 12 + (pair % 12)) % 4];
      const own = wordings.filter((one) => one.subject === subject && one.fact === fact);
      const holds = (one: Wording) => one.from <= last && one.until >= first;
      return {
        text: `${FACTS[fact]?.question(SUBJECTS[subject]?.[1] ?? '')}${words}`,
        ...(on_date ? { on_date } : {}),
        right: own.filter(holds).map(({ value }) => value),
        wrong: own.filter((one) => !holds(one)).map(({ value }) => value),
      };
    }),
  );
}
