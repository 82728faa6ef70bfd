import { describe, expect, test } from 'vitest';
import { baseForm } from '../../../language/word-forms.ts';
import { matchValues } from './match-values.ts';
import { prepareVocabulary, vocabularyOf } from './vocabulary.ts';

const parameters = [
  { name: 'municipio', values: ['Campinas', 'Olinda', 'Recife', 'Salvador', 'São Paulo', 'Santos'] },
  { name: 'uf', values: ['PE', 'SP', 'BA', 'SE', 'PA'] },
  { name: 'situacao', values: ['Aberta', 'Encerrada', 'Homologada', 'Suspensa'] },
  {
    name: 'modalidade',
    values: ['Concorrência', 'Pregão Eletrônico', 'Dispensa de Licitação', 'Tomada de Preços'],
  },
];

const named = (question: string) =>
  matchValues(question, parameters)
    .matches.map(({ parameter, value }) => `${parameter}=${value}`)
    .toSorted();

describe('the values that a question names', () => {
  test.each([
    ['Quais licitações de merenda escolar estão abertas no Recife?', ['municipio=Recife', 'situacao=Aberta']],
    ['aquisicao de alimentos em sao paulo', ['municipio=São Paulo']],
    ['licitações em PE ou SP', ['uf=PE', 'uf=SP']],
    ['Dispensas de licitação homologadas', ['modalidade=Dispensa de Licitação', 'situacao=Homologada']],
    [
      'pregões eletrônicos suspensos em OLINDA',
      ['modalidade=Pregão Eletrônico', 'municipio=Olinda', 'situacao=Suspensa'],
    ],
    ['tomada de preço encerrada', ['modalidade=Tomada de Preços', 'situacao=Encerrada']],
    ['concorrencias na BA', ['modalidade=Concorrência', 'uf=BA']],
    ['pé de manga', []],
    ['se for na pa', []],
    ['QUAIS AS LICITAÇÕES SE HOUVER', []],
    ['obras da santa casa', []],
    ['compras de Campina Grande', []],
    ['e em Salvador?', ['municipio=Salvador']],
    ['', []],
  ])('in «%s» are %j', (question, values) => {
    expect(named(question)).toEqual(values);
  });

  test('are the longer ones where one value lies within another', () => {
    const places = [{ name: 'municipio', values: ['Campina', 'Campina Grande', 'Rio', 'Rio de Janeiro'] }];
    const { matches } = matchValues('obras no Rio de Janeiro e em Campina Grande', places);
    expect(matches.map(({ value }) => value).toSorted()).toEqual(['Campina Grande', 'Rio de Janeiro']);
  });

  test('are the same where a text was pasted whose accents stand alone', () => {
    const question = 'Pregões eletrônicos e concorrências abertas em São Paulo';
    expect(named(question.normalize('NFD'))).toEqual(named(question));
    const apart = [{ name: 'municipio', values: ['São Paulo'.normalize('NFD')] }];
    expect(matchValues(question, apart).matches).toMatchObject([{ value: apart[0]?.values[0] }]);
  });

  test('are found among ten thousand in a long question', () => {
    const values = Array.from({ length: 10_000 }, (_, place) => `Município Inventado ${place}`);
    const { matches } = matchValues(`${'palavra '.repeat(300)} Município Inventado 77`, [
      { name: 'm', values },
    ]);
    expect(matches.map(({ value }) => value)).toEqual(['Município Inventado 77']);
  });
});

describe('a name that no value has', () => {
  test('is offered the values most like it, and filters nothing', () => {
    const { matches, near } = matchValues('licitações abertas em Olindina', parameters);
    expect(matches.map(({ value }) => value)).toEqual(['Aberta']);
    expect(near).toEqual([{ parameter: 'municipio', asked: 'Olindina', values: ['Olinda'] }]);
  });

  test('is passed over when nothing is like it, and when the parameter was named', () => {
    expect(matchValues('licitações em Xique Xique', parameters).near).toEqual([]);
    expect(matchValues('Recifes e corais em Olinda', parameters).near).toEqual([]);
  });
});

test('forms of Portuguese words fall together', () => {
  for (const [one, other] of [
    ['pregões', 'Pregão'],
    ['licitações', 'licitação'],
    ['editais', 'edital'],
    ['homologados', 'Homologada'],
    ['bens', 'bem'],
    ['valores', 'valor'],
    ['suspensos', 'Suspensa'],
  ] as const)
    expect(baseForm(one), one).toBe(baseForm(other));
});

describe('ten thousand values', () => {
  const values = Array.from(
    { length: 10_000 },
    (_, place) =>
      `Município ${'abcdefghij'[place % 10]}${String(place).split('').toReversed().join('')} do Interior`,
  );

  test('are read once: a question full of names looks only into what it shares with them', async () => {
    let reads = 0;
    const watched = new Proxy([...values], {
      get: (list, key) => {
        if (typeof key === 'string' && /^\d+$/.test(key)) reads += 1;
        return Reflect.get(list, key) as unknown;
      },
    });
    await prepareVocabulary(watched);
    expect(reads).toBe(values.length);
    const names = Array.from({ length: 199 }, (_, place) => `Xarope${'abcdefghij'[place % 10]}${place} e`);
    expect(matchValues(`obras de ${names.join(' ')}`, [{ name: 'm', values: watched }]).near).toEqual([]);
    expect(reads).toBe(values.length);
  });

  test('are offered for the first few names that none of them has', () => {
    const places = [{ name: 'm', values: ['Olinda', 'Recife'] }];
    const names = Array.from({ length: 20 }, (_, place) => `Olinda${'abcdefghijklmnopqrtu'[place]} e`);
    expect(matchValues(`obras em ${names.join(' ')}`, places).near.map(({ asked }) => asked)).toEqual(
      names.slice(0, 8).map((name) => name.replace(' e', '')),
    );
  });

  test('are ordered by similarity', () => {
    const places = ['Olinda', 'Olindina', 'Recife', 'SP'];
    const vocabulary = vocabularyOf(places);
    expect(vocabulary.likest('Olindinha', { count: 3, from: 0.3 })).toEqual(['Olindina', 'Olinda']);
    expect(vocabulary.likest('Xique', { count: 3, from: 0 })).toEqual([]);
    expect(['recife', 'sp', ' Olinda ', 'Natal'].map((given) => vocabulary.allowed(given))).toEqual([
      'Recife',
      'SP',
      'Olinda',
      undefined,
    ]);
  });
});
