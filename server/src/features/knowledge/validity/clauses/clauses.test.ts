import { expect, test } from 'vitest';
import { provisionsOf } from '../provisions.ts';
import { notesIn } from './compiled-notes.ts';
import { epigraphOf, normOfMention } from './norm-mentions.ts';
import { provisionsIn } from './provision-lists.ts';
import { relationsIn } from './relation-clauses.ts';
import { publicationOf, startOf } from './start-clauses.ts';

const said = (text: string) =>
  relationsIn(text).map(({ kind, norm, named, provisions }) =>
    [kind, named.type, `${named.number}/${norm?.year}`, named.issuer, ...provisions]
      .filter(Boolean)
      .join(' '),
  );

test.each([
  ['Art. 1º Fica revogada a Lei nº 3.210, de 5 de março de 2015.', ['repeals lei 3210/2015']],
  ['Revoga-se a Portaria MEC nº 10/2019.', ['repeals portaria 10/2019 MEC']],
  ['A Lei nº 5, de 1990, fica revogada.', ['repeals lei 5/1990']],
  [
    'Ficam revogadas as Leis nº 1.000, de 5 de maio de 2001, nº 1.100, de 2002, e nº 1.200, de 2003.',
    ['repeals lei 1000/2001', 'repeals lei 1100/2002', 'repeals lei 1200/2003'],
  ],
  [
    'Ficam revogados:\n\nI - a Lei Complementar nº 7, de 1999;\n\nII - os arts. 5º e 6º da Lei nº 2.345, de 2002; e\n\nIII - o Decreto-Lei nº 10, de 1970.\n\nArt. 3º Outra coisa da Lei nº 9, de 2000.',
    [
      'repeals lei_complementar 7/1999',
      'repeals_in_part lei 2345/2002 art:5 art:6',
      'repeals decreto_lei 10/1970',
    ],
  ],
  ['Fica revogada a Lei nº 2.000, de 2010, que alterou a Lei nº 1.000, de 2005.', ['repeals lei 2000/2010']],
  [
    'Fica revogada a Lei nº 2.000, de 2010, ressalvado o disposto na Lei nº 9, de 2001.',
    ['repeals lei 2000/2010'],
  ],
  [
    'Ficam revogados o art. 5º desta Lei e o art. 3º da Lei nº 10/2001.',
    ['repeals_in_part lei 10/2001 art:3'],
  ],
  [
    'Ficam revogados:\n\nI - os seguintes dispositivos da Lei nº 14.237, de 2021:\n\na) § 1º do art. 2º;\n\nb) art. 6º;\n\nII - a Lei nº 5, de 2001.',
    ['repeals_in_part lei 14237/2021 art:2/par:1 art:6', 'repeals lei 5/2001'],
  ],
  [
    'Ficam revogados: I - A Lei Complementar nº 219, de 19 de agosto de 2020; e II - Os artigos 5º ao 7º; artigos 17 ao 19, 26 e artigo 38, da Lei Complementar nº 274, de 17 de julho de 2024.',
    [
      'repeals lei_complementar 219/2020',
      'repeals_in_part lei_complementar 274/2024 art:5 art:6 art:7 art:17 art:18 art:19 art:26 art:38',
    ],
  ],
  ['Fica revogada a Resolução Normativa – nº 259, de 17 de junho de 2011.', ['repeals resolucao 259/2011']],
  [
    'Fica revogada a alínea “b” do inciso I do art. 3º da Lei nº 10, de 2001.',
    ['repeals_in_part lei 10/2001 art:3/inc:i/ali:b'],
  ],
  ['Revogam-se as disposições em contrário.', []],
  ['Não fica revogada a Lei nº 10, de 2001.', []],
  ['Fica revogado o Capítulo II da Lei nº 10, de 2001.', []],
  ['Fica suspensa a eficácia da Lei nº 10, de 2001, até 31 de dezembro de 2025.', ['suspends lei 10/2001']],
  ['Fica repristinada a Lei nº 10, de 2001.', ['revives lei 10/2001']],
])('R-DOC-60 «%s» proposes what it says', (clause, relations) => {
  expect(said(clause)).toEqual(relations);
});

