import { describe, expect, test } from 'vitest';
import { docxOf, heading, item, paragraph, table } from '../../../../../tests/fixtures/docx.ts';
import { extract } from '../extract.ts';
import { readZip } from '../packed/zip.ts';

const textOf = async (...args: Parameters<typeof docxOf>) => (await extract(docxOf(...args), 'docx')).text;
const problemOf = (bytes: Buffer) => extract(bytes, 'docx').catch(({ problem }) => problem);
const MIB = 1024 * 1024;

describe('a Word document', () => {
  test('is read in its order: headings, paragraphs, items and their numbers', async () => {
    const text = await textOf([
      heading(1, 'Regulamento'),
      paragraph('O servidor tem direito a férias & licenças <30 dias>.'),
      heading(2, 'Prazos'),
      item('Primeiro período'),
      item('até dez dias', { level: 1 }),
      item('Segundo período'),
      paragraph('Em ordem:'),
      item('pedir', { numbered: true }),
      item('esperar', { numbered: true }),
    ]);
    expect(text).toBe(
      [
        '# Regulamento',
        'O servidor tem direito a férias & licenças <30 dias>.',
        '## Prazos',
        '- Primeiro período\n  - até dez dias\n- Segundo período',
        'Em ordem:',
        '1. pedir\n2. esperar',
      ].join('\n\n'),
    );
  });

  test('has the headings of its outline, whatever their styles are called and though they are numbered (R-DOC-01)', async () => {
    const numbered = '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="2"/></w:numPr>';
    const styled = (style: string, text: string, more = '') =>
      `<w:p><w:pPr><w:pStyle w:val="${style}"/>${numbered}${more}</w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`;
    const level = (value: number) => `<w:outlineLvl w:val="${value}"/>`;
    const styles = [
      `<w:style w:type="paragraph" w:styleId="Capa"><w:name w:val="Capítulo da casa"/><w:pPr>${level(0)}</w:pPr></w:style>`,
      '<w:style w:type="paragraph" w:styleId="Capb"><w:name w:val="Outro"/><w:basedOn w:val="Capa"/></w:style>',
      '<w:style w:type="paragraph" w:styleId="Heading202"><w:name w:val="Heading_20_2"/></w:style>',
    ];
    const clause = `Cláusula ${'muito longa '.repeat(20)}`.trim();
    const text = await textOf(
      [
        styled('Capa', '1. Piscina'),
        styled('Heading202', '1.1 Horário'),
        paragraph('Abre às 9h.'),
        styled('Capb', '2. Sauna'),
        styled('Corpo', '2.1 Toalhas', level(1)),
        paragraph('Cada um traz a sua.'),
        styled('Capa', clause),
      ],
      { parts: { 'word/styles.xml': `<w:styles>${styles.join('')}</w:styles>` } },
    );
    expect(text).toBe(
      [
        '# 1. Piscina',
        '## 1.1 Horário',
        'Abre às 9h.',
        '# 2. Sauna',
        '## 2.1 Toalhas',
        'Cada um traz a sua.',
        `1. ${clause}`,
      ].join('\n\n'),
    );
  });

  test('keeps a command that begins like a heading as it is (R-DOC-01)', async () => {
    const text = await textOf([heading(1, 'Cópias'), paragraph('Como root:'), paragraph('# cp a b')]);
    expect(text).toBe('# Cópias\n\nComo root:\n\n```\n# cp a b\n```');
  });

  test('says of each row of a table what its columns are', async () => {
    const rows = [
      ['Cargo', 'Lotação', 'Salário'],
      ['Analista', 'Recife', 'R$ 5.000'],
      ['Técnico', '', 'R$ 3.000'],
    ];
    const sentences =
      '- Cargo: Analista; Lotação: Recife; Salário: R$ 5.000\n- Cargo: Técnico; Salário: R$ 3.000';
    expect(await textOf([table(rows)])).toBe(sentences);
    expect(
      await textOf([
        table(
          rows.map((row) => row.slice(0, 2)),
          { header: true },
        ),
      ]),
    ).toBe('- Cargo: Analista; Lotação: Recife\n- Cargo: Técnico');
  });

  test('does not take things and what they are for columns', async () => {
    expect(
      await textOf([
        table([
          ['Prazo', '30 dias'],
          ['Multa', '2%'],
        ]),
      ]),
    ).toBe('- Prazo: 30 dias\n- Multa: 2%');
    const layout = table([[`${'Um parágrafo longo que só está numa célula. '.repeat(20)}`, 'Ao lado.']]);
    expect(await textOf([layout])).toMatch(/^Um parágrafo longo[\s\S]*célula\.\n\nAo lado\.$/);
  });

  test('has its notes after the paragraph that calls them', async () => {
    const text = await textOf(
      [
        paragraph('As férias são de trinta dias.', { note: 1 }),
        paragraph('O ponto é eletrônico.', { note: 2 }),
      ],
      { footnotes: ['Lei 8.112, art. 77.', 'Portaria 9, de 2024.'] },
    );
    expect(text).toBe(
      [
        'As férias são de trinta dias. (nota 1)',
        'Nota 1: Lei 8.112, art. 77.',
        'O ponto é eletrônico. (nota 2)',
        'Nota 2: Portaria 9, de 2024.',
      ].join('\n\n'),
    );
  });
});

describe('a file that means harm, or is broken', () => {
  test('and would unpack to more than is allowed is refused before it does, also when its list lies', async () => {
    const text = docxOf([paragraph('A'.repeat(3 * MIB))]);
    expect(text.length).toBeLessThan(100_000);
    const admitting = (size: number) => {
      const bytes = Buffer.from(text);
      for (let at = bytes.indexOf('PK\x01\x02'); at >= 0; at = bytes.indexOf('PK\x01\x02', at + 4))
        bytes.writeUInt32LE(size, at + 24);
      return bytes;
    };
    expect(await problemOf(admitting(100 * MIB))).toBe('file_unpacks_too_large');
    const unpack = () => readZip(admitting(1_000), () => true, { entries: 10, bytes: MIB });
    expect(unpack).toThrow('file_unpacks_too_large');
  });

  test('and has more than 2,000 parts is refused', async () => {
    const parts = Object.fromEntries(
      Array.from({ length: 2_001 }, (_, index) => [`word/media/${index}`, '']),
    );
    expect(await problemOf(docxOf([paragraph('Oi.')], { parts }))).toBe('file_unpacks_too_large');
  });

  test('and brings entities of its own is refused: none unfolds', async () => {
    const document = `<?xml version="1.0"?><!DOCTYPE d [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]>
      <w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>&b;</w:t></w:r></w:p></w:body></w:document>`;
    expect(await problemOf(docxOf([], { parts: { 'word/document.xml': document } }))).toBe('file_corrupt');
  });

  test('and was cut off anywhere is refused as corrupt', async () => {
    const whole = docxOf([paragraph('Texto. '.repeat(50))]);
    for (let length = 1; length < whole.length; length += 150)
      expect(await problemOf(whole.subarray(0, length)), `${length} bytes`).toBe('file_corrupt');
    const torn = docxOf([], { parts: { 'word/document.xml': '<w:document><w:body>' } });
    expect(await problemOf(torn)).toMatch(/file_corrupt|file_without_text/);
  });
});
