/** Tests which words name somebody, and which name a thing, in a table of a kennel with plans of health for animals. */
import { expect, test } from 'vitest';
import type { Plan } from '#contract/table-plan.ts';
import { askedColumn as column, titledColumn as titled } from '../../../../test/tables/asked-column.ts';
import { planLine } from '../../../../test/tables/plan-line.ts';
import { parseQuestion } from './parse-question.ts';
import { lexiconOf } from './words/lexicon.ts';
import type { AskedTable } from './words/table-column.ts';

const kennel: AskedTable = {
  name: 'Estadias do canil',
  rows_word: { one: 'estadia', many: 'estadias' },
  row_nouns: ['estadias'],
  described: 'Estadias do canil Estadias de cães com quem os atendeu e o plano',
  date_column: 'entrada',
  money_column: 'valor',
  main_column: 'numero',
  columns: [
    column('numero', 'identifier'),
    { ...column('hospede', 'category', ['Luna', 'Thor', 'Mel']), repeats: true },
    { ...column('tutor', 'category', ['Luna Prado', 'Caio Reis']), repeats: true },
    {
      ...titled('veterinario', 'category', 'Veterinário', ['Dra. Luna Matos', 'Dr. Ivo Paz']),
      repeats: true,
    },
    titled('convenio', 'category', 'Convênio', ['Animal Vida', 'Patas Unidas']),
    titled('origem', 'category', 'Origem', ['Santa Casa', 'Feira']),
    titled('sexo', 'category', 'Sexo', ['Macho', 'Fêmea']),
    titled('apoio', 'category', 'Apoio', ['Clínica Santa Casa Sul', 'Abrigo Norte']),
    titled('peso', 'number', 'Peso'),
    titled('valor', 'money', 'Valor'),
    titled('entrada', 'date', 'Entrada'),
  ],
};
const lexicon = lexiconOf(kennel);
const read = (question: string) => {
  const { plan, refusals, texts } = parseQuestion(question, lexicon, { today: '2026-11-23', before: null });
  if (refusals.length > 0 || texts.length > 0) return ['refused'];
  const others = plan.alternatives.map(({ filters, measures }) =>
    planLine({ ...plan, filters, measures: measures ?? plan.measures } as Plan),
  );
  return [planLine(plan), ...others];
};

test('R-TBL-18 a name of guests, of owners and of vets is offered in each of these columns', () => {
  expect(read('quantas estadias da Luna?')).toEqual([
    'count / hospede in Luna',
    'count / tutor in Luna Prado',
    'count / veterinario in Dra. Luna Matos',
  ]);
});

test('R-TBL-18 «animal» is what the table is about, and no «Animal Vida»; said as a name it is that', () => {
  expect(read('quantas estadias de animal com menos de 5 quilos?')).not.toContain(
    'count / convenio in Animal Vida, peso < 5',
  );
  expect(read('animal com menos de 5 quilos: quantas estadias?').join()).not.toContain('Animal Vida');
  expect(read('quantas estadias pelo Animal Vida?')).toEqual(['count / convenio in Animal Vida']);
  expect(read('quantas estadias pela patas unidas?')).toEqual(['count / convenio in Patas Unidas']);
});

test.each([
  ['quantas estadias sem convênio nenhum?', 'count / convenio empty'],
  ['quantas estadias sem nenhum convênio?', 'count / convenio empty'],
  ['quantas estadias não têm convênio nenhum?', 'count / convenio empty'],
  ['quantas estadias sem convênio algum?', 'count / convenio empty'],
  ['quantas estadias sem qualquer convênio?', 'count / convenio empty'],
])('R-TBL-18 «%s» asks for those without', (question, plan) => {
  expect(read(question)).toEqual([plan]);
});

test('R-TBL-18 «em casa» is no «Santa Casa»; a name of two columns is offered in both', () => {
  expect(read('quantas estadias em casa?')).toEqual(['refused']);
  expect(read('quantas estadias da Santa Casa?')).toEqual([
    'count / origem in Santa Casa',
    'count / apoio in Clínica Santa Casa Sul',
  ]);
});

test('R-TBL-08 two that are counted each have a figure in each group', () => {
  expect(read('quantos machos e quantas fêmeas em cada convênio?')).toEqual([
    'count / by convenio, sexo / sexo in Macho|Fêmea',
  ]);
  expect(read('quantos machos e quantas fêmeas?')).toEqual(['count / by sexo / sexo in Macho|Fêmea']);
});
