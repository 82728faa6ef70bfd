import { expect, test } from 'vitest';
import { questionOf, subjectOf, withoutCapitals } from './heading-questions.ts';

test('a heading becomes the question that it answers', () => {
  for (const [heading, question] of [
    ['Prazo de recurso', 'Qual é o prazo de recurso?'],
    ['3.2 Prazos para recorrer', 'Quais são os prazos para recorrer?'],
    ['Valor da diária', 'Qual é o valor da diária?'],
    ['Capítulo II – Das férias', 'O que preciso saber sobre férias?'],
    ['Capítulo III – Das salas e computadores', 'O que preciso saber sobre salas e computadores?'],
    ['Da inscrição', 'O que preciso saber sobre inscrição?'],
    ['De onde vem o dinheiro', 'De onde vem o dinheiro?'],
    ['Cora Coralina', 'O que preciso saber sobre Cora Coralina?'],
    ['Documentos necessários', 'Quais são os documentos necessários?'],
    ['Quem pode pedir', 'Quem pode pedir?'],
    ['Como funciona o reembolso', 'Como funciona o reembolso?'],
    ['O que fazer em caso de perda?', 'O que fazer em caso de perda?'],
    ['Enviar documentos', 'Como enviar documentos?'],
    ['Requisitos de instalação', 'Quais são os requisitos de instalação?'],
    ['Definição de diária', 'O que é diária?'],
    ['Senha temporária', 'O que preciso saber sobre senha temporária?'],
    ['IPTU e taxas', 'O que preciso saber sobre IPTU e taxas?'],
    ['Provedores: como guardar uma chave', 'Como guardar uma chave?'],
    ['Porta em uso: o Prosa não inicia', 'O que preciso saber sobre porta em uso?'],
    ['O painel da administração', 'O que preciso saber sobre o painel da administração?'],
    ['Parte civil do processo', 'O que preciso saber sobre parte civil do processo?'],
    ['Militar em serviço', 'O que preciso saber sobre militar em serviço?'],
  ] as const)
    expect(questionOf(subjectOf(heading) as string), heading).toBe(question);
});

test('lines of an index, numbers and headings that are too short or too long ask nothing', () => {
  for (const heading of [
    'Prazos ............ 12',
    '«Email não encontrado. Faça o registro novamente.»',
    'Prazo de recurso   12',
    'Art. 5º',
    'Anexo I',
    '2025/2026',
    'Férias',
    'x'.repeat(121),
    '1.234.567-89 000',
  ])
    expect(subjectOf(heading), heading).toBeNull();
});

test('capitals are taken from the text below, so that acronyms keep them', () => {
  expect(withoutCapitals('ISENÇÃO DE IPTU', 'Tem isenção de IPTU quem mora nele.')).toBe('Isenção de IPTU');
  expect(withoutCapitals('Isenção de IPTU', '')).toBe('Isenção de IPTU');
});

test('parts that every document has ask nothing', () => {
  for (const heading of [
    'Introdução',
    'Capítulo I – Disposições preliminares',
    'Considerações finais',
    'Anexos e modelos',
  ])
    expect(questionOf(subjectOf(heading) as string), heading).toBe('');
});

test.each([
  ['COMO ATENDER O CLIENTE', 'Seja cordial.', 'Como atender o cliente'],
  ['COMO TIRAR O CPF', 'O CPF sai na hora.', 'Como tirar o CPF'],
  ['CADASTRO NO CNPJ', 'Leve os papéis.', 'Cadastro no CNPJ'],
  ['RESERVA NA SAB', 'A SAB é a nossa associação.', 'Reserva na SAB'],
  ['Já escrito', 'Texto.', 'Já escrito'],
])('a heading in capitals is asked for as a sentence writes it: %s', (heading, text, written) => {
  expect(withoutCapitals(heading, text)).toBe(written);
});
