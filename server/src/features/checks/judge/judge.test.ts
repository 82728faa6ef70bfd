import { describe, expect, test } from 'vitest';
import type { Expectation } from '#contract/expectations.ts';
import { NOT_FOUND } from '../../../adapters/models/prompt-text.ts';
import { type Answered, judge } from './judge.ts';
import type { Verdict } from './verdict.ts';

const judged = (expectation: Expectation, answered: Partial<Answered>, rubric?: Verdict) =>
  judge(
    expectation,
    { answer: '', cited: [], pages: [], output_tokens: 0, total_ms: 0, verified_id: null, ...answered },
    () => (rubric ? Promise.resolve(rubric) : Promise.reject(new Error('no model is asked'))),
  );
const contains = (value: string, answer: string) => judged({ kind: 'contains', value }, { answer });
const cites = (value: string, ...cited: string[]) =>
  judged({ kind: 'cites', value }, { answer: 'Sim.', cited });
const refuses = (answer: string, ...cited: string[]) =>
  judged({ kind: 'refuses', value: null }, { answer, cited });

describe('a text is expected', () => {
  test.each([
    ['30 minutos', 'Vale 30 MINUTOS.'],
    ['AÇÃO', 'Toda acao conta.'],
    ['São Paulo', 'Fica em Sa\u0303o Paulo.'],
    ['R$ 625,00 por mês', 'Custa **R$\u00a0625,00**\npor mês.'],
    ['30 minutos depois', 'Vale 30 minutos [1] depois.'],
    ['[1]', 'Vale 30 minutos [1].'],
    ['senha', 'A se\u00adnha vale.'],
  ])('%j is in %j', async (value, answer) => expect((await contains(value, answer)).outcome).toBe('holds'));

  test.each([
    ['30 minutos', 'Vale 30minutos.'],
    ['30 minutos', 'Vale 40 minutos.'],
    ['sim', ''],
  ])('%j is not in %j', async (value, answer) =>
    expect((await contains(value, answer)).outcome).toBe('fails'),
  );

  test('the reason names it', async () => {
    expect((await contains('30 dias', 'Vale 30 dias.')).reason).toBe(
      'A resposta contém «30 dias», como esperado.',
    );
    expect((await contains('30 dias', 'Não sei.')).reason).toBe(
      'Esperava-se «30 dias» na resposta, mas esse texto não aparece nela.',
    );
  });

  test('a long text is named by its beginning, on one line', async () => {
    const { reason } = await contains(`um\ndois ${'três '.repeat(100)}`, 'Não.');
    expect(reason).toMatch(/^Esperava-se «um dois (?:três )+t?r?ê?s?…» na resposta/);
    expect(reason.length).toBeLessThan(200);
  });
});

describe('a citation is expected', () => {
  test('of that title, whatever its case and accents, among others', async () => {
    expect((await cites('Manual de Férias.pdf', 'outro.md', 'MANUAL  de ferias.pdf')).outcome).toBe('holds');
  });

  test.each([
    [[], 'Esperava-se a citação de «manual.md», mas a resposta não cita nenhuma fonte.'],
    [['manual.pdf'], 'Esperava-se a citação de «manual.md», mas a resposta cita «manual.pdf».'],
    [['a.md', 'b.md'], 'Esperava-se a citação de «manual.md», mas a resposta cita «a.md» e mais uma fonte.'],
    [
      ['a.md', 'b.md', 'c'],
      'Esperava-se a citação de «manual.md», mas a resposta cita «a.md» e mais 2 fontes.',
    ],
  ])('not of %j', async (cited, reason) =>
    expect(await cites('manual.md', ...cited)).toEqual({ outcome: 'fails', reason }),
  );
});

describe('a refusal is expected', () => {
  test('it says so and cites nothing', async () => {
    expect(await refuses(NOT_FOUND)).toEqual({
      outcome: 'holds',
      reason: 'O agente recusou e não citou nenhuma fonte, como esperado.',
    });
  });

  test('who cites does not refuse, whatever is said', async () => {
    expect(await refuses(NOT_FOUND, 'manual.md')).toEqual({
      outcome: 'fails',
      reason: 'Esperava-se uma recusa, mas a resposta cita «manual.md».',
    });
  });

  test('who answers from memory does not refuse', async () => {
    expect(await refuses('O prazo é de 30 dias.')).toEqual({
      outcome: 'fails',
      reason: 'Esperava-se uma recusa, mas o agente respondeu sem dizer que não sabe ou que não pode.',
    });
  });
});

