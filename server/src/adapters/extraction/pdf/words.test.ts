import { describe, expect, test } from 'vitest';
import {
  linesAt,
  type PdfField,
  type PdfText,
  type PdfWishes,
  pdfOf,
} from '../../../../../tests/fixtures/pdf.ts';
import { extract } from '../extract.ts';

const textOf = async (pages: PdfText[][], wishes: PdfWishes = {}) =>
  (await extract(pdfOf(pages, wishes), 'pdf')).text;

describe('accents that stand apart', () => {
  test('are composed with their letters, and not in code (R-DOC-12)', async () => {
    const text = await textOf([
      [
        ...linesAt(['A m´usica da apresenta¸c\u02dcao est´a dispon´ivel `a noite; digite `ls.']),
        ...linesAt(['$ echo ´a'], { y: 120, font: 'mono' }),
      ],
    ]);
    expect(text).toContain('A música da apresentação está disponível à noite; digite `ls.');
    expect(text).toContain('$ echo ´a');
  });

  test('after their letters are composed where the file has them so (R-DOC-12)', async () => {
    expect(await textOf([linesAt(['A mu´sica e a apresentac¸a\u02dco na ma\u02dce.'])])).toBe(
      'A música e a apresentação na mãe.',
    );
  });

  test('are left where there are fewer than three (R-DOC-12)', async () => {
    expect(await textOf([linesAt(['O sinal ´a fica assim.'])])).toBe('O sinal ´a fica assim.');
  });
});

describe('a hyphen at the end of a line', () => {
  /** Words that stand elsewhere in the file. */
  const KNOWN =
    'guarda-chuva bem-estar administração segunda-feira curto prazo curto prazo coordenação contrarrazões';
  const WORDS =
    'infor|mação regi|me contra|to docu|mento adminis|tração coorde|nação contrar|razões licen|ça servi|dor municí|pio ' +
    'apresen|tação exercí|cio orça|mento pro|cesso re|curso in|terno tri|buto esta|belecimento funcio|nário ' +
    'res|ponsável dis|se intei|ramente guarda-|chuva bem-|estar segunda-|feira ex-|prefeito vice-|diretor ' +
    'pós-|graduação pré-|escola recém-|nascido não-|governamental sem-|teto extra-|oficial anti-|higiênico ' +
    'encontra-|se aplica-|se deu-|lhe curto-|prazo críticos-de-|missão fim-de-|semana';

  test('joins or keeps 38 of 40 words rightly (R-DOC-13)', async () => {
    const words = WORDS.split(' ');
    const pages = words.map((word) => {
      const [left = '', right = ''] = word.split('|');
      return linesAt([`Aqui se lê a palavra ${left.replace(/-$/, '')}-`, `${right} no meio do texto`]);
    });
    const read = (await textOf([linesAt([KNOWN]), ...pages])).split('\f').slice(1);
    expect(words).toHaveLength(40);
    const wrong = words.filter((word, index) => !read[index]?.includes(` ${word.replace('|', '')} no`));
    expect(wrong.length, wrong.join(' ')).toBeLessThanOrEqual(2);
  });

  test('or of a line does not tear an address (R-DOC-13)', async () => {
    const text = await textOf([
      linesAt([
        'O edital está na página https://www.exemplo.gov.br/licitacoes/2025/',
        'pregao-eletronico-12.pdf para quem quiser ler, e a lei está em www.exemplo.gov.br',
        'e no diário oficial.',
      ]),
    ]);
    expect(text).toContain('https://www.exemplo.gov.br/licitacoes/2025/pregao-eletronico-12.pdf para');
    expect(text).toContain('www.exemplo.gov.br e no diário');
  });
});

describe('a form', () => {
  const field = (name: string, type: PdfField['type'], value: string, y: number, x = 160): PdfField => ({
    page: 0,
    name,
    type,
    value,
    x,
    y: y - 12,
    right: x + (type === 'Btn' ? 12 : 200),
    bottom: y + 3,
  });

  test('is read with its values, each at its label (R-DOC-14)', async () => {
    const labels = [
      { text: 'Nome completo', x: 72, y: 100 },
      { text: 'Município:', x: 72, y: 130 },
      { text: 'Aceito os termos', x: 180, y: 160 },
      { text: 'Senha:', x: 72, y: 190 },
    ];
    const text = await textOf([labels], {
      fields: [
        field('nome', 'Tx', 'Maria das Dores Quixadá', 100),
        field('municipio', 'Ch', 'Olinda', 130),
        field('aceite', 'Btn', 'Yes', 160),
        { ...field('senha', 'Tx', 'segredo', 190), isPassword: true },
        field('__proto__', 'Tx', 'Observação solta', 400),
      ],
    });
    expect(text).toContain('Nome completo: Maria das Dores Quixadá');
    expect(text).toContain('Município: Olinda');
    expect(text).toContain('[x] Aceito os termos');
    expect(text).toContain('__proto__: Observação solta');
    expect(text).not.toContain('segredo');
  });

  test('has its values cut at ten thousand letters', async () => {
    const long = field('nome', 'Tx', 'a'.repeat(20_000), 100);
    const text = await textOf([linesAt(['Nome:'], { y: 100 })], { fields: [long] });
    expect(text.match(/a{100,}/)?.[0]).toHaveLength(10_000);
  });

  test('that only one program can draw is refused with its own sentence (R-DOC-14)', async () => {
    const lines = ['Please wait...', 'If this message is not replaced, your viewer cannot show it.'];
    const bytes = pdfOf([linesAt(lines)], { xfa: true });
    expect(await extract(bytes, 'pdf').catch(({ problem }) => problem)).toBe('file_form_dynamic');
    expect(await textOf([linesAt(lines)])).toContain('Please wait');
  });
});
