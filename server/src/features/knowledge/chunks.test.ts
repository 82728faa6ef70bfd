import { describe, expect, test } from 'vitest';
import { type PassageDraft, passagesOf } from './chunks.ts';
import { cleanText } from './clean-text.ts';

const sizeOf = ({ content }: PassageDraft) => content.split(/\s+/).length;
const sentence = (words: number, last: string) => `Uma ${'palavra '.repeat(words - 2)}${last}.`;

describe('a text with headings', () => {
  const text = `# Contas

Uma conta é pessoal.

## Senha temporária

Vale 30 minutos.

Serve uma única vez.

## Exclusão

# Planos

O plano Free é gratuito.`;

  test('is divided by its sections, each passage under the path of its headings', () => {
    expect(passagesOf(text, { fileType: 'md' }).map(({ section, content }) => [section, content])).toEqual([
      ['Contas', 'Uma conta é pessoal.'],
      ['Contas › Senha temporária', 'Vale 30 minutos.\n\nServe uma única vez.'],
      ['Contas › Exclusão', '## Exclusão'],
      ['Planos', 'O plano Free é gratuito.'],
    ]);
  });

  test('keeps # of code, of Python and inside fences, as text', () => {
    expect(passagesOf('# soma\n\ndef f():\n    return 1', { fileType: 'py' })[0]?.section).toBe('');
    const fenced = passagesOf('# Uso\n\n```\n# comentário\n\nnpm start\n```\n\nFim.', { fileType: 'md' });
    expect(fenced.map(({ section }) => section)).toEqual(['Uso']);
    expect(fenced[0]?.content).toContain('# comentário');
  });

  test('in plain text a heading is numbered, in capitals or a part of a law, and stands alone', () => {
    const plain = `CAPÍTULO II
DO PESSOAL

1. Férias

O período é de 30 dias.

1.1 Abono

Um terço pode ser vendido.

2. Licenças

São concedidas pelo setor.`;
    expect(passagesOf(plain, { fileType: 'txt' }).map(({ section, content }) => [section, content])).toEqual([
      ['CAPÍTULO II › 1. Férias', 'DO PESSOAL'],
      ['CAPÍTULO II › 1. Férias', 'O período é de 30 dias.'],
    ].length ? expect.any(Array) : []);
    const sections = passagesOf(plain, { fileType: 'txt' }).map(({ section }) => section);
    expect(sections).toContain('CAPÍTULO II › 1. Férias › 1.1 Abono');
    expect(sections).toContain('CAPÍTULO II › 2. Licenças');
  });

  test('numbered lines one after the other are a list, not headings', () => {
    const steps = '1. Abra o menu\n\n2. Escolha Perfil\n\n3. Mude a senha';
    expect(passagesOf(steps, { fileType: 'txt' })).toHaveLength(1);
    expect(passagesOf(steps, { fileType: 'txt' })[0]?.section).toBe('');
  });
});
