/** Titles of texts that were typed by hand, and the lines that announce a list. */
import { describe, expect, test } from 'vitest';
import { passagesOf } from './chunks.ts';

const sectionsOf = (text: string, fileType = 'txt') =>
  passagesOf(text, { fileType }).map(({ section, content }) => `${section} | ${content.split('\n')[0]}`);
const PROSE = 'A piscina abre às nove horas e fecha ao anoitecer, menos às segundas.';

describe('a typed text has for its headings', () => {
  test('numbered lines, lines in capitals, underlined ones and short ones before text, each for itself (R-DOC-05)', () => {
    const text = `1) Piscina
A piscina abre às nove horas.

2) Sauna

Homens e mulheres têm dias próprios.

3) Taxas de uso
A taxa vence no dia dez de cada mês.

O que não se pode levar
- Garrafas de vidro.
- Caixas de som.

ACIDENTES
Quem se machuca avisa a portaria.

Pagamento
---------
O boleto chega por e-mail.

IV – Reclamações
A diretoria responde em cinco dias úteis.`;
    expect(sectionsOf(text)).toEqual([
      '1) Piscina | A piscina abre às nove horas.',
      '2) Sauna | Homens e mulheres têm dias próprios.',
      '3) Taxas de uso | A taxa vence no dia dez de cada mês.',
      'O que não se pode levar | - Garrafas de vidro.',
      'ACIDENTES | Quem se machuca avisa a portaria.',
      'Pagamento | O boleto chega por e-mail.',
      'IV – Reclamações | A diretoria responde em cinco dias úteis.',
    ]);
  });

  test('titles without a number below the number that goes on after them', () => {
    const text = `1. Piscina\n\n${PROSE}\n\nExame médico\n\nO exame vale por seis meses.\n\n2. Sauna\n\n${PROSE}`;
    expect(sectionsOf(text)).toEqual([
      `1. Piscina | ${PROSE}`,
      '1. Piscina › Exame médico | O exame vale por seis meses.',
      `2. Sauna | ${PROSE}`,
    ]);
  });

  test('lines over equal signs, whose dashes and signs are no text, also in Markdown', () => {
    const text = `Regimento do clube\n==================\n\nPiscina\n-------\n\n${PROSE}`;
    for (const fileType of ['txt', 'md'])
      expect(sectionsOf(text, fileType)).toEqual([`Regimento do clube › Piscina | ${PROSE}`]);
    expect(sectionsOf(`# Clube\n\n${PROSE}\n\n**Exame médico**\n\n${PROSE}`, 'md')).toEqual([
      `Clube | ${PROSE}`,
      `Clube › Exame médico | ${PROSE}`,
    ]);
  });

  test('centred titles between long rows of tildes, which fence nothing', () => {
    const row = '~'.repeat(60);
    expect(
      sectionsOf(`${row}\n      Aula 1: Respirar\n\n${PROSE}\n${row}\n      Aula 2: Boiar\n\n${PROSE}`),
    ).toEqual([`Aula 1: Respirar | ${PROSE}`, `Aula 2: Boiar | ${PROSE}`]);
  });
});

describe('no heading of a typed text is', () => {
  test.each([
    ['an address', `CLUBE DA SERRA\nRua das Palmeiras, 90 – Centro\nTel. (11) 4002-8922\n\n${PROSE}`],
    [
      'how a letter begins and ends',
      `Prezados sócios\n\n${PROSE}\n\nAtenciosamente\n\nCarla Mendes\n${PROSE}`,
    ],
    ['a line of a list without marks', `Levar:\n\nToalha\n\nO resto o clube empresta a quem pedir.`],
    [
      'a verse',
      'Minha casa tem janela\nOnde pousa o bem-te-vi\nQuem me dera ser aquela\nque o escuta desde aqui.',
    ],
    ['the first line of a paragraph', 'A diretoria do clube reuniu-se em\nmarço e decidiu o que segue aqui.'],
    ['the label of a box', `ATENÇÃO\n${PROSE}`],
    ['columns', `Sala            Taxa\n--------------------\nFestas        R$ 90\nJogos         R$ 30`],
    ['a place and a day', `Ouro Preto, 3 de maio de 2025\n\n${PROSE}`],
  ])('%s', (_, text) => {
    expect(new Set(passagesOf(text, { fileType: 'txt' }).map(({ section }) => section))).toEqual(
      new Set(['']),
    );
  });

  test('a step of instructions whose others are sentences', () => {
    const text = `1. Abra a torneira devagar e espere.\n\n2. Junte o cloro\n\n   na medida da tabela.\n\n3. Misture com a pá\n   comprida por dois minutos.\n\n4. Feche tudo`;
    expect(passagesOf(text, { fileType: 'txt' }).map(({ section }) => section)).toEqual(['']);
  });
});

describe('the line that announces a list', () => {
  const items = (many: number) =>
    Array.from({ length: many }, (_, index) => `- coisa número ${index} que ninguém pode levar`).join('\n');

  test('stands at its head, and in the path of each further piece of a long one', () => {
    for (const gap of ['\n', '\n\n']) {
      const pieces = passagesOf(`# Piscina\n\n${PROSE}\n\nNão se pode levar:${gap}${items(60)}`, {
        fileType: 'docx',
      });
      const lists = pieces.filter(({ content }) => content.includes('- coisa'));
      expect(lists.length).toBeGreaterThan(1);
      expect(lists[0]?.content).toMatch(/^Não se pode levar:\s+- coisa número 0/);
      expect(lists[0]?.section).toBe('Piscina');
      for (const piece of lists.slice(1)) expect(piece.section).toBe('Piscina › Não se pode levar');
    }
  });
});
