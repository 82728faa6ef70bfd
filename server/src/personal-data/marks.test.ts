import { expect, test } from 'vitest';
import { insideJson, MarkedStream, Marks, maskUnnumbered } from './marks.ts';

const CPF = '529.982.247-25';
const OTHER = '111.444.777-35';

test('values are numbered by their first appearance, and every spelling of one has one number', () => {
  const marks = new Marks(['cpf', 'email']);
  expect(marks.mask(`De ${OTHER} e ${CPF}`)).toBe('De [CPF 1] e [CPF 2]');
  expect(marks.mask('52998224725, ana@exemplo.com.br')).toBe('[CPF 2], [E-MAIL 1]');
  expect(marks.counts).toEqual({ cpf: 2, email: 1 });
  expect(marks.putBack('[CPF 2] e [cpf 01], 【CPF 1】, [ CPF 1 ], [CPF 9], [1]')).toBe(
    `${CPF} e ${OTHER}, ${OTHER}, ${OTHER}, [CPF 9], [1]`,
  );
});

test('four hundred values are numbered to 400 and come back', () => {
  const values = Array.from({ length: 400 }, (_, place) => `pessoa${place}@exemplo.com.br`).join('\n');
  const marks = new Marks(['email']);
  const masked = marks.mask(values);
  expect(masked).toContain('[E-MAIL 400]');
  expect(marks.putBack(masked)).toBe(values);
});

test('a mark that somebody typed is sent in parentheses, and nothing is put in its place', () => {
  const marks = new Marks(['cpf']);
  expect(marks.mask(`${CPF}: [CPF 1] e [CPF 2]`)).toBe('[CPF 1]: (CPF 1) e (CPF 2)');
  expect(marks.putBack('(CPF 1) [CPF 2]')).toBe('(CPF 1) [CPF 2]');
});

test('a value that only the instructions held stays a mark', () => {
  const marks = new Marks(['cpf']);
  marks.mask(CPF);
  marks.mask(`${OTHER} ${CPF}`, false);
  expect(marks.putBack('[CPF 1] [CPF 2]')).toBe(`${CPF} [CPF 2]`);
});

test('a value with a line end stands inside JSON as JSON', () => {
  const marks = new Marks(['cpf']);
  const masked = JSON.stringify({ cpf: marks.mask('529.982.\n247-25') });
  expect(JSON.parse(marks.putBack(masked, insideJson))).toEqual({ cpf: '529.982.\n247-25' });
});

function readIn(marks: Marks, pieces: string[]): string {
  const stream = new MarkedStream(marks);
  return pieces.map((piece) => stream.take(piece)).join('') + stream.end();
}

test('R-GRD-04: a mark is put back wherever the text is cut, in two, in three and letter by letter', () => {
  const marks = new Marks(['cpf', 'phone']);
  marks.mask(`${CPF} (11) 98765-4321`);
  const text = 'Veja [1]: [CPF 1], [[CPF 1], [telefone 01] e 【CPF 1】 [CPF 7] [CP';
  const whole = marks.putBack(text);
  expect(whole).toContain('(11) 98765-4321 e');
  for (let first = 0; first <= text.length; first += 1)
    for (let second = first; second <= text.length; second += 1)
      expect(readIn(marks, [text.slice(0, first), text.slice(first, second), text.slice(second)])).toBe(
        whole,
      );
  expect(readIn(marks, text.split(''))).toBe(whole);
});

test('R-GRD-04: only an end that may still become a mark waits', () => {
  const marks = new Marks(['cpf']);
  marks.mask(CPF);
  const stream = new MarkedStream(marks);
  expect(stream.take('Prazo [1')).toBe('Prazo [1');
  expect(stream.take('] e [')).toBe('] e ');
  expect(stream.take('CP')).toBe('');
  expect(stream.take('F')).toBe('');
  expect(stream.take('A]')).toBe('[CPFA]');
  expect(stream.take('[CPF')).toBe('');
  expect(stream.end()).toBe('[CPF');
  expect(stream.end()).toBe('');
});

test('marks for embeddings have no number', () => {
  expect(maskUnnumbered(`De ${CPF} e ${OTHER}.`, ['cpf'])).toBe('De [CPF] e [CPF].');
});
