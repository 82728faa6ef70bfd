import { expect, test } from 'vitest';
import { PERSONAL_DATA_KINDS } from '#contract/personal-data.ts';
import { hostileTexts, lookalikes } from '../../test/personal-data/lookalikes.ts';
import { madeData, SPELLINGS, sentenceWith } from '../../test/personal-data/made-data.ts';
import { findPersonalData } from './scan.ts';

const ALL = PERSONAL_DATA_KINDS;
const foundIn = (text: string) => findPersonalData(text, ALL).map(({ kind, value }) => [kind, value]);

test('R-GRD-01: 99.5 % of 5,000 items of seven kinds in twenty spellings are found whole', () => {
  expect(SPELLINGS).toHaveLength(20);
  const made = madeData(5_000, 20_261_123);
  expect(new Set(made.map(({ kind }) => kind))).toEqual(new Set(PERSONAL_DATA_KINDS));
  const missed = made.filter(({ kind, value, written }, place) => {
    const text = sentenceWith(written, place);
    const [found, ...others] = findPersonalData(text, ALL);
    const isWhole = found && text.slice(0, found.start) + text.slice(found.end) === sentenceWith('', place);
    const isLeft = kind === 'pis' && written.startsWith('PIS');
    const isSame = kind === 'email' || kind === 'phone' || found?.value === value;
    return !(found?.kind === kind && isSame && (isWhole || isLeft) && !others.length);
  });
  expect(missed.length, JSON.stringify(missed.slice(0, 5))).toBeLessThanOrEqual(25);
});

test('R-GRD-02: of 10,000 numbers of court cases, SEI, PNCP, phones, days and money at most 0.5 % are taken for another kind', () => {
  const taken = lookalikes(10_000, 7).filter((text) =>
    findPersonalData(text, ALL).some(({ kind }) => kind !== 'phone'),
  );
  expect(taken.length, JSON.stringify(taken.slice(0, 5))).toBeLessThanOrEqual(50);
});

test.each([
  ['cpf', 'CPF 529.982.247-25', '52998224725'],
  ['cpf', 'cpf_52998224725', '52998224725'],
  ['cnpj', '00.000.000/0001-91', '00000000000191'],
  ['cnpj', '12.ABC.345/01DE-35', '12ABC34501DE35'],
  ['cnpj', '12abc34501de35', '12ABC34501DE35'],
  ['pis', 'NIS: 12056412545', '12056412545'],
  ['pis', '120.56412.54-5', '12056412545'],
  ['card', '4111 1111 1111 1111', '4111111111111111'],
  ['card', '3782-822463-10005', '378282246310005'],
  ['email', 'Escreva a Ana.Souza@exemplo.com.br.', 'ana.souza@exemplo.com.br'],
  ['phone', '+55 (11) 98765-4321', '11987654321'],
])('finds a %s in «%s»', (kind, text, value) => {
  expect(foundIn(text)).toEqual([[kind, value]]);
});

test.each([
  ['a CPF with a wrong check digit', '529.982.247-24'],
  ['eleven equal digits', '111.111.111-11'],
  ['a number within a longer one', '1529.982.247-251'],
  ['a number with a letter beside it', 'x52998224725'],
  ['R-GRD-02: a PNCP number, whose beginning is a CNPJ', '00000000000191-1-000123/2026'],
  ['R-GRD-02: a PNCP number with punctuation', '00.000.000/0001-91-1-000123/2026'],
  ['R-GRD-02: the number of a court case', '0000529-98.2024.8.26.0100'],
  ['R-GRD-02: the number of a SEI process', '12345.678901/2026-77'],
  ['a bare PIS without its name', '12056412545'],
  ['a phone number without an area code set apart', '11987654321'],
  ['a card number of no brand', '9999 9999 9999 9995'],
  ['words that have the lengths of the groups', 'da lei sob caso 12'],
])('does not take %s', (_, text) => {
  expect(foundIn(text)).toEqual([]);
});

test('two numbers beside each other are two', () => {
  expect(foundIn('52998224725 11144477735')).toEqual([
    ['cpf', '52998224725'],
    ['cpf', '11144477735'],
  ]);
});

test('wide, Arabic and mathematical digits, line ends, NBSP and dashes do not hide a number', () => {
  const mathematical = '529.982.247-25'.replace(/\d/g, (digit) =>
    String.fromCodePoint(0x1d7ce + Number(digit)),
  );
  for (const text of [
    '５２９.９８２.２４７-２５',
    '٥٢٩٩٨٢٢٤٧٢٥',
    '529.982.\n247-25',
    '529\u00a0982\u00a0247\u00a025',
    '529–982–247–25',
    mathematical,
  ]) {
    const [found] = findPersonalData(`é ${text}!`, ['cpf']);
    expect(found, text).toEqual({ kind: 'cpf', value: '52998224725', start: 2, end: 2 + text.length });
  }
});

test('hostile texts take no longer than ten times as long as ordinary ones of the same length', () => {
  const quickest = (text: string) => {
    let best = Number.POSITIVE_INFINITY;
    for (let round = 0; round < 12; round += 1) {
      const from = performance.now();
      findPersonalData(text, ALL);
      best = Math.min(best, performance.now() - from);
    }
    return best;
  };
  const ordinary = quickest(
    'O prazo é de 10 dias úteis, até 14/11/2026, e o valor é de R$ 1.234,56. '.repeat(280),
  );
  const times = Object.entries(hostileTexts(20_000)).map(
    ([name, text]) => [name, quickest(text) / ordinary] as const,
  );
  expect(times.filter(([, ratio]) => ratio > 10)).toEqual([]);
});

test('only the wanted kinds are looked for', () => {
  const text = 'CPF 529.982.247-25, ana@exemplo.com.br, (11) 98765-4321';
  expect(findPersonalData(text, ['phone']).map(({ kind }) => kind)).toEqual(['phone']);
  expect(findPersonalData(text, [])).toEqual([]);
});