test('R-DOC-60 wording that a norm gives to another one is not read for clauses, and says which provisions it is about', () => {
  const text = `Art. 1º O art. 5º da Lei nº 1.000, de 2001, passa a vigorar com a seguinte redação:

“Art. 5º Fica revogada a Lei nº 7, de 1999.”

Art. 2º A Lei nº 2.000, de 2002, passa a vigorar com as seguintes alterações:

“Art. 3º ......................................

I - ......................................

II - o pagamento é feito em março;

§ 1º ......................................

I - o boleto vence no dia dez.

Parágrafo único. O atraso gera multa.

......................................” (NR)

“Art. 7º O prazo é de dez dias.” (NR)

Art. 3º Fica revogado o parágrafo único do art. 8º da Lei nº 1.000, de 2001.`;
  expect(said(text)).toEqual([
    'amends lei 1000/2001 art:5',
    'amends lei 2000/2002 art:3/inc:ii art:3/par:1/inc:i art:3/par:unico art:7',
    'repeals_in_part lei 1000/2001 art:8/par:unico',
  ]);
});

test.each([
  ['os arts. 5º a 8º', 'art:5 art:6 art:7 art:8'],
  [
    'o § 1º do art. 9º e os incisos II e IV do § 2º do art. 10',
    'art:9/par:1 art:10/par:2/inc:ii art:10/par:2/inc:iv',
  ],
  ['o art. 12, § 1º, incisos I a III', 'art:12/par:1/inc:i art:12/par:1/inc:ii art:12/par:1/inc:iii'],
  ['o inciso III do caput do art. 12', 'art:12/inc:iii'],
  ['o art. 5º-A e a alínea b do inciso I do art. 6º', 'art:5-a art:6/inc:i/ali:b'],
])('R-DOC-59 «%s» names its provisions', (words, paths) => {
  expect(provisionsIn(words).join(' ')).toBe(paths);
});

test('R-DOC-60 notes of compiled laws propose what was done to the provision that they stand at', () => {
  const text = `Art. 5º O prazo é de dez dias. (Redação dada pela Lei nº 9.527, de 10.12.97)

§ 1º (Revogado pela Lei nº 9.528, de 1997)

I - multa; (Incluído pela Lei nº 9.999, de 2000)

Art. 6º (Revogado).`;
  expect(notesIn(text, provisionsOf(text))).toMatchObject([
    { kind: 'amends', norm: { number: '9527', year: 1997 }, provisions: ['art:5/caput'], day: '1997-12-10' },
    { kind: 'repeals_in_part', norm: { number: '9528' }, provisions: ['art:5/par:1'], day: null },
    { kind: 'amends', norm: { number: '9999' }, provisions: ['art:5/par:1/inc:i'] },
  ]);
});

test.each([
  ['# LEI Nº 8.112, DE 11 DE DEZEMBRO DE 1990', { type: 'lei', number: '8112', year: 1990 }],
  ['LEI COMPLEMENTAR Nº 95, DE 26 DE FEVEREIRO DE 1998', { type: 'lei_complementar', number: '95' }],
  ['PORTARIA Nº 10/GM/MS, DE 3 DE MAIO DE 2019', { type: 'portaria', number: '10', year: 2019 }],
  ['RESOLUÇÃO CNE/CES Nº 2, DE 18 DE JUNHO DE 2007.', { type: 'resolucao', issuer: 'CNE/CES', year: 2007 }],
  ['INSTRUÇÃO NORMATIVA Nº 5/2017', { type: 'instrucao_normativa', number: '5', year: 2017 }],
  ['Lei nº 8.666/1993 comentada artigo por artigo', null],
  ['Art. 1º A Lei nº 3, de 1999.', null],
])('R-DOC-60 «%s» is the epigraph of a norm, or none', (line, norm) => {
  const found = epigraphOf(`PREFEITURA MUNICIPAL\n\n${line}\n\nArt. 1º Esta lei trata de feiras.`);
  if (norm) expect(found && normOfMention(found)).toMatchObject(norm);
  else expect(found).toBeNull();
});