describe('R-CHK-01 one value is expected', () => {
  const equals = async (value: string, answer: string) =>
    (await judged({ kind: 'equals', value }, { answer })).outcome;

  test.each([
    ['30 dias', 'O prazo é de **30 dias** [1].'],
    ['30 dias', 'São trinta dias; cada dia conta.'],
    ['R$ 1.250,00', 'Custa R$ 1.250 [1].'],
    ['R$ 2,1 milhões', 'O valor é R$ 2.091.926,94.'],
    ['12', 'São 12 municípios.'],
    ['12', 'São 12 [2]. Os 12 estão na tabela.'],
    ['2,5%', 'A taxa é de 2,5 % ao mês.'],
    ['15/08/2024', 'Foi em 15 de agosto de 2024.'],
    ['15/08/2024', 'Foi em 15 de agosto.'],
    ['Sim', '**sim.**'],
    ['Secretaria de Fazenda', 'Secretaria  de fazenda [1].'],
  ])('%j is said by %j', async (value, answer) => expect(await equals(value, answer)).toBe('holds'));

  test.each([
    ['30 dias', 'O prazo é de 30 horas.'],
    ['30 dias', 'O prazo é de 31 dias.'],
    ['30 dias', 'O prazo é de 30 dias, ou de 45 dias com acordo.'],
    ['R$ 50,00', 'Custa 50 moedas.'],
    ['12', 'São 12 municípios em 3 estados.'],
    ['2%', 'São 2 pontos.'],
    ['15/08/2024', 'Foi em 16 de agosto de 2024.'],
    ['15/08/2024', 'De 15/08/2024 a 20/08/2024.'],
    ['Sim', 'Sim, mas só depois.'],
    ['30 dias', ''],
  ])('%j is not what %j says', async (value, answer) => expect(await equals(value, answer)).toBe('fails'));

  test('two values of one unit are named as the reason', async () => {
    const said = { answer: 'São 30 dias ou 45 dias.' };
    expect(await judged({ kind: 'equals', value: '30 dias' }, said)).toEqual({
      outcome: 'fails',
      reason: 'Esperava-se só «30 dias», mas na resposta há mais de um valor.',
    });
  });
});

describe('R-CHK-01 a page, a size, a time or a verified answer is expected', () => {
  const page = { kind: 'cites_page', document: 'Edital.pdf', page: 7 } as const;

  test('the page of that document', async () => {
    const pages = [{ title: 'edital.PDF', page: 7 }];
    expect(await judged(page, { cited: ['edital.PDF'], pages })).toMatchObject({ outcome: 'holds' });
  });

  test.each([
    [[], 'não cita nenhuma fonte'],
    [[{ title: 'Lei.pdf', page: 7 }], 'cita «Lei.pdf»'],
    [[{ title: 'Edital.pdf', page: null }], 'cita esse documento sem página'],
    [
      [
        { title: 'Edital.pdf', page: 12 },
        { title: 'Edital.pdf', page: 3 },
      ],
      'cita as páginas 3 e 12',
    ],
  ])('not of %j', async (pages, words) => {
    const cited = pages.map(({ title }) => title);
    expect(await judged(page, { cited, pages })).toEqual({
      outcome: 'fails',
      reason: `Esperava-se a página 7 de «Edital.pdf», mas a resposta ${words}.`,
    });
  });

  test('as many tokens and milliseconds as are allowed, and not one more', async () => {
    for (const [n, outcome] of [
      [900, 'holds'],
      [899, 'fails'],
    ] as const) {
      expect((await judged({ kind: 'max_tokens', n }, { output_tokens: 900 })).outcome).toBe(outcome);
      expect((await judged({ kind: 'max_ms', n }, { total_ms: 900 })).outcome).toBe(outcome);
    }
  });

  test('that verified answer and no other', async () => {
    for (const [verified_id, outcome] of [
      [3, 'holds'],
      [4, 'fails'],
      [null, 'fails'],
    ] as const)
      expect((await judged({ kind: 'verified', id: 3 }, { verified_id })).outcome).toBe(outcome);
  });
});

describe('R-CHK-01 several things are expected', () => {
  const all = (answer: string, cited: string[], rubric?: Verdict) =>
    judged(
      {
        kind: 'all',
        of: [
          { kind: 'rubric', text: 'É gentil.', pass: 4 },
          { kind: 'cites', value: 'manual.md' },
          { kind: 'contains', value: '30 minutos' },
        ],
      },
      { answer, cited },
      rubric,
    );

  test('an answer that has all of them holds', async () => {
    const rubric: Verdict = { outcome: 'holds', reason: 'Nota 5 de 5.' };
    expect(await all('Vale 30 minutos [1].', ['manual.md'], rubric)).toEqual({
      outcome: 'holds',
      reason:
        'A resposta cita «manual.md», como esperado. A resposta contém «30 minutos», como esperado. Nota 5 de 5.',
    });
  });

  test('the first that is missing is the reason, and no model is asked then', async () => {
    expect((await all('O manual trata de férias [1].', ['manual.md'])).reason).toBe(
      'Esperava-se «30 minutos» na resposta, mas esse texto não aparece nela.',
    );
    expect((await all('Vale 30 minutos [1].', ['outro.md'])).reason).toBe(
      'Esperava-se a citação de «manual.md», mas a resposta cita «outro.md».',
    );
  });

  test('one that could not be judged is an error of the whole', async () => {
    const rubric: Verdict = { outcome: 'error', reason: 'Esta verificação precisa de um modelo.' };
    expect(await all('Vale 30 minutos [1].', ['manual.md'], rubric)).toEqual(rubric);
  });
});
