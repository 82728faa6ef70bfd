import { expect, test } from 'vitest';
import { hasThing, namedThings } from './named-things.ts';

test.each([
  ['Como instalo o Kubernetes no servidor?', ['Kubernetes']],
  ['O que o Ministério da Saúde diz do IPTU?', ['Ministério da Saúde', 'IPTU']],
  ['Quando foi lançado o Debian 15?', ['Debian 15']],
  ['Para que serve debian/prosa.yaml e a opção --turbo?', ['debian/prosa.yaml', '--turbo']],
  ['Quem é o pregoeiro do pregão 018/2024?', ['018/2024']],
  ['Onde se lê «caixa dois»?', ['caixa dois']],
  ['Férias podem ser divididas? Quando começam?', []],
  ['qual o prazo do recurso?', []],
  ['doei 3x, pago a 2a via em 24h? levo 10kg', []],
])('R-DOC-26 a question names its things: %s', (question, names) => {
  expect(
    namedThings(question)
      .map(({ name }) => name)
      .toSorted(),
  ).toEqual(names.toSorted());
});

test.each([
  ['Ministério da Saúde', 'A saúde é assunto do ministério.', true],
  ['Debian 7', 'Debian 7.0 Wheezy foi lançado em maio.', true],
  ['Debian 15', 'Debian 1.5 nunca existiu.', false],
  ['Lei 8.112', 'Conforme a Lei nº 8112, de 1990.', true],
  ['ISS', 'O Imposto sobre Serviços é devido aqui.', true],
  ['Kubernets', 'O Kubernetes não é descrito.', true],
  ['PROCV', 'Os sistemas procfs são montados em /proc.', false],
  ['DETARN', 'O DETRAN atende de manhã.', true],
  ['Moodle', 'O curso fica em outro sistema.', false],
])('R-DOC-26 a passage has a thing or not: %s in «%s»', (name, text, expected) => {
  expect(hasThing(text, { name, isWhole: /\d/.test(name) }, () => [])).toBe(expected);
});

test.each([
  ['of line ends before many names', '\n'.repeat(3_000) + 'x A '.repeat(750)],
  ['of underscores', '_'.repeat(20_000)],
  ['of hyphens', '-'.repeat(20_000)],
  ['of letters and hyphens', 'a-'.repeat(10_000)],
  ['of figures', '1'.repeat(20_000)],
  ['of dots', '.'.repeat(20_000)],
  ['of one long address', `www.${'a'.repeat(20_000)}`],
])('the names of a question %s are found in time', (_, question) => {
  const began = performance.now();
  namedThings(`Quanto custa? ${question}`);
  expect(performance.now() - began).toBeLessThan(250);
});

test.each([
  ['Perco o prazo.\n\nPortaria?', []],
  ['Perco o prazo? «Portaria»', ['Portaria']],
  ['fui à  Bahia', ['Bahia']],
])('the first word of a sentence is no name for its capital: %s', (question, names) => {
  expect(namedThings(question).map(({ name }) => name)).toEqual(names);
});