/** Published on 8 August 2025. */
test.each([
  ['Esta Lei entra em vigor na data de sua publicação.', '2025-08-08'],
  [
    'Este Decreto entra em vigor na data da sua publicação, revogadas as disposições em contrário.',
    '2025-08-08',
  ],
  ['Esta Portaria entra em vigor imediatamente.', '2025-08-08'],
  ['Esta Lei entrará em vigor quando de sua publicação.', '2025-08-08'],
  [
    'Esta Lei entra em vigor após decorridos 180 (cento e oitenta) dias de sua publicação oficial.',
    '2026-02-04',
  ],
  ['Esta Lei entra em vigor 90 dias após a data de sua publicação.', '2025-11-06'],
  ['Esta Lei Complementar entra em vigor em 45 dias, contados da data de sua publicação.', '2025-09-22'],
  ['Esta Resolução entra em vigor sete dias após a data de sua publicação.', '2025-08-15'],
  ['Esta Lei entra em vigor no prazo de trinta dias a contar de sua publicação.', '2025-09-07'],
  ['Esta Lei entra em vigor decorridos noventa dias de sua publicação.', '2025-11-06'],
  ['Esta Lei entra em vigor em 1º de janeiro de 2026.', '2026-01-01'],
  ['Este Decreto-Lei entra em vigor no dia 15 de março de 2020.', '2020-03-15'],
  ['Esta Lei passa a vigorar a partir de 02/01/2026.', '2026-01-02'],
  ['Esta Lei vigora a partir de janeiro de 2027.', '2027-01-01'],
  ['Esta Lei entra em vigor no primeiro dia do mês subsequente ao de sua publicação.', '2025-09-01'],
  ['Esta Lei entra em vigor no primeiro dia do quarto mês subsequente ao de sua publicação.', '2025-12-01'],
  ['Esta Lei entra em vigor no primeiro dia do exercício financeiro seguinte.', '2026-01-01'],
  [
    'Esta Lei entra em vigor na data de sua publicação, produzindo efeitos a partir de 1º de janeiro de 2099.',
    '2025-08-08',
  ],
  [
    'Esta Lei entra em vigor: I - na data de sua publicação, quanto ao art. 3º; II - após 90 dias, quanto aos demais.',
    null,
  ],
])('R-DOC-61 «%s» begins on its day', (clause, from) => {
  const text = `Art. 8º Uma coisa.\n\nArt. 9º ${clause}`;
  const start = startOf(text, { published: '2025-08-08', signed: '2025-08-07' });
  expect(start?.from ?? null).toBe(from);
  if (from) expect(start?.isPresumed).toBe(false);
});

test('R-DOC-61 without a clause a norm begins 45 days after publication, and what is not sure is marked as presumed', () => {
  const days = { published: '2025-08-08', signed: '2025-08-07' };
  expect(startOf('Art. 1º Esta Lei trata de feiras.', days)).toEqual({
    from: '2025-09-22',
    isPresumed: true,
    clause: null,
  });
  const at = (published: string | null) =>
    startOf('Art. 2º Esta Lei entra em vigor na data de sua publicação.', {
      published,
      signed: '2025-08-07',
    });
  expect(at(null)).toMatchObject({ from: '2025-08-07', isPresumed: true });
  // Months and years are counted in more than one way.
  expect(
    startOf('Esta Lei entra em vigor após decorrido 1 (um) ano de sua publicação oficial.', days),
  ).toMatchObject({
    from: '2026-08-09',
    isPresumed: true,
  });
  expect(publicationOf('Este texto não substitui o publicado no DOU de 23.9.2016 - Edição extra')).toBe(
    '2016-09-23',
  );
  expect(publicationOf('Publicada no Diário Oficial do Município nº 1.234, de 12 de março de 2022')).toBe(
    '2022-03-12',
  );
});

test.each([
  'ficam revogados a Lei nº 10, de 2001, ',
  'ficam revogados os seguintes dispositivos da Lei nº 10, de 2001: ',
  '\nI - ficam revogados a Lei nº 10/2001;',
  'dá-se nova redação ',
])('a text that says «%s» without end is read in a time that grows with its length', (clause) => {
  const began = process.cpuUsage();
  relationsIn(clause.repeat(Math.ceil(80_000 / clause.length)));
  const { user } = process.cpuUsage(began);
  // Tenths of a second; many seconds to many minutes where each verb read on to the end.
  expect(user / 1_000).toBeLessThan(4_000);
});
