/** Headings without a style of their own, as most people make them, in every kind of file that knows bold letters. */
import { describe, expect, test } from 'vitest';
import { docxOf, heading, item, paragraph, table } from '../../../../../tests/fixtures/docx.ts';
import { odtOf } from '../../../../../tests/fixtures/office.ts';
import { extract } from '../extract.ts';

const textOf = async (bytes: Uint8Array | string, type: string) =>
  (await extract(Buffer.from(bytes as Uint8Array), type)).text;
const headingsOf = async (bytes: Uint8Array | string, type: string) =>
  (await textOf(bytes, type)).split('\n').filter((line) => /^#{1,6} /.test(line));
const ofWord = (...body: string[]) => headingsOf(docxOf(body), 'docx');

const bold = (text: string) => paragraph(text, { bold: true });
const underlined = (text: string) =>
  `<w:p><w:r><w:rPr><w:u w:val="single"/></w:rPr><w:t>${text}</w:t></w:r></w:p>`;
const PROSE = paragraph('A piscina abre às nove horas e fecha ao anoitecer, menos às segundas.');

describe('a short paragraph that is bold, underlined or in capitals throughout', () => {
  test('heads the text, the list or the table below it, beside marked headings (R-DOC-07)', async () => {
    const text = await ofWord(
      heading(1, '1. Piscina'),
      PROSE,
      heading(1, '2. Sauna'),
      PROSE,
      bold('TAXAS DE USO'),
      table([
        ['Sala', 'Taxa'],
        ['Festas', 'R$ 90'],
      ]),
      bold('Sócios com convidados'),
      PROSE,
      underlined('O que não se pode levar'),
      item('Garrafas de vidro.'),
      item('Caixas de som.'),
    );
    expect(text).toEqual([
      '# 1. Piscina',
      '# 2. Sauna',
      '# TAXAS DE USO',
      '# Sócios com convidados',
      '# O que não se pode levar',
    ]);
  });

  test('stands below the section that goes on after it', async () => {
    const sections = [heading(1, 'Piscina'), PROSE, bold('Exame médico'), PROSE, heading(1, 'Sauna'), PROSE];
    expect(await ofWord(...sections)).toEqual(['# Piscina', '## Exame médico', '# Sauna']);
    const title = [heading(1, 'Regimento do clube'), heading(2, 'Piscina'), PROSE, bold('SAUNA'), PROSE];
    expect(await ofWord(...title)).toEqual(['# Regimento do clube', '## Piscina', '## SAUNA']);
  });

  test('may have its letters from a style of its own, and its number says how deep it stands', async () => {
    const style =
      '<w:style w:type="paragraph" w:styleId="Faixa"><w:name w:val="Faixa da casa"/><w:rPr><w:b/></w:rPr></w:style>';
    const styled = (text: string) =>
      `<w:p><w:pPr><w:pStyle w:val="Faixa"/></w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`;
    const body = [styled('1. Piscina'), PROSE, styled('1.1 Exame médico'), PROSE, styled('2. Sauna'), PROSE];
    const parts = { 'word/styles.xml': `<w:styles>${style}</w:styles>` };
    expect(await headingsOf(docxOf(body, { parts }), 'docx')).toEqual([
      '# 1. Piscina',
      '## 1.1 Exame médico',
      '# 2. Sauna',
    ]);
  });

  test('is one in OpenDocument, Rich Text and web pages, too (R-DOC-28)', async () => {
    const styles =
      '<style:style style:name="P1"><style:text-properties fo:font-weight="bold"/></style:style><style:style style:name="T1"><style:text-properties style:text-underline-style="solid"/></style:style>';
    const prose = 'A piscina abre às nove horas e fecha ao anoitecer.';
    const body = `<text:p text:style-name="P1">Exame médico</text:p><text:p>${prose}</text:p><text:p><text:span text:style-name="T1">Convidados</text:span></text:p><text:p>${prose}</text:p><text:p>O prazo é de <text:span text:style-name="T1">dez dias</text:span>.</text:p>`;
    expect(await headingsOf(odtOf(body, styles), 'odt')).toEqual(['# Exame médico', '# Convidados']);
    const rtf = String.raw`{\rtf1\ansi {\b Sauna}\par ${prose.normalize('NFD').replace(/\P{ASCII}/gu, '')}\par\b Toalhas\b0\par Cada um traz a sua.\par Vale \b tudo\b0 .\par}`;
    expect(await headingsOf(rtf, 'rtf')).toEqual(['# Sauna', '# Toalhas']);
    const page = `<p><b>Exame médico</b></p><p>${prose}</p><div><strong>Convidados</strong></div><p>${prose}</p>`;
    expect(await headingsOf(page, 'html')).toEqual(['# Exame médico', '# Convidados']);
    const marked = `<h1>Clube</h1><p>${prose}</p><h2>Piscina</h2><p>${prose}</p><p><b>Você sabia</b></p><p>${prose}</p>`;
    expect(await headingsOf(marked, 'html')).toEqual(['# Clube', '## Piscina']);
  });
});

describe('no heading is', () => {
  const cases: Record<string, string[]> = {
    'a bold word in a paragraph': [
      `<w:p><w:r><w:t>O prazo é de </w:t></w:r><w:r><w:rPr><w:b/></w:rPr><w:t>dez dias</w:t></w:r></w:p>`,
      PROSE,
    ],
    'a bold sentence': [bold('É proibido fumar.'), PROSE],
    'the label of a box': [bold('ATENÇÃO'), PROSE],
    'a bold item': [
      item('Garrafas'),
      `<w:p><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr></w:pPr><w:r><w:rPr><w:b/></w:rPr><w:t>Caixas de som</w:t></w:r></w:p>`,
      PROSE,
    ],
    'a bold cell': [table([['Sala', 'Taxa']]), PROSE],
    'the end of a letter and who signs it': [
      bold('Atenciosamente'),
      bold('Carla Mendes'),
      paragraph('Diretora do clube desde dois mil e dez.'),
    ],
    'a name below the place for a signature': [
      paragraph('____________________'),
      bold('CARLA MENDES'),
      paragraph('Diretora do clube desde dois mil e dez.'),
    ],
    'an address': [
      bold('CLUBE DA SERRA'),
      paragraph('Rua das Palmeiras, 90 – Centro'),
      paragraph('CNPJ 11.222.333/0001-44'),
    ],
    'a value beside its name': [bold('Vigência: doze meses'), PROSE],
    'a line at the end, with nothing below it': [PROSE, bold('Diretoria do clube')],
    'the house below the title of a document': [
      heading(1, 'Regimento'),
      bold('Clube da Serra – Diretoria'),
      paragraph('Versão 3 – vigente desde março'),
      PROSE,
    ],
  };
  test.each(Object.entries(cases))('%s', async (_, body) => {
    const titles = (await ofWord(...body)).filter((line) => line !== '# Regimento');
    expect(titles).toEqual([]);
  });

  test('bold text in a document that is bold for the most part, and in a law with its own parts', async () => {
    expect(
      await ofWord(bold('Exame médico'), bold('O exame vale por seis meses, e quem o faz é o clube.')),
    ).toEqual([]);
    const law = [bold('CAPÍTULO I'), bold('DO EXAME'), PROSE, bold('CAPÍTULO II'), bold('DAS TAXAS'), PROSE];
    expect(await ofWord(...law)).toEqual([]);
  });
});
