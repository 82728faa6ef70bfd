import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { extract } from '../extract.ts';
import { sniff } from '../sniff.ts';

const textOf = async (content: string | Buffer, type: string) =>
  (await extract(Buffer.from(content as string), type)).text;
const problemOf = (content: Buffer, type: string) => extract(content, type).catch(({ problem }) => problem);

describe('a text of unknown encoding', () => {
  const said = 'Ação, exceção e pinguim: “não” às três — é à parte.';
  const utf16 = Buffer.from(said, 'utf16le');
  test.each([
    ['UTF-8', Buffer.from(said)],
    ['UTF-8 with its mark', Buffer.from(`\ufeff${said}`)],
    ['UTF-16 LE with its mark', Buffer.from(`\ufeff${said}`, 'utf16le')],
    ['UTF-16 BE with its mark', Buffer.from(`\ufeff${said}`, 'utf16le').swap16()],
    ['UTF-16 LE without', utf16],
    ['UTF-16 BE without', Buffer.from(utf16).swap16()],
  ])('is understood as %s', async (_, bytes) => expect(await textOf(bytes, 'txt')).toBe(said));

  test('is understood as Windows and Latin-1 wrote it', async () => {
    const windows = Buffer.from('A\xe7\xe3o \x93n\xe3o\x94 \x96 fim', 'latin1');
    expect(await textOf(windows, 'txt')).toBe('Ação “não” – fim');
    expect(await textOf(Buffer.from('coração à mão', 'latin1'), 'md')).toBe('coração à mão');
  });

  test('stays UTF-8 when a byte of it is damaged', async () => {
    const damaged = Buffer.from('Ação e exceção, coração e emoção, às três e à mão. \xff fim', 'latin1');
    const text = Buffer.concat([
      Buffer.from('Ação, exceção, coração, emoção: às três. '),
      Buffer.from([0xff]),
      Buffer.from(' fim'),
    ]);
    expect(await textOf(text, 'txt')).toBe('Ação, exceção, coração, emoção: às três. \ufffd fim');
    expect(await textOf(damaged, 'txt')).toContain('Ação e exceção');
  });

  test('has one form of line ends, and nothing the database cannot hold', async () => {
    expect(await textOf('um\r\ndois\rtrês\nquatro\0', 'txt')).toBe('um\ndois\ntrês\nquatro');
  });

  test('that is no text is not what it says', async () => {
    expect(await problemOf(Buffer.from([...Array(300).keys()].map((byte) => byte % 32)), 'txt')).toBe(
      'file_not_what_it_says',
    );
  });
});

describe('a table of values', () => {
  test.each([';', ',', '\t', '|'])('divided by %j says of each row what its columns are', async (mark) => {
    const rows = [
      ['Nome', 'Cargo', 'Valor'],
      ['Ana', `"Analista${mark} sênior"`, '5.000'],
      ['José "Zé"', '', '"3\n000"'],
      ['', '', ''],
    ];
    expect(await textOf(rows.map((row) => row.join(mark)).join('\r\n'), 'csv')).toBe(
      `Nome; Cargo; Valor\nNome: Ana; Cargo: Analista${mark === '\t' ? '' : mark} sênior; Valor: 5.000\nNome: José "Zé"; Valor: 3 000`,
    );
  });

  test('takes decimal commas for what they are, and the mark that a spreadsheet names', async () => {
    expect(await textOf('item;preço\nlápis;1,50\ncaneta;2,75\n', 'csv')).toBe(
      'item; preço\nitem: lápis; preço: 1,50\nitem: caneta; preço: 2,75',
    );
    expect(await textOf('sep=|\na|b\n1|2\n', 'csv')).toBe('a; b\na: 1; b: 2');
  });

  test('of one column is a list', async () => {
    expect(await textOf('cidade\nRecife\nOlinda\n', 'csv')).toBe('cidade\ncidade: Recife\ncidade: Olinda');
  });

  test('of fifty thousand rows is read in good time', async () => {
    const rows = Array.from({ length: 50_000 }, (_, index) => `${index};servidor ${index};${index * 3}`);
    const began = performance.now();
    expect((await textOf(`n;nome;valor\n${rows.join('\n')}`, 'csv')).split('\n')).toHaveLength(50_001);
    expect(performance.now() - began).toBeLessThan(20_000);
  });
});

describe('JSON', () => {
  test('on one line is laid out, laid out it stays, and what is none is text', async () => {
    const long = {
      servidor: { porta: 80 },
      nomes: Array.from({ length: 200 }, (_, index) => `nome ${index}`),
    };
    expect(await textOf(JSON.stringify(long), 'json')).toBe(JSON.stringify(long, null, 2));
    const short = '{ "a":   1 }';
    expect(await textOf(short, 'json')).toBe(short);
    const lines = `{"a":1}\n${'{"b":2} '.repeat(300)}`;
    expect(await textOf(lines, 'json')).toBe(lines.trimEnd());
    const deep = `${'['.repeat(50_000)}"fundo"${']'.repeat(50_000)}`;
    expect(await textOf(deep, 'json')).toContain('fundo');
  });
});

describe('a Word document from before 2007', () => {
  test('is read with its tables row by row', async () => {
    const text = await textOf(await readFile('tests/fixtures/regulamento.doc'), 'doc');
    expect(text).toContain('O servidor fará jus a trinta dias de férias');
    expect(text).toContain('- Destino: Brasília; Cargo: Analista; Valor: R$ 420,00');
    expect(text).toContain('Ação, exceção, pinguim, coração');
  });

  test('that is scrambled or broken says so', async () => {
    const whole = await readFile('tests/fixtures/regulamento.doc');
    const scrambled = Buffer.from(whole);
    for (let at = 512; at < scrambled.length; at += 512)
      if (scrambled.readUInt16LE(at) === 0xa5ec)
        scrambled.writeUInt16LE(scrambled.readUInt16LE(at + 10) | 0x0100, at + 10);
    expect(await problemOf(scrambled, 'doc')).toBe('file_encrypted');
    expect(await problemOf(whole.subarray(0, 2_000), 'doc')).toBe('file_corrupt');
  });
});

describe('a look at the bytes', () => {
  const looked = (head: string | Buffer, type: string) => {
    const bytes = Buffer.from(head as string, 'latin1');
    try {
      sniff(bytes, bytes, type);
      return 'fine';
    } catch (error) {
      return (error as { problem: string }).problem;
    }
  };
  const ole = Buffer.from('d0cf11e0a1b11ae1', 'hex').toString('latin1');

  test.each([
    ['%PDF-1.7', 'pdf', 'fine'],
    [`${'\n'.repeat(900)}%PDF-1.4`, 'pdf', 'fine'],
    ['<html>', 'pdf', 'file_not_what_it_says'],
    ['%PDF-1.7', 'txt', 'file_not_what_it_says'],
    [`PK\x03\x04 word/document.xml PK\x05\x06`, 'docx', 'fine'],
    ['PK\x03\x04 xl/workbook.xml PK\x05\x06', 'docx', 'file_not_what_it_says'],
    ['PK\x03\x04', 'md', 'file_not_what_it_says'],
    [ole, 'doc', 'fine'],
    ['{\\rtf1', 'doc', 'file_not_what_it_says'],
    [ole, 'docx', 'file_not_what_it_says'],
    [ole + Buffer.from('EncryptedPackage', 'utf16le').toString('latin1'), 'docx', 'file_encrypted'],
    ['', 'txt', 'file_empty'],
    ['nome;valor', 'csv', 'fine'],
  ])('finds %j as .%s: %s', (head, type, outcome) => expect(looked(head, type)).toBe(outcome));
});
