import { describe, expect, test } from 'vitest';
import { endsSentence } from './sentence-ends.ts';

/** The sentences of a text, by its words. */
function sentencesOf(text: string): string[] {
  const words = text.split(/\s+/);
  const sentences: string[][] = [[]];
  for (const [index, word] of words.entries()) {
    const sentence = sentences.at(-1) as string[];
    sentence.push(word);
    const next = words[index + 1];
    if (next && endsSentence(word, next, sentence.length === 1)) sentences.push([]);
  }
  return sentences.map((sentence) => sentence.join(' '));
}

describe('a sentence in Portuguese', () => {
  test('ends with a full stop, a question mark, an exclamation mark or dots', () => {
    expect(sentencesOf('Foi pago. Quando? Ontem! Talvez… Não sei... É isso.')).toEqual([
      'Foi pago.',
      'Quando?',
      'Ontem!',
      'Talvez…',
      'Não sei...',
      'É isso.',
    ]);
  });

  test.each([
    'Conforme o art. 5º da lei, o prazo corre.',
    'O pedido nº 10 e a fl. 3 foram juntados.',
    'O Sr. Almeida e a Dra. Souza assinaram.',
    'A multa é de R$ 1.000,00 por dia.',
    'O índice foi de 3.5 e depois de 4,2.',
    'J. K. Rowling esteve aqui.',
    'A empresa Alfa S.A. Venceu a licitação.',
    'Ver pág. 12, cap. III e obs. Finais.',
    'Fale pelo tel. 3333-0000 ou no ramal 12.',
    'O texto (ver fig. 3) continua.',
  ])('does not end inside «%s»', (sentence) => {
    expect(sentencesOf(sentence)).toEqual([sentence]);
  });

  test('does not end after the number of an item, but does after a number that closes it', () => {
    expect(sentencesOf('1. Abra o menu. 2. Escolha sair. O total é 10. Depois disso acabou.')).toEqual([
      '1. Abra o menu.',
      '2. Escolha sair.',
      'O total é 10.',
      'Depois disso acabou.',
    ]);
  });

  test('goes on where the next word is in lower case, and ends behind quotes and brackets', () => {
    expect(sentencesOf('Ele disse «basta.» Ela saiu (às 10h.) O resto etc. e tal.')).toEqual([
      'Ele disse «basta.»',
      'Ela saiu (às 10h.)',
      'O resto etc. e tal.',
    ]);
  });
});
