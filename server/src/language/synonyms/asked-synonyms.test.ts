import { expect, test } from 'vitest';
import { isKnownWord, synonymsIn } from './asked-synonyms.ts';
import { SYNONYM_GROUPS } from './synonym-groups.ts';

const wordsFor = (question: string) =>
  synonymsIn(question).map(({ forms, alternatives }) => [
    forms.join(' '),
    alternatives.map(({ text }) => text),
  ]);

test('R-DOC-19 the list has 250 groups at least, and each says one thing in two ways or more', () => {
  expect(SYNONYM_GROUPS.filter(({ weight }) => weight === 1).length).toBeGreaterThanOrEqual(120);
  expect(SYNONYM_GROUPS.filter(({ weight }) => weight < 1).length).toBeGreaterThanOrEqual(130);
  for (const { words, others = words } of SYNONYM_GROUPS) {
    expect(words.every(Boolean) && others.every(Boolean)).toBe(true);
    expect(new Set([...words, ...others]).size).toBeGreaterThan(1);
  }
});

test('R-DOC-19 words are recognised in their forms, phrases as a whole', () => {
  expect(wordsFor('Onde guardo os ficheiros?')).toContainEqual(['ficheiros', ['arquivo']]);
  expect(wordsFor('Preciso da licença de funcionamento?')).toEqual([
    ['licenca de funcionamento', ['alvará']],
  ]);
  expect(wordsFor('Qual comando?').flatMap(([, others]) => others)).not.toContain('refeição');
});

test('R-DOC-19 a word in quotes stands for nothing but itself', () => {
  expect(wordsFor('O que diz «arquivo»?')).toEqual([]);
});

test('R-DOC-19 a word is looked for in its older and its newer spelling', () => {
  expect(wordsFor('Qual é a direcção do projecto?')).toEqual([
    ['direccao', expect.arrayContaining(['direcao', 'direcoes'])],
    ['projecto', ['projeto']],
  ]);
});

test('R-DOC-19 a word whose singular and plural have different stems is looked for in both', () => {
  expect(wordsFor('Em que situações?')).toEqual([['situacoes', ['situacao', 'situar']]]);
  expect(wordsFor('Qual é a cor do jasmim?')).toContainEqual(['jasmim', ['jasmins']]);
  expect(wordsFor('São civis?')).toEqual([['civis', ['civil']]]);
  expect(wordsFor('Quais são os leões?')).toEqual([['leoes', ['leao']]]);
});

test('R-DOC-19 people tell what they did, texts how it is done', () => {
  expect(wordsFor('Hospedei um primo, e agora?')).toContainEqual([
    'hospedei',
    expect.arrayContaining(['hospedar', 'hospedacao']),
  ]);
  expect(wordsFor('Esqueci a chave')).toContainEqual(['esqueci', expect.arrayContaining(['esquecimento'])]);
});

test('a question of very many words takes a time that grows with them, and no more', () => {
  const began = process.cpuUsage();
  synonymsIn('a '.repeat(60_000));
  const { user } = process.cpuUsage(began);
  // Half a second; more than half a minute where each word copied all that follow it.
  expect(user / 1_000).toBeLessThan(6_000);
});

test('R-DOC-19 a unit is looked for by its name, and what is called small by its noun', () => {
  expect(wordsFor('Quantos km?')).toContainEqual(['km', ['quilômetro']]);
  expect(wordsFor('a caixinha azul')).toContainEqual(['caixinha', expect.arrayContaining(['caixa'])]);
});

test('R-DOC-19 a word that only holds a sentence together stands for no other', () => {
  expect(wordsFor('por quanto')).toEqual([]);
});

test('R-DOC-19 people say «cadela» for what documents call an animal, and not the other way round', () => {
  expect(wordsFor('Tenho uma cadela')).toContainEqual(['cadela', expect.arrayContaining(['animal'])]);
  expect(wordsFor('o animal').flatMap(([, others]) => others)).not.toContain('cadela');
});

test('R-DOC-19 a word is no form of another one that begins alike: who does something, or another verb', () => {
  expect(wordsFor('uma cadeira').flatMap(([, others]) => others)).not.toContain('mobilidade reduzida');
  expect(wordsFor('cobrar').flatMap(([, others]) => others)).not.toContain('cobertura');
});

test('R-DOC-19 a word of several groups has each of its alternatives once', () => {
  for (const { alternatives } of synonymsIn('meu cachorro estragou o carro'))
    expect(new Set(alternatives.map(({ text }) => text)).size).toBe(alternatives.length);
});

test('a word of the list is written right, in the singular and the plural', () => {
  expect([isKnownWord('comprimido'), isKnownWord('comprimidos'), isKnownWord('comprimiod')]).toEqual([
    true,
    true,
    false,
  ]);
});

test.each(['«', '“', '"', '«"'])('a question of 20,000 %s is read in time', (mark) => {
  const began = performance.now();
  expect(synonymsIn(mark.repeat(20_000 / mark.length))).toEqual([]);
  expect(performance.now() - began).toBeLessThan(200);
});

test('the synonyms of one question are worked out once for all parts of an answer, and each word of it once', () => {
  const long = `${'O camelô paga a conta de luz e a taxa. '.repeat(300)}Quanto custa?`;
  const first = synonymsIn(long);
  expect(synonymsIn(long)).toBe(first);
  // A word has the same alternatives wherever it stands alone.
  const taxes = first.filter(({ forms }) => forms.join() === 'taxa');
  expect(taxes).toHaveLength(300);
  expect(new Set(taxes.map(({ alternatives }) => alternatives)).size).toBe(1);
});
