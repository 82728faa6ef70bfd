import { expect, test } from 'vitest';
import { snippetOf } from './snippet.ts';

const given = {
  name: 'Prefeitura <b>"Nova"</b> & Cia',
  slug: 'nova',
  colours: { background: '#1a5fb4', text: '#ffffff' },
  address: 'https://prosa.cidade.gov.br/balcao/nova',
  script: 'https://prosa.cidade.gov.br/balcao.js',
};

test('R-RCH-06 the code for a website loads the script and has a link for where it is blocked, without the markup of a name', () => {
  expect(snippetOf({ ...given, position: 'right' })).toBe(
    [
      '<script type="module" src="https://prosa.cidade.gov.br/balcao.js"></script>',
      '<prosa-balcao slug="nova" background="#1a5fb4" text="#ffffff"><a href="https://prosa.cidade.gov.br/balcao/nova">Pergunte aqui: Prefeitura &lt;b&gt;&quot;Nova&quot;&lt;/b&gt; &amp; Cia</a></prosa-balcao>',
    ].join('\n'),
  );
  expect(snippetOf({ ...given, position: 'left' })).toContain(
    '<prosa-balcao slug="nova" position="left" background="#1a5fb4" text="#ffffff">',
  );
});
