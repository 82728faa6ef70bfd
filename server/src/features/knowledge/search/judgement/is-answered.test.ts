/** Whether what was found answers a question, on words, passages and scores that are made up. */
import { describe, expect, test } from 'vitest';
import type { Passage } from '../passage.ts';
import type { QuestionTerms } from '../question/question-terms.ts';
import { evidenceOf, isAnswered } from './is-answered.ts';

const PASSAGES = 200;
const OTHERS = 'A garagem fica no subsolo e abre cedo.';

const passage = (id: number, content: string): Passage => ({
  id,
  knowledge_base_id: 1,
  document_id: id,
  title: 'regras.pdf',
  section: '',
  page: null,
  content,
  start: 0,
  end: content.length,
  score: 0,
  coverage: 0,
});

const termsIn = (question: string, frequencies: Record<string, number>): QuestionTerms => ({
  searched: [],
  related: [],
  asked: [...new Set(question.match(/[\p{L}\p{N}]+/gu))].map((form) => ({
    lexeme: form.toLowerCase(),
    forms: [form],
    document_frequency: frequencies[form.toLowerCase()] ?? 0,
  })),
  passages: PASSAGES,
  average_length: 40,
});

type Found = { frequencies: Record<string, number>; subject?: string[]; best?: number };

function judged(question: string, content: string, { frequencies, subject = [], best = 9 }: Found) {
  const passages = [passage(1, content), passage(2, OTHERS)];
  const scores = [best, ...Array.from({ length: 59 }, (_, place) => 4 - place / 20)];
  const subjects = new Map([[1, new Set(subject)]]);
  return { question, terms: termsIn(question, frequencies), passages, scores, subjects };
}

describe('R-DOC-26 a question is answered', () => {
  const rule = 'A chave perdida do armário custa R$ 30,00, pagos na portaria.';
  const frequencies = { chave: 3, armário: 4, portaria: 9, clube: 60, custa: 20 };

  test('where the passage has what is asked about and the form of it', () => {
    expect(isAnswered(judged('quanto custa a chave do armário?', rule, { frequencies }))).toBe(true);
    expect(isAnswered(judged('quanto custa a chave do armário?', OTHERS, { frequencies }))).toBe(false);
  });

  test('also where what people did and their story stand in no passage', () => {
    const told =
      'Saí da piscina ontem. Perdi a chave do armário na portaria. Quanto custa a chave do armário?';
    expect(isAnswered(judged(told, rule, { frequencies }))).toBe(true);
    const deed = evidenceOf(judged('como conserto a chave do armário?', rule, { frequencies }));
    const thing = evidenceOf(judged('o sabor da chave do armário?', rule, { frequencies }));
    expect(deed).toBeGreaterThan(thing - 1);
  });

  test('the less, the more of it is only the subject of the document', () => {
    const question = 'o clube tem chave de trenó?';
    const own = { frequencies: { clube: 60, chave: 3 } };
    const known = evidenceOf(judged(question, 'O clube guarda a chave.', own));
    const subject = evidenceOf(judged(question, 'O clube guarda a chave.', { ...own, subject: ['chave'] }));
    expect(subject).toBeLessThan(known);
  });

  test('as well as any other, where it asks for the subject of the document and nothing else', () => {
    const own = { frequencies: { chave: 60 } };
    const text = 'Para copiar uma chave, fale com a portaria.';
    const any = evidenceOf(judged('como copio a chave?', text, own));
    expect(evidenceOf(judged('como copio a chave?', text, { ...own, subject: ['chave'] }))).toBe(any);
  });

  test('the more, the farther the passage stands above the others', () => {
    const question = 'quanto custa a chave do armário?';
    const far = evidenceOf(judged(question, rule, { frequencies, best: 30 }));
    const near = evidenceOf(judged(question, rule, { frequencies, best: 4.1 }));
    expect(far).toBeGreaterThan(near);
  });

  test('by a sign that only this passage has', () => {
    const frequenciesOfSign = { e7: 1, visor: 0, apareceu: 9 };
    const text = 'E7: a porta está aberta.';
    expect(
      evidenceOf(judged('apareceu E7 no visor', text, { frequencies: frequenciesOfSign })),
    ).toBeGreaterThan(
      evidenceOf(judged('apareceu e7 no visor'.replace('e7', 'porta'), text, { frequencies: { porta: 1 } })),
    );
  });

  test('the less, the more things the passage has not, and least where no passage has them', () => {
    const rare = { frequencies: { chave: 3, armário: 4, trenó: 2 } };
    const unknown = { frequencies: { chave: 3, armário: 4 } };
    const having = evidenceOf(judged('a chave do armário', rule, { frequencies }));
    const lacking = evidenceOf(judged('a chave do armário e do trenó', rule, rare));
    expect(lacking).toBeLessThan(having + 0.5);
    expect(evidenceOf(judged('a chave do armário e do trenó', rule, unknown))).toBeLessThan(lacking);
  });

  test('more hardly where it names the one thing that it asks for', () => {
    const own = { frequencies: { telefone: 5, portaria: 9 } };
    const text = 'O telefone da portaria toca.';
    const named = evidenceOf(judged('tem telefone da portaria?', text, own));
    expect(named).toBeLessThan(evidenceOf(judged('como telefone da portaria?', text, own)));
  });

  test('whatever verbs of everyday the passage has not', () => {
    const own = { frequencies: { ...frequencies, pegar: 0, levar: 0 } };
    const light = evidenceOf(judged('posso pegar e levar a chave do armário?', rule, own));
    const heavy = evidenceOf(judged('posso polir e pintar a chave do armário?', rule, own));
    expect(light).toBeGreaterThan(heavy);
  });

  test.each([
    ['quem é o zelador?', 'O zelador atende com 72 horas de antecedência.', 'O zelador é Davi Alves.'],
    ['quando foi aberta a marina?', 'A marina é aberta depois das 6h.', 'A marina foi aberta em 1987.'],
    ['quantos barcos tem a marina?', 'Os barcos da marina saem em 48 horas.', 'A marina tem 48 barcos.'],
    ['qual o valor do barco?', 'O barco fica na garagem.', 'O barco vale R$ 900,00.'],
  ])('less by a text without the form that «%s» asks for', (question, without, having) => {
    const own = { frequencies: { zelador: 9, marina: 9, barcos: 9, barco: 9, aberta: 9 } };
    expect(evidenceOf(judged(question, without, own))).toBeLessThan(
      evidenceOf(judged(question, having, own)) - 1,
    );
  });

  test('without the word that only says of what kind the answer is', () => {
    const text = 'A zeladora da marina é Helena Prado.';
    const own = { frequencies: { zeladora: 3, marina: 9 } };
    const name = evidenceOf(judged('qual o nome da zeladora da marina?', text, own));
    expect(name).toBeGreaterThan(evidenceOf(judged('qual o sabor da zeladora da marina?', text, own)) + 1);
  });

  test('never by a greeting or by nothing', () => {
    expect(isAnswered(judged('oi, bom dia', rule, { frequencies }))).toBe(false);
    expect(isAnswered({ ...judged('a chave?', rule, { frequencies }), passages: [], scores: [] })).toBe(
      false,
    );
  });
});
