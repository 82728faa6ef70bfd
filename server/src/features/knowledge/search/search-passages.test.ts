import { readdir, readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../../test/test-server.ts';
import { createKnowledgeBase } from '../documents/store.ts';
import { ingestText } from '../ingest/replace-passages.ts';
import { removeDocument } from '../removal.ts';
import { findInScope } from './find-passages.ts';
import { basesScope } from './passage.ts';
import { searchPassages, searchWithTerms } from './search-passages.ts';

const vacation = 'As férias dos servidores podem ser divididas em três períodos por ano.';
const rescission = 'A rescisão do contrato exige aviso prévio de trinta dias.';
const notices = 'Os editais de licitação são publicados no portal da prefeitura.';

let testServer: TestServer;
let rules: number;
let recipes: number;

beforeAll(async () => {
  testServer = await startTestServer();
  rules = await fill('Regras', {
    'regras.md': `# Pessoal\n\n${vacation}\n\n# Contratos\n\n${rescission}\n\n# Compras\n\n${notices}`,
  });
  recipes = await fill('Receitas', { 'bolo.txt': 'O bolo de cenoura leva três ovos e uma xícara de óleo.' });
});
afterAll(() => testServer.close());

const remove = (knowledge_base_id: number, document_id: number) =>
  removeDocument(testServer.context, null, { knowledge_base_id, document_id });

async function fill(name: string, files: Record<string, string>): Promise<number> {
  const { id } = await createKnowledgeBase(testServer.context.db, { name });
  for (const [original_filename, text] of Object.entries(files))
    await ingestText(testServer.context.db, {
      knowledge_base_id: id,
      original_filename,
      file_type: original_filename.split('.').at(-1) ?? '',
      file_size: Buffer.byteLength(text),
      text,
    });
  return id;
}

const search = (question: string, ...knowledge_base_ids: number[]) =>
  searchPassages(testServer.context.db, { knowledge_base_ids, question });
const isRelevant = async (question: string, base: number) =>
  (await findInScope(testServer.context.db, basesScope([base]), question)).isRelevant;
const contents = async (question: string, base: number) =>
  (await search(question, base)).map(({ content }) => content);
const first = async (question: string) => (await search(question, rules))[0]?.content;

test('R-DOC-19 a word that is surely written right is looked for as no other one, a misspelt one is', async () => {
  const base = await fill('Recibos', { 'a.txt': 'O comprimento do recibo é de dez linhas.' });
  expect(await contents('comprimidos', base)).toEqual([]);
  expect(await contents('conprimento', base)).toHaveLength(1);
});

test('R-DOC-26 two letters in the wrong order cost neither the passage nor the answer', async () => {
  const base = await fill('Contas', {
    'contas.txt': 'A leitura do medidor é feita entre os dias 15 e 20.\n\nO carimbo fica na portaria.',
  });
  for (const question of ['quando fazem a leitura do medidor?', 'quando fazem a letiura do medidor?']) {
    expect((await contents(question, base))[0]).toContain('15 e 20');
    expect(await isRelevant(question, base)).toBe(true);
  }
  expect(await isRelevant('quando fazem a pintura do muro?', base)).toBe(false);
});

test('a word that stands in a pasted page again and again has each of its other words once', async () => {
  const scope = basesScope([rules]);
  const asked = async (question: string) => {
    const { terms } = await searchWithTerms(testServer.context.db, { scope, question });
    return terms.asked
      .find(({ forms }) => forms.includes('taxa'))
      ?.alternatives?.map((words) => words.join(' '));
  };
  const once = await asked('Quanto é a taxa?');
  expect(once?.length).toBeGreaterThan(1);
  expect(new Set(once).size).toBe(once?.length);
  expect(await asked(`${'Quem abre a rua paga a taxa. '.repeat(300)}Quanto é a taxa?`)).toEqual(once);
});

test('R-DOC-19 a synonym finds what is said in another word, below what is said in the same one', async () => {
  const typed = 'Os ficheiros do processo ficam no balcão.';
  const other = 'Os arquivos do processo ficam no depósito.';
  const base = await fill('Ficheiros', {
    'b.txt': typed,
    'a.txt': other,
    'c.txt': 'O balcão abre às oito horas.',
  });
  expect(
    (await search('Onde ficam os ficheiros do processo?', base)).slice(0, 2).map(({ content }) => content),
  ).toEqual([typed, other]);
  expect((await search('ficheiro', base)).map(({ content }) => content)).toEqual([typed, other]);
  expect((await search('«ficheiro»', base)).map(({ content }) => content)).toEqual([typed]);
});

describe('the right passage is found', () => {
  test.each([
    ['with its accents', 'posso dividir as férias?', vacation],
    ['without accents', 'posso dividir as ferias?', vacation],
    ['in capitals', 'RESCISÃO', rescission],
    ['in the plural', 'rescisões dos contratos', rescission],
    ['in the singular', 'onde sai o edital?', notices],
    ['with a slip of the fingers', 'como funciona a recisão', rescission],
    ['with letters swapped', 'publicação de licitaçõse', notices],
    ['by the heading that it stands under', 'compras', notices],
  ])('%s', async (_, question, content) => {
    expect(await first(question)).toBe(content);
  });

  test('with all that a citation needs', async () => {
    const [passage] = await search('dividir férias', rules);
    expect(passage).toMatchObject({
      knowledge_base_id: rules,
      title: 'regras.md',
      section: 'Pessoal',
      page: null,
      content: vacation,
    });
    expect((passage?.end ?? 0) - (passage?.start ?? 0)).toBe(vacation.length);
  });

  test('in as many bases as are asked, and in no other', async () => {
    expect(await search('bolo de cenoura', rules)).toEqual([]);
    expect(await search('férias', recipes)).toEqual([]);
    // A word that both have.
    expect((await search('três', rules)).map(({ content }) => content)).toEqual([vacation]);
    const both = await search('bolo nas férias', rules, recipes);
    expect(new Set(both.map(({ knowledge_base_id }) => knowledge_base_id))).toEqual(
      new Set([rules, recipes]),
    );
    expect(await search('férias')).toEqual([]);
  });

  test('no longer, once its document is removed', async () => {
    const id = await fill('Avisos', { 'a.txt': 'O elevador está em manutenção.' });
    const [found] = await search('elevador', id);
    await remove(id, found?.document_id ?? 0);
    expect(await search('elevador', id)).toEqual([]);
  });

  test('at most as many as are wanted', async () => {
    const id = await fill('Muitos', {
      'm.md': Array.from({ length: 30 }, (_, index) => `# ${index}\n\nO prazo ${index} corre.`).join('\n\n'),
    });
    expect(await search('prazo', id)).toHaveLength(8);
    const three = await searchPassages(testServer.context.db, {
      knowledge_base_ids: [id],
      question: 'prazo',
      limit: 3,
    });
    expect(three).toHaveLength(3);
    expect(three.map(({ score }) => score)).toEqual(
      three.map(({ score }) => score).toSorted((a, b) => b - a),
    );
  });
});

describe('whatever is asked', () => {
  test.each(['', '   \n', 'de para com o que', 'onde? quantos? por quê?', '!!! ??? ...', '\0\0', '😀'])(
    '«%s» finds nothing',
    async (question) => {
      expect(await search(question, rules)).toEqual([]);
    },
  );

  test.each([
    "'; drop table passages; --",
    `férias' | 'x`,
    'férias & !prazo <-> (multa | "rescisão") :* \\',
    "a'b\\c'd férias''",
    '\uD800férias\uDC00 \0',
    '%_%férias\t\r\n',
    '$1 {{férias}} $$férias$$',
    "http://exemplo.com.br/férias?a=1&b='2' ana@exemplo.com.br férias",
    '<script>férias</script> <!-- -->',
  ])('«%s» is only words', async (question) => {
    await expect(search(question, rules)).resolves.toBeInstanceOf(Array);
    expect(await first('férias')).toBe(vacation);
  });

  test.each([
    ['of one word', 'férias '.repeat(2_857)],
    ['of different words', Array.from({ length: 2_400 }, (_, index) => `pal${index}vra`).join(' ')],
    ['without a space', 'f'.repeat(20_000)],
    [
      'of strange words that resemble others',
      Array.from({ length: 1_600 }, (_, i) => `resciso${'abcdefgh'[i % 8]}${i % 97}`).join(' '),
    ],
    ['of quotes', `'"\\`.repeat(6_666)],
    ['of marks', '((('.repeat(6_666)],
    ['of the base itself', `${vacation} ${rescission} ${notices} `.repeat(90)],
  ])('20,000 characters %s are answered in time', async (_, question) => {
    const began = performance.now();
    await search(question.slice(0, 20_000), rules, recipes);
    expect(performance.now() - began).toBeLessThan(20_000);
  });
});

/** By the number of the chapter; a question and its chapter share words, as they must where there is no model. */
const ASKED = {
  '02': ['como faço backup?', 'a porta 3000 já está em uso', 'qual a senha do administrador?'],
  '04': ['esqueci a senha', 'não recebi o código por e-mail, e agora?', 'quanto tempo fico conectado?'],
  '05': ['como escolho outro agente no meio da conversa?', 'dá para apagar uma conversa?'],
  '06': ['o que significam os números entre colchetes?', 'o agente disse que não encontrou, o que faço?'],
  '07': ['que modelos de inteligência artificial existem?', 'posso usar sem internet ou sem chave?'],
  '08': ['quantos tokens eu tenho por mês?', 'acabaram meus tokens, o que eu faço?'],
  '10': ['quem consegue ler minhas conversas?', 'como excluo minha conta?'],
  '12': ['como crio um agente?', 'ninguém vê o agente que eu publiquei', 'como ligo uma base a um agente?'],
  '13': ['a consulta excedeu o tempo limite', 'como conecto um banco de dados meu?'],
  '14': ['que arquivos posso enviar para a base?', 'o que quer dizer Failed no documento?'],
  '15': ['quanto custa o plus?', 'como cancelo a assinatura?'],
  '16': ['como coloco uma pessoa em um grupo?', 'quem pode mudar o perfil de um usuário?'],
  '17': ['como envio feedback com imagem?', 'onde vejo os tokens por agente?'],
  '18': ['como crio uma chave para usar na planilha?'],
  '19': ['como mando um arquivo para o agente ler?', 'como convido alguém para o prosa?'],
};

describe('the manual of the product', () => {
  let manual: number;
  beforeAll(async () => {
    const folder = new URL('../../../../../docs/manual/', import.meta.url);
    const names = (await readdir(folder)).filter((name) => name.endsWith('.md'));
    const texts = await Promise.all(names.map((name) => readFile(new URL(name, folder), 'utf8')));
    manual = await fill(
      'Manual do Prosa',
      // Without its pictures, as the agent that helps is given it.
      Object.fromEntries(
        names.map((name, index) => [name, texts[index]?.replaceAll(/^!.*\n\n?/gm, '') ?? '']),
      ),
    );
  });

  test.each([
    'Como troco a minha senha?',
    'quanto tempo vale a senha temporaria',
    'quando os tokens são renovados?',
    'o código de verificação não chegou',
    'como faço backup?',
    'Olá! Gostaria de saber, por favor, o que é o modo local.',
  ])('answers «%s»', async (question) => {
    expect(await isRelevant(question, manual)).toBe(true);
  });

  test('finds for the questions of newcomers the chapter that they are about', async () => {
    const astray: string[] = [];
    for (const [chapter, questions] of Object.entries(ASKED))
      for (const question of questions) {
        const found = (await search(question, manual)).slice(0, 2);
        if (!found.some(({ title }) => title.startsWith(chapter))) astray.push(question);
      }
    expect(astray).toEqual([]);
  });

  test.each([
    'qual a capital da frança?',
    'quem ganhou a copa de 2022?',
    'receita de bolo de cenoura',
    'quais os sintomas da dengue?',
    'qual o prazo para entregar o imposto de renda?',
    'oi, tudo bem?',
    'vai chover em Brasília amanhã?',
  ])('has nothing on «%s»', async (question) => {
    expect(await isRelevant(question, manual)).toBe(false);
  });
});
