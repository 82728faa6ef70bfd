import { expect, test } from 'vitest';
import { documentName, questionOf, subjectOf, withoutCapitals } from './heading-questions.ts';

test('a heading becomes the question that it answers', () => {
  for (const [heading, question] of [
    ['Prazo de recurso', 'Qual é o prazo de recurso?'],
    ['3.2 Prazos para recorrer', 'Quais são os prazos para recorrer?'],
    ['Valor da diária', 'Qual é o valor da diária?'],
    ['Capítulo II – Das férias', 'O que diz «Regras» sobre férias?'],
    ['Capítulo III – Das salas e computadores', 'O que diz «Regras» sobre salas e computadores?'],
    ['Da inscrição', 'O que diz «Regras» sobre inscrição?'],
    ['De onde vem o dinheiro', 'De onde vem o dinheiro?'],
    ['Cora Coralina', 'O que diz «Regras» sobre Cora Coralina?'],
    ['Documentos necessários', 'Quais são os documentos necessários?'],
    ['Quem pode pedir', 'Quem pode pedir?'],
    ['Como funciona o reembolso', 'Como funciona o reembolso?'],
    ['O que fazer em caso de perda?', 'O que fazer em caso de perda?'],
    ['Enviar documentos', 'Como enviar documentos?'],
    ['Requisitos de instalação', 'Quais são os requisitos de instalação?'],
    ['Definição de diária', 'O que é diária?'],
    ['Senha temporária', 'O que diz «Regras» sobre senha temporária?'],
    ['IPTU e taxas', 'O que diz «Regras» sobre IPTU e taxas?'],
    ['Provedores: como guardar uma chave', 'Como guardar uma chave?'],
    ['Porta em uso: o Prosa não inicia', 'O que diz «Regras» sobre porta em uso?'],
    ['O painel da administração', 'O que diz «Regras» sobre o painel da administração?'],
    ['Parte civil do processo', 'O que diz «Regras» sobre parte civil do processo?'],
    ['Militar em serviço', 'O que diz «Regras» sobre militar em serviço?'],
  ] as const)
    expect(questionOf(subjectOf(heading) as string, 'Regras'), heading).toBe(question);
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

test('a document is called by its first heading, else by its file name', () => {
  expect(documentName('05-chat.md', 'Chat › Fontes')).toBe('Chat');
  expect(documentName('05-regras_de_ferias.pdf', 'Férias')).toBe('regras de ferias');
  expect(documentName('Edital 12-2025.pdf', '')).toBe('Edital 12-2025');
});
