import { expect, test } from 'vitest';
import { epubOf } from '../../../../../tests/fixtures/office.ts';
import { extract } from '../extract.ts';

const textOf = async (bytes: Uint8Array | string, type: string) =>
  (await extract(Buffer.from(bytes as Uint8Array), type)).text;
const problemOf = (bytes: Uint8Array | string, type: string) =>
  extract(Buffer.from(bytes as Uint8Array), type).then(
    () => null,
    ({ problem }) => problem,
  );

test('R-DOC-28 a web page is its headings, lists, tables and code, without menus, scripts and hidden text', async () => {
  const html = `<!doctype html><html><head><title>Carta de Serviços</title><style>p{}</style><base href="http://nada/"></head>
  <body><nav><a href="/">Início</a></nav><script>alert(1)</script>
  <div><div>Solto no meio.<div>Outra linha.</div></div><h2>Alvará &amp; taxas</h2>
  <p>Custa <s>R$ 10</s> <b>R$ 20</b>,<br>à vista.<p hidden>não</p><p style="display: none">não</p>
  <svg><script>x</script><text>não</text></svg>
  <ul><li>Um<ul><li>Dentro</li></ul><li>Dois</ul>
  <table><tr><th>Serviço<th>Prazo<th>Canal<tr><td rowspan=2>Poda<td>5 dias<td>156<tr><td colspan=2>sob consulta</table>
  <pre># cp a b
   ls</pre><footer>rodapé</footer></div></body></html>`;
  expect(await textOf(html, 'html')).toBe(`# Carta de Serviços

Solto no meio.

Outra linha.

## Alvará & taxas

Custa R$ 20,
à vista.

- Um
  - Dentro
- Dois

- Serviço: Poda; Prazo: 5 dias; Canal: 156
- Serviço: Poda; Prazo: sob consulta

\`\`\`
# cp a b
   ls
\`\`\``);
});

test('elements nested twenty thousand deep are read', async () => {
  const deep = `${'<div><ul><li>'.repeat(20_000)}fundo${'</li></ul></div>'.repeat(20_000)}<p>depois</p>`;
  const text = await textOf(deep, 'htm');
  expect(text).toContain('depois');
});

test('R-DOC-28 a book is read in the order of its spine, and one with protected text is refused', async () => {
  const chapters = {
    'b c.xhtml': '<html><body><h1>Dois</h1><p>Segundo.</p></body></html>',
    'a.xhtml': '<html><body><h1>Um</h1><p>Primeiro.</p></body></html>',
    'capa.xhtml': '<html><body><p>Capa</p></body></html>',
  };
  const order = ['a.xhtml', 'b c.xhtml'];
  expect(await textOf(epubOf(chapters, order), 'epub')).toBe('# Um\n\nPrimeiro.\n\n# Dois\n\nSegundo.');
  const rule = (algorithm: string) => `<encryption><EncryptionMethod Algorithm="${algorithm}"/></encryption>`;
  const fonts = rule('http://www.idpf.org/2008/embedding');
  expect(await textOf(epubOf(chapters, order, fonts), 'epub')).toContain('Primeiro');
  const locked = rule('http://www.w3.org/2001/04/xmlenc#aes128-cbc');
  expect(await problemOf(epubOf(chapters, order, locked), 'epub')).toBe('file_encrypted');
});

test('R-DOC-28 an e-mail is its headers and its text; attachments are named', async () => {
  const eml = [
    'From: =?utf-8?Q?Jos=C3=A9_Lima?= <jose@exemplo.com.br>',
    'To: obras@exemplo.com.br, Ana <ana@exemplo.com.br>',
    'Date: Mon, 5 Jan 2026 08:07:00 -0300',
    'Subject: =?utf-8?Q?Licita=C3=A7=C3=A3o?=',
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary=x',
    '',
    '--x',
    'Content-Type: text/html; charset=iso-8859-1',
    'Content-Transfer-Encoding: quoted-printable',
    '',
    '<p>O preg=E3o =E9 <b>amanh=E3</b>.</p>',
    '--x',
    'Content-Type: application/pdf',
    'Content-Disposition: attachment; filename="edital.pdf"',
    '',
    'JVBERi0=',
    '--x--',
  ].join('\r\n');
  expect(await textOf(eml, 'eml')).toBe(`De: José Lima <jose@exemplo.com.br>
Para: obras@exemplo.com.br, Ana <ana@exemplo.com.br>
Data: 05/01/2026 08:07
Assunto: Licitação

O pregão é amanhã.

Anexos: edital.pdf`);
});

test('an e-mail of a thousand parts within parts is refused', async () => {
  const parts = Array.from(
    { length: 1_000 },
    (_, depth) => `Content-Type: multipart/mixed; boundary=b${depth}\r\n\r\n--b${depth}\r\n`,
  );
  expect(await problemOf(`From: a@b.c\r\n${parts.join('')}`, 'eml')).toBe('file_corrupt');
});
